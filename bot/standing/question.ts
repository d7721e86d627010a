import type { LanguageCode } from '../language/formatter.ts';
import type { Meaning } from '../parse/selection.ts';
import type { Capability } from '../settings/accessPolicy.ts';
import type { Cadence } from './presets.ts';

/** A typed or filled-in request about digests; plain JSON. */
export type DigestQuestion =
  | { readonly command: 'digest'; readonly kind: 'help' | 'form' | 'list' }
  | (DigestPlace & {
      readonly kind: 'subscribe';
      readonly change: DigestChange;
      /** What a person needs to get it, where that isn't stored yet. */
      readonly needs?: readonly Capability[];
    })
  | (DigestPlace & { readonly kind: PlainVerb })
  /** `until` is the day of the first digest after the pause. */
  | (DigestPlace & { readonly kind: 'pause'; readonly until: string });

export const PLAIN_VERBS = ['unsubscribe', 'resume', 'preview', 'now', 'status'] as const;
export type PlainVerb = (typeof PLAIN_VERBS)[number];

/** Verbs that can apply to all digests of a channel at once. */
export const VERBS_OF_ALL: ReadonlySet<string> = new Set(['pause', 'stop', 'resume', 'unsubscribe']);

/** The `content` of all digests of a channel. */
export const ALL = 'all';

export interface DigestPlace {
  readonly command: 'digest';
  /**
   * The preset, with its UUID for a digest that was called by its name. Undefined for the only digest of the channel, or
   * for the first preset when it has none; `ALL` for all of them.
   */
  readonly content: string | undefined;
  /** Further presets that were named: "stock and sales". */
  readonly also?: readonly string[];
  /** Undefined for the channel it was typed in. */
  readonly channelId: string | undefined;
}

/** What changes of a subscription; the rest stays. */
export interface DigestChange {
  /** HH:mm; null for the usual time of its preset. */
  readonly digestTime?: string | null;
  /** Weekdays from Monday 1 to Sunday 7, for example 12345. */
  readonly weekdays?: string;
  readonly cadence?: Cadence;
  /** Of a further digest: one that has the name already, or a new one. */
  readonly name?: string;
  readonly language?: LanguageCode;
  /** Another question. */
  readonly question?: string;
  /** What takes the place of the same in the question there is. */
  readonly narrows?: Narrowing;
}

/** Words that narrow a question. */
export interface Narrowing {
  /** `group:"Gin" store:143`, "all"; each takes the place of what the question says of its kind. */
  readonly words: string;
  /** "Store:all": of which there is nothing to narrow. */
  readonly clears?: readonly Meaning[];
}
