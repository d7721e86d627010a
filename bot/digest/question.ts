import type { LanguageCode } from '../language/formatter.ts';
import type { ProductChoice } from './choice.ts';

/** What a person wants of digests, typed or filled in; plain JSON. */
export type DigestQuestion =
  | { readonly command: 'digest'; readonly kind: 'help' | 'form' | 'list' }
  | (DigestPlace & {
      readonly kind: 'subscribe';
      readonly change: SettingsChange;
    })
  | (DigestPlace & { readonly kind: PlainVerb })
  /** Until that day, on which it comes again. */
  | (DigestPlace & { readonly kind: 'pause'; readonly until: string });

export const PLAIN_VERBS = ['unsubscribe', 'resume', 'preview', 'now', 'status', 'history'] as const;
export type PlainVerb = (typeof PLAIN_VERBS)[number];

/** What is done to both digests of a channel at once. */
export const VERBS_OF_BOTH: ReadonlySet<string> = new Set(['pause', 'stop', 'resume', 'unsubscribe']);

/** All digests of a channel, where one would be named. */
export const BOTH = 'both';

/** Which digest is meant. */
export interface DigestPlace {
  readonly command: 'digest';
  /** Undefined for the one that the channel has, else for the first kind; `BOTH` for all that it has. */
  readonly content: string | undefined;
  /** Undefined for the channel in which it was typed. */
  readonly channelId: string | undefined;
}

/** Settings of a subscription that are to change; what is not in it stays. */
export interface SettingsChange {
  /** HH:mm */
  readonly digestTime?: string;
  /** Days of the week, Monday 1 to Sunday 7, such as 12345. */
  readonly weekdays?: string;
  readonly products?: ProductChoice;
  readonly language?: LanguageCode;
}
