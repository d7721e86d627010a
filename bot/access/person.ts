import type { UnresolvedGroup } from './unresolvedGroups.ts';

/** The person behind a request, from Slack's users.info. */
export interface Person {
  readonly userId: string;
  /** Teams and organisations the person belongs to. */
  readonly teamIds: readonly string[];
  readonly standing: 'member' | 'guest' | 'stranger' | 'bot' | 'gone';
  /** The user groups of the policy that the person is in; other groups are not looked up. */
  readonly groupIds: readonly string[];
  /** User groups of the policy whose members Slack did not return. */
  readonly unresolvedGroups?: readonly UnresolvedGroup[];
  /** As in the Slack profile, such as nb-NO; undefined when Slack does not return it. */
  readonly locale: string | undefined;
}

/**
 * The place of a request. `alone`: a direct message, App Home or a form, where only the person sees the answer.
 * `channel`: from conversations.info.
 */
export type Place =
  | { readonly kind: 'alone'; readonly channelId?: string }
  | {
      readonly kind: 'channel';
      readonly channelId: string;
      /** Shared with another organisation, or with a pending invitation to one. */
      readonly shared: boolean;
    };

/** Undefined outside channels. */
export function channelOf(place: Place): string | undefined {
  return place.kind === 'channel' ? place.channelId : undefined;
}

/** A person in a place. */
export interface Subject {
  readonly person: Person;
  readonly place: Place;
}
