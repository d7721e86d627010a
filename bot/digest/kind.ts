import type { Askable } from '../ask/asking.ts';
import type { Reader } from '../ask/reader.ts';
import type { SheetContent } from '../ask/sheet.ts';
import type { Catalog } from '../language/language.ts';
import { contentOf } from '../outbox/key.ts';
import { lexicon } from '../parse/vocabulary.ts';
import type { Capability } from '../settings/accessPolicy.ts';
import type { Message } from '../slack/message.ts';
import type { ProductChoice } from './choice.ts';
import type { DigestSource } from './sources.ts';
import type { Cadence, Subscription } from './subscription.ts';

/**
 * What a digest can be of: the contract that a feature gives. The engine schedules, draws, posts and explains digests
 * without knowing what they say.
 */
export interface DigestKind {
  /** In keys, tables, buttons and commands, for ever: `stock`. */
  readonly content: string;
  /** The words by which it is typed, `content` among them. */
  readonly typed: string;
  readonly cadence: Cadence;
  /** What a person must be allowed to see to get it. */
  readonly needs: Capability;
  /** Whether some of it is derived from sales, and left out in channels to which nobody who sees sales has brought it. */
  readonly derivesFromSales: boolean;
  /** What a digest shows that is due at that instant. */
  dataAt(dueAt: number): DataAt;
  /** Whether the data of a digest is there, and which days it is of. */
  resolve(occasion: Occasion): Promise<Readiness>;
  /** Undefined when its data is no longer stored. */
  read(source: ChosenSource): Promise<Digest | undefined>;
  /** Every row, for the file in the thread of a digest. */
  sheet(source: ChosenSource, t: Catalog): Promise<SheetContent>;
  /** The whole list behind a digest, with the latest data of its products: what can be acted on. */
  list(source: ChosenSource): Askable;
  /** The newest data that is stored, as `/digest status` says it. */
  latest?(t: Catalog): Promise<string>;
  words(t: Catalog): DigestKindWords;
}

export interface DigestKindWords {
  /** In lists of digests, and before "digest" in a sentence. */
  readonly name: string;
  /** What it waits for. */
  readonly data: string;
  /** In the form. */
  readonly option: string;
  /** Instead of a digest while there is no data. */
  readonly nothingRead: string;
  /** What the choices of products are, where nobody names any. */
  readonly mine: string;
  readonly all: string;
  title(where: string, when: string): string;
  next(at: number, timeZone: string): string;
  /** For a time before the day's own data, which arrives at `ownFrom`. */
  nextEarly(at: number, timeZone: string, day: string, ownFrom: string): string;
}

/** What a digest says. */
export interface Digest {
  view(frame: DigestFrame, reader: Reader): Message;
  /** How its numbers came about, line by line; what is derived from sales only for a person who sees them. */
  why(reader: Reader, seesSales: boolean): readonly string[];
}

/** What a digest says besides its data. */
export interface DigestFrame {
  readonly timeliness: Timeliness;
  readonly choice: ProductChoice;
  readonly channelId: string;
  /** Of its subscription. */
  readonly kind: string;
  /** What most of its buttons carry; without it there are none. */
  readonly sourceId: string | undefined;
  /** The hour from which a digest has the day's own data, where this one is too early for it. */
  readonly ownFrom?: string | undefined;
  /** Days without an open store, whose digests did not come. */
  readonly closedBefore?: readonly string[] | undefined;
}

/** What a digest was made from, its products by number; undefined for all of a choice. */
export interface ChosenSource extends DigestSource {
  readonly productIds: readonly string[] | undefined;
}

/** The data that a digest has by its hour. */
export interface DataAt {
  /** The day it is of. */
  readonly day: string;
  /** Whether that is the day that the digest should be of. */
  readonly isOwn: boolean;
  /** HH:mm from which it is. */
  readonly ownFrom: string;
}

export interface Occasion {
  readonly businessDate: string;
  readonly dueAt: number;
  /** Undefined for a digest by hand in a channel without a subscription. */
  readonly subscription: Subscription | undefined;
  /** Somebody asked for it: it waits for nothing. */
  readonly isManual: boolean;
  readonly now: number;
}

/** What a digest is made of, or why it is not made yet. */
export type Readiness =
  | {
      readonly kind: 'ready';
      readonly dataDay: string | undefined;
      /** The first of several days; `dataDay` when not set. */
      readonly dataFrom?: string | undefined;
      /** Days without an open store, whose digests did not come. */
      readonly closedBefore?: readonly string[];
      readonly timeliness: Timeliness;
    }
  | { readonly kind: 'waiting' }
  /** No store was open on the days that it would be of. */
  | { readonly kind: 'closed' };

/** How the data of a digest stands to its time. `wanted` is the day it should be of. */
export type Timeliness =
  | { readonly kind: 'onTime' }
  /** The data of the day, but after its time: the service had it late, or the bot was not running. */
  | { readonly kind: 'late'; readonly because: 'service' | 'bot'; readonly dueAt: number }
  /** The data is older than it should be: the service has not been updated, is still at it, or did not answer. */
  | {
      readonly kind: 'unrefreshed';
      readonly wanted: string;
      readonly isUpdating?: boolean;
      readonly isUnreached?: boolean;
    }
  /** No product has changed since the day of the data, and none was to be expected to. */
  | { readonly kind: 'quiet'; readonly wanted: string };

/** A digest that is posted so long after its time is late. */
export const LATE_MS = 15 * 60_000;

/** The kinds of digests that this process knows. */
export interface DigestKinds {
  /** The first is the one that is meant where none is named. */
  readonly all: readonly [DigestKind, ...DigestKind[]];
  readonly contents: readonly [string, ...string[]];
  /** That of a subscription or button: of `stock#<uuid>` as well. Undefined for one that this process does not know. */
  find(kind: string): DigestKind | undefined;
  /** @throws RangeError for one that this process does not know */
  of(kind: string): DigestKind;
  /** What is typed, with what it means. */
  readonly typed: ReadonlyMap<string, string>;
}

export function digestKinds(...all: readonly [DigestKind, ...DigestKind[]]): DigestKinds {
  const [first, ...more] = all;
  const find = (kind: string) => all.find(({ content }) => content === contentOf(kind));
  return {
    all,
    contents: [first.content, ...more.map(({ content }) => content)],
    find,
    of(kind) {
      const found = find(kind);
      if (found === undefined) throw new RangeError(`There are no digests of ${kind}.`);
      return found;
    },
    typed: typedContents(all),
  };
}

export function typedContents(
  kinds: readonly Pick<DigestKind, 'content' | 'typed'>[],
): ReadonlyMap<string, string> {
  return lexicon(kinds.map(({ content, typed }) => [content, typed] as const));
}
