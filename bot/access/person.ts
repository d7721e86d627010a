import type { UntoldGroup } from './untoldGroups.ts';

/** Somebody who typed, clicked or sent a form, as Slack's users.info tells. */
export interface Person {
  readonly userId: string;
  /** Teams and organisations the person belongs to. */
  readonly teamIds: readonly string[];
  readonly standing: 'member' | 'guest' | 'stranger' | 'bot' | 'gone';
  /** User groups of the policy that the person is in; other groups are not asked for. */
  readonly groupIds: readonly string[];
  /** User groups of the policy that the person may be in: Slack did not tell. */
  readonly untoldGroups?: readonly UntoldGroup[];
  /** As in the Slack profile, such as nb-NO; undefined when Slack does not tell. */
  readonly locale: string | undefined;
}

/**
 * Where it happened. `alone`: a direct message, App Home or a form; only that person sees the answer. `channel` as
 * conversations.info tells.
 */
export type Place =
  | { readonly kind: 'alone'; readonly channelId?: string }
  | {
      readonly kind: 'channel';
      readonly channelId: string;
      /** With another organisation, or about to be. */
      readonly shared: boolean;
    };

/** Who asks, and where. */
export interface Subject {
  readonly person: Person;
  readonly place: Place;
}
