import type { Askable } from '../ask/asking.ts';
import type { AnswerReader, Reader } from '../ask/reader.ts';
import type { SheetContent } from '../figures/sheet.ts';
import type { Catalog } from '../language/language.ts';
import type { PickedIds, Selection } from '../parse/selection.ts';
import { lexicon } from '../parse/vocabulary.ts';
import type { Capability } from '../settings/accessPolicy.ts';
import type { Message } from '../slack/message.ts';
import { contentOf } from './key.ts';
import type { DigestSource, PostedWith } from './sources.ts';
import type { Cadence, Subscription } from './subscription.ts';

/**
 * The contract of a kind of digest. A feature implements it; the engine schedules, renders, posts and explains digests
 * without knowing what is in them.
 */
export interface DigestKind extends NamedKind {
  /** What a person needs to get it; `question`: that of its subscription. */
  needs(question: string | undefined): readonly Capability[];
  /** Whether parts are derived from sales. A channel gets these only once a person who sees sales has subscribed it. */
  readonly derivesFromSales: boolean;
  /** The data of a digest that is due at `dueAt`. */
  dataAt(dueAt: number): DataAt;
  /** Whether the data of a digest is available, and of which days. */
  resolve(occasion: Occasion): Promise<Readiness>;
  /** Undefined when its data is no longer stored. */
  read(source: ChosenSource): Promise<Digest | undefined>;
  /** All rows, for the file in the thread of a digest. */
  sheet(source: ChosenSource, t: Catalog): Promise<DigestSheet>;
  /** The question for all its products, answered with the latest data. */
  list(source: ChosenSource): Askable;
  /** A question as a command to copy, in mrkdwn. Undefined for a kind that answers none. */
  label?(question: string, t: Catalog): string;
  /** The sentence of `/digest status` about the latest stored data. */
  latest?(t: Catalog): Promise<string>;
}

/** A kind of digest, as commands name it. */
export interface NamedKind {
  /** Its id in keys, tables, buttons and commands, so it never changes: `stock`. */
  readonly content: string;
  /** The words that people can type for it, `content` included, separated by spaces. */
  readonly typed: string;
  /** The content of a more general kind, whose words can be typed beside its own: "weekly sales". */
  readonly narrows?: string;
  readonly cadence: Cadence;
  /** Whether it can be of some stores only. */
  readonly isByStore: boolean;
  /** HH:mm at which it is due unless a person chooses another time; that of the settings where undefined. */
  readonly ownTime?: string;
  /** HH:mm from which the service has the data that a digest should show. */
  readonly ownFrom: string;
  readonly words: (t: Catalog) => DigestKindWords;
}

export interface DigestSheet extends SheetContent {
  /** "Stock digest · Fri 20 Nov 2026" */
  readonly title: string;
}

export interface DigestKindWords {
  /** The word to type for it. */
  readonly typed: string;
  /** Used in lists, and before "digest" in a sentence. */
  readonly name: string;
  /** What a channel gets: "the stock digest". */
  readonly gets: string;
  /** The data that it waits for. */
  readonly data: string;
  /** What arrives at `ownFrom`: "today's stock". */
  readonly fresh: string;
  /** The option in the form. */
  readonly option: string;
  /** Posted instead of a digest while no data is stored. */
  readonly nothingRead: string;
  /** Names of the product choices `mine` and `all`. */
  readonly mine: string;
  readonly all: string;
  /** Instead of the lines that explain its numbers, once those of `date` are deleted. */
  gone(date: string): string;
  title(where: string, when: string): string;
  next(at: number, timeZone: string): string;
  /** For a time before the day's own data, which arrives at `ownFrom`. */
  nextEarly(at: number, timeZone: string, day: string, ownFrom: string): string;
}

/** The data that the kinds wait for, each once, and when it arrives. */
export function arrivalsOf(kinds: readonly NamedKind[], t: Catalog) {
  const arrivals = kinds.map(({ ownFrom, words }) => ({ fresh: words(t).fresh, ownFrom }));
  return [...new Map(arrivals.map((each) => [each.fresh, each])).values()];
}

/** The data of a digest, ready to be rendered. */
export interface Digest extends PostedWith {
  view(frame: DigestFrame, reader: AnswerReader): Message;
  /** Lines that explain its numbers. Without `seesSales`, none of those that are derived from sales. */
  why(reader: Reader, seesSales: boolean): readonly string[];
}

/** What surrounds the data of a digest. */
export interface DigestFrame {
  readonly timeliness: Timeliness;
  readonly selection: Selection;
  /** The chosen stores, as text; undefined for all. */
  readonly where?: string | undefined;
  readonly channelId: string;
  /** The kind of its subscription. */
  readonly kind: string;
  readonly name: string | undefined;
  /** The value of most buttons; undefined for a digest without buttons. */
  readonly sourceId: string | undefined;
  /** HH:mm from which a digest has the day's own data; undefined when this one isn't too early for it. */
  readonly ownFrom?: string | undefined;
  /** Days before without an open store, which had no digest. */
  readonly closedBefore?: readonly string[] | undefined;
}

/** A source with its numbers. */
export interface ChosenSource extends DigestSource {
  readonly picked: PickedIds;
}

/** The data that is available when a digest is due. */
export interface DataAt {
  readonly day: string;
  /** Whether `day` is the day that the digest should show. */
  readonly isOwn: boolean;
}

export interface Occasion {
  readonly businessDate: string;
  readonly dueAt: number;
  /** Undefined for a manual digest in a channel without a subscription. */
  readonly subscription: Subscription | undefined;
  /** A manual digest waits for no data. */
  readonly isManual: boolean;
  readonly now: number;
}

/** The days of a digest's data, or why it cannot be made now. */
export type Readiness =
  | {
      readonly kind: 'ready';
      readonly dataDay: string | undefined;
      /** The first of several days; `dataDay` when not set. */
      readonly dataFrom?: string | undefined;
      /** As in DigestFrame. */
      readonly closedBefore?: readonly string[];
      readonly timeliness: Timeliness;
      /** The question with the days of this digest; undefined for a digest of a kind. */
      readonly question?: string | undefined;
    }
  | { readonly kind: 'waiting' }
  /** No store was open on its days. */
  | { readonly kind: 'closed' };

/** Whether a digest has the data it should have, on time. `wanted` is the day it should show. */
export type Timeliness =
  | { readonly kind: 'onTime' }
  /** The right data, but late: the service updated late, or the bot was not running. */
  | { readonly kind: 'late'; readonly because: 'service' | 'bot'; readonly dueAt: number }
  /** Older data: the service has not updated, is still updating, or did not answer. */
  | {
      readonly kind: 'unrefreshed';
      readonly wanted: string;
      readonly isUpdating?: boolean;
      readonly isUnreached?: boolean;
    }
  /** Older data, because no product has changed since and none was expected to. */
  | { readonly kind: 'quiet'; readonly wanted: string };

/** A digest posted this long after it was due is late. */
export const LATE_MS = 15 * 60_000;

/** The kinds of digests that this process knows. */
export interface DigestKinds {
  /** Those that can be subscribed to by their names. The first is the default where none is named. */
  readonly all: readonly [DigestKind, ...DigestKind[]];
  /** Those of questions included. */
  readonly contents: readonly [string, ...string[]];
  /** Finds `stock` and `stock#<uuid>`. Undefined for a kind that this process does not know. */
  find(kind: string): DigestKind | undefined;
  /** As `find`. @throws RangeError for a kind that this process does not know */
  of(kind: string): DigestKind;
  /** By the words that people can type. */
  readonly typed: TypedKinds;
}

export type TypedKinds = ReadonlyMap<string, NamedKind>;

export function digestKinds(
  question: DigestKind,
  ...all: readonly [DigestKind, ...DigestKind[]]
): DigestKinds {
  const [first, ...more] = all;
  const find = (kind: string) => [...all, question].find(({ content }) => content === contentOf(kind));
  return {
    all,
    contents: [first.content, ...[...more, question].map(({ content }) => content)],
    find,
    of(kind) {
      const found = find(kind);
      if (found === undefined) throw new RangeError(`There are no digests of ${kind}.`);
      return found;
    },
    typed: typedKinds(all),
  };
}

export function typedKinds(kinds: readonly NamedKind[]): TypedKinds {
  return lexicon(kinds.map((kind) => [kind, kind.typed] as const));
}
