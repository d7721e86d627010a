import type { Capability } from './capability.ts';

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
