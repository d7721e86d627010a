/** What a person may be let do. Who has which is a setting (bot/README.md, "Who may ask"). */
export const CAPABILITIES = ['view_stock', 'view_sales', 'manage_digests', 'admin'] as const;

export type Capability = (typeof CAPABILITIES)[number];

/**
 * What a listener asks of whoever sets it off. `member`: no capability, but a full member of an allowed team,
 * or a guest or outsider whom a list names, in an allowed channel; for help, stores and pickers.
 */
export type RequiredCapability = Capability | 'member';

/** Who has a capability: everybody in the team, or those that are listed. */
export type Holders =
  | 'members'
  | {
      readonly users: readonly string[];
      /** Ids of user groups (S…); asking who is in them needs the scope usergroups:read. */
      readonly groups: readonly string[];
      /** Whoever asks from one of these channels. */
      readonly channels: readonly string[];
    };

/** Who may do what, as the settings say. */
export interface AccessPolicy {
  /** Ids of teams or organisations (T…, E…); empty: the team of the bot. */
  readonly teams: readonly string[];
  /** Channels to be asked from; `unshared`: every one that is not shared with another organisation. */
  readonly channels: 'unshared' | readonly string[];
  /**
   * `listed`: a guest has what a list names them for, by their own id or their group, and what needs no capability; a
   * guest whom no list names is refused everything. `refused`: every guest is.
   */
  readonly guests: 'refused' | 'listed';
  /** The same for people of other organisations. */
  readonly externals: 'refused' | 'listed';
  readonly holders: Readonly<Record<Capability, Holders>>;
}

/** Every user group that the policy speaks of. */
export function groupsOf(policy: AccessPolicy): string[] {
  const groups = Object.values(policy.holders).flatMap((holders) =>
    holders === 'members' ? [] : holders.groups,
  );
  return [...new Set(groups)];
}
