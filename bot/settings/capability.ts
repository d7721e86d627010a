/** What a person may be let do. Who has which is a setting (bot/README.md, "Who may ask"). */
export const CAPABILITIES = ['view_stock', 'view_sales', 'manage_digests', 'admin'] as const;

export type Capability = (typeof CAPABILITIES)[number];

/**
 * What a listener asks of whoever sets it off. `member`: no capability, but a full member of an allowed team,
 * or a guest or outsider whom a list names, in an allowed channel; for help, stores and pickers.
 */
export type RequiredCapability = Capability | 'member';
