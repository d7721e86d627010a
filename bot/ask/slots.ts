import type { Catalog, Worded } from '../language/language.ts';
import type { Near } from '../parse/names.ts';
import { type Meaning, type Selection, writeSelection } from '../parse/selection.ts';
import { KEYS, type Key, lexicon, WITHOUT_WORDS, wordList } from '../parse/vocabulary.ts';
import type { DayRange } from '../text/dayRange.ts';
import { askWords } from './words/words.ts';

/** What an answer can have a row for: `by:week`, "per uke", "each week". */
interface RowSlot {
  readonly words: string;
  /** Words that need no `by:`, such as "weekly". */
  readonly adverbs?: string;
  /** Words that mean these rows where no others are said. */
  readonly implied?: string;
  readonly example?: string;
}

/** A number: `top:10`, "top 10", "10 best", or only "best". */
export interface CountSlot {
  /** What stands before a colon; empty for what only its units say. */
  readonly words: string;
  /** How it is written, with # for the number; `name:#` where undefined. */
  readonly written?: string;
  /** Words without a colon. */
  readonly spoken?: string;
  /** From 1 to `most`. */
  readonly most: number;
  /** Meant where no number stands, and suggested after a wrong one. */
  readonly usual: number;
  readonly refused?: Refusal;
  /** Words for what it counts, by how many one is: `{ 7: 'week' }`. A number with one can stand anywhere: "low gin 14 days". */
  readonly units?: Readonly<Record<number, string>>;
  readonly example?: string;
}

/** A word of its own: `returns`. */
export interface FlagSlot {
  readonly words: string;
  /** Words that mean it behind "every": "every monday" are mondays. */
  readonly each?: string;
  /** How it is written; its name where undefined. */
  readonly written?: string;
  /** Two compared periods can't have it. */
  readonly isOfOnePeriod?: true;
  /** Asks something of its own, so it has no rows, counts or other flags. */
  readonly isAlone?: true;
  readonly refused?: Refusal;
  readonly example?: string;
}

/** The form of a command: which slots have a field. The input of a field follows from its slot. */
export interface Fields {
  /** In order: `period`, `product`, `store`, `rows`, a name of `oneOf`, a count or a flag. */
  readonly slots: readonly string[];
  /** Those behind "More options". */
  readonly more?: readonly string[];
  /** Periods to choose from, as they are typed. */
  readonly periods?: readonly string[];
  /** Lists that only people who see sales can choose. */
  readonly ofSales?: readonly string[];
  /** What a form asks in which nothing is chosen. */
  readonly otherwise?: string;
  /** By the block of a field. */
  readonly words: (t: Catalog) => FieldWords;
}

export interface FieldText {
  readonly label: string;
  readonly hint?: string;
  /** Beside the box, or in an empty date. */
  readonly box?: string;
  /** Below a field with a value that is none. */
  readonly wrong?: string;
  /** The choices, in their order. */
  readonly options?: Readonly<Record<string, string>>;
  readonly periods?: Readonly<Record<string, (days: DayRange) => string>>;
  /** The days of the question, among the periods. */
  readonly asked?: (days: DayRange) => string;
}

export type FieldWords = Readonly<Record<string, FieldText>>;

/** Why a slot that is understood isn't answered. */
interface Refusal {
  readonly sentence: Worded;
  /** Each takes the place of its words in a suggestion. */
  readonly instead: readonly string[];
  /** Suggested in their place where no rows are said. */
  readonly alone?: string;
}

/**
 * What a command can be told besides its period, products and stores, by the names under which it is written. The
 * reader, the writer and the suggestions follow from this table.
 */
export interface Slots<Row extends string, Count extends string, Flag extends string> {
  readonly command: string;
  /** What words that nothing else takes are searched for as; they are mistakes where undefined. */
  readonly searches?: Meaning;
  readonly rows: Readonly<Record<Row, RowSlot>>;
  readonly counts: Readonly<Record<Count, CountSlot>>;
  readonly flags: Readonly<Record<Flag, FlagSlot>>;
  /** Counts and flags of which a question has one, under a name of theirs. */
  readonly oneOf?: Readonly<Record<string, string>>;
  /** Asks for two periods beside each other. */
  readonly compare?: string;
  /** Stand between them, as "vs" does anywhere: "with". */
  readonly beside?: string;
  /** Add nothing to a question of this command. */
  readonly fillers: string;
  /** Words for its figures, which add nothing either unless they are in a name. */
  readonly nouns?: string;
  /** Ask something else, so that leaving one out would ask another question. */
  readonly turning?: string;
  /** Words that another command answers, by its name. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** What the service has no figures of. */
  readonly lacking: readonly Lacking[];
  /**
   * What help shows beside the `example` of each slot: words behind the command, by name. {product}, {group} and {store}
   * stand for one that can be asked about.
   */
  readonly examples?: Readonly<Record<string, string>>;
  /** The names of the examples that help shows first. */
  readonly first?: string;
  /** Instead of the usual sentence for words that are nothing; `like` are spelled much like them. */
  readonly unknown?: (words: string, like: readonly Near[]) => Unknown;
  /** The kind of all names, so that a number needs no key; undefined for both. */
  readonly only?: Meaning;
  /** The names of slots in sentences; rows without one aren't offered. */
  readonly called: (t: Catalog) => {
    readonly rows: Readonly<Partial<Record<Row, { readonly name: string; readonly title?: string }>>>;
    /** The word before a number, and what it counts. */
    readonly counts: Readonly<Partial<Record<Count, { readonly typed: string; readonly of: string }>>>;
  };
}

export interface Lacking {
  readonly words: string;
  readonly sentence: Worded;
}

interface Unknown {
  readonly sentence: Worded;
  /** Replacements for the words, beside those of `like`. */
  readonly fixes?: readonly string[];
}

/** What no command has figures of. */
export const MONEY: Lacking = {
  words:
    'kr kroner krone nok money price prices priced cost costs revenue turnover value omsetning omsetningen omsetnad pris prisen priser verdi beløp ' +
    'koster kostar koste kostet profit profits margin margins earn earned fortjeneste fortjenesten tjente tjener avanse dekningsbidrag',
  sentence: (t) => askWords(t).mistakes.noPrices,
};

/** The words of a table, folded. */
export type Lexicon<Row extends string, Count extends string, Flag extends string> = ReturnType<
  typeof lexiconOf<Row, Count, Flag>
>;

export function lexiconOf<Row extends string, Count extends string, Flag extends string>(
  slots: Slots<Row, Count, Flag>,
) {
  const counts = lexicon(each(slots.counts, ({ words }) => words));
  const hasRows = namesIn(slots.rows).length > 0;
  const { compare = '', beside = '', turning = '', elsewhere = {} } = slots;
  const rows = lexicon(each(slots.rows, ({ words }) => words));
  const adverbs = lexicon(each(slots.rows, ({ adverbs }) => adverbs));
  const flags = lexicon(each(slots.flags, ({ words }) => words));
  const eachFlags = lexicon(each(slots.flags, ({ each }) => each));
  const comparing = wordList(compare);
  const isRefused = (name: Count | Flag) =>
    (Object.hasOwn(slots.counts, name) ? slots.counts[name as Count] : slots.flags[name as Flag]).refused !==
    undefined;
  const ofPeriods = new Set(eachFlags.values());
  const ownFlags = [...flags].flatMap(([word, name]) =>
    isRefused(name) || ofPeriods.has(name) ? [] : [word],
  );
  const changing = [...WITHOUT_WORDS, ...comparing, ...ownFlags];
  return {
    keys: new Map<string, Key | Count>([
      ...[...KEYS].filter(([, key]) => hasRows || key !== 'by'),
      ...counts,
    ]),
    rows,
    adverbs,
    /** Words that change the meaning of a name beside them: without one, another question is asked. */
    changing,
    /** What is suggested for words that are spelled much like those of a slot. */
    suggested: new Map<string, string>([
      ...['help', ...changing, ...adverbs.keys()].map((word) => [word, word] as const),
      // Not words such as "best-selling", which are long enough to be like many others.
      ...[...counts].flatMap(([word, name]) => (isRefused(name) ? [] : [[word, word] as const])),
      ...[...rows].map(([word, name]) => [word, `by:${name}`] as const),
    ]),
    implied: lexicon(each(slots.rows, ({ implied }) => implied)),
    counts: lexicon(each(slots.counts, ({ words, spoken = '' }) => `${words} ${spoken}`)),
    flags,
    eachFlags,
    /** Words of counts with units. */
    measures: lexicon(each(slots.counts, ({ words, units }) => units && words)),
    /** How many one of a unit is, and the count that only it belongs to. */
    units: lexicon(
      namesIn(slots.counts).flatMap((name) => {
        const { words, units = {} } = slots.counts[name];
        const count = words === '' ? name : undefined;
        return Object.entries(units).map(([each, unit]) => [{ each: Number(each), count }, unit] as const);
      }),
    ),
    /** By the name of a count or flag. */
    refused: new Map<string, Refusal>(
      [slots.counts, slots.flags].flatMap((all: Readonly<Record<string, CountSlot | FlagSlot>>) =>
        Object.entries(all).flatMap(([name, { refused }]) => (refused ? [[name, refused] as const] : [])),
      ),
    ),
    compare: comparing,
    beside: wordList(beside),
    fillers: wordList(slots.fillers),
    nouns: wordList(slots.nouns ?? ''),
    turning: wordList(turning),
    elsewhere: lexicon(each(elsewhere, (words) => words)),
    lacking: slots.lacking.map((each) => ({ ...each, words: wordList(each.words) })),
  };
}

/** Each name with its words; none for a slot without any. */
function each<Name extends string, Slot>(
  slots: Readonly<Record<Name, Slot>>,
  wordsOf: (slot: Slot) => string | undefined,
): (readonly [Name, string])[] {
  return namesIn(slots).flatMap((name) => {
    const words = wordsOf(slots[name])?.trim() ?? '';
    return words === '' ? [] : [[name, words] as const];
  });
}

/**
 * The command that is read as what is asked. `rows`: how it is grouped; `asked` has a number for each count and true for
 * each flag that is said.
 */
export function writeSlots<Row extends string, Count extends string, Flag extends string>(
  slots: Slots<Row, Count, Flag>,
  {
    period,
    selection,
    rows,
    asked,
  }: {
    /** As typed; empty for none. */
    readonly period: string;
    readonly selection: Selection;
    readonly rows: readonly (Row | undefined)[];
    readonly asked: Asked<Count, Flag>;
  },
): string {
  return [
    `/${slots.command}`,
    ...(period === '' ? [] : [period]),
    ...writeSelection(selection),
    ...writeAsked(slots, asked),
    ...rows.flatMap((row) => (row === undefined ? [] : [`by:${row}`])),
  ].join(' ');
}

/** A number for each count, and true for each flag, that is asked. */
export type Asked<Count extends string, Flag extends string> = { readonly [Name in Count]?: number } & {
  readonly [Name in Flag]?: true;
};

/** The words of counts and flags, in the order of their table. */
export function writeAsked<Count extends string, Flag extends string>(
  { counts, flags }: Pick<Slots<string, Count, Flag>, 'counts' | 'flags'>,
  asked: Asked<Count, Flag>,
): string[] {
  return [
    ...namesIn(counts).flatMap((name) =>
      asked[name] === undefined ? [] : [countWords(name, counts[name], String(asked[name]))],
    ),
    ...namesIn(flags).flatMap((name) => (asked[name] ? [flagWords(name, flags[name])] : [])),
  ];
}

export function countWords(name: string, { written = `${name}:#` }: CountSlot, number: string): string {
  return written.replace('#', () => number);
}

export function flagWords(name: string, flag: FlagSlot | undefined): string {
  return flag?.written ?? name;
}

/** The names of slots, in the order of their table. */
export function namesIn<Name extends string>(slots: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(slots) as Name[];
}
