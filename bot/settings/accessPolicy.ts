/** What a person can be allowed to do. Settings say who has which (docs/access.md). */
export const CAPABILITIES = ['view_stock', 'view_sales', 'manage_digests', 'admin'] as const;

export type Capability = (typeof CAPABILITIES)[number];

/**
 * What a listener requires of the person who triggers it. `member` needs no capability, only a full member of an
 * allowed team, or a listed guest or external person, in an allowed channel. It covers help, stores and pickers.
 */
export type RequiredCapability = Capability | 'member';

/** Who has a capability: everybody in the team, or the listed people. */
export type Holders =
  | 'members'
  | {
      readonly users: readonly string[];
      /** Ids of user groups (S…). Reading their members needs the scope usergroups:read. */
      readonly groups: readonly string[];
      /** Channels in which everybody who asks has the capability. */
      readonly channels: readonly string[];
    };

/** Who can do what, according to the settings. */
export interface AccessPolicy {
  /** Ids of teams or organisations (T…, E…). If empty, the bot's own team. */
  readonly teams: readonly string[];
  /** Channels in which people can ask. `unshared`: all that aren't shared with another organisation. */
  readonly channels: 'unshared' | readonly string[];
  /**
   * `listed`: guests get only the capabilities that list their user or group id, and what needs no capability. Guests
   * who aren't listed anywhere are refused everything. `refused`: all guests are.
   */
  readonly guests: 'refused' | 'listed';
  /** The same for people of other organisations. */
  readonly externals: 'refused' | 'listed';
  readonly holders: Readonly<Record<Capability, Holders>>;
}

/** All user groups in the policy. */
export function groupsOf(policy: AccessPolicy): string[] {
  const groups = Object.values(policy.holders).flatMap((holders) =>
    holders === 'members' ? [] : holders.groups,
  );
  return [...new Set(groups)];
}
