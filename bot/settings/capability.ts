/** What a person may be let do. Who has which is a setting (README, "Who may ask"). */
export const CAPABILITIES = ['view_stock', 'view_sales', 'manage_digests', 'admin'] as const;

export type Capability = (typeof CAPABILITIES)[number];

/**
 * What a listener asks of whoever sets it off. `member`: no capability, but a person of an allowed team who is no guest,
 * in an allowed channel; for help, the store directory and other things that show nobody's figures.
 */
export type RequiredCapability = Capability | 'member';

/** How a capability is called towards a person: "You are not allowed to …". */
export const IN_WORDS: Readonly<Record<Capability, string>> = {
  view_stock: 'see the stock',
  view_sales: 'see sales',
  manage_digests: 'change digests',
  admin: 'administer this app',
};

/** The setting that says who has the capability. */
export const SETTING_OF: Readonly<Record<Capability, string>> = {
  view_stock: 'ACCESS_VIEW_STOCK',
  view_sales: 'ACCESS_VIEW_SALES',
  manage_digests: 'ACCESS_MANAGE_DIGESTS',
  admin: 'ACCESS_ADMINS',
};
