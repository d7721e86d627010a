import { isCalendarDay } from 'retail-data-client/calendar/calendar';
import type { Catalog } from '../language/language.ts';
import { MONTHS, WEEKDAYS } from '../parse/dates/words.ts';
import { nearestWord } from '../parse/didYouMean.ts';
import { MAX_LOOKED_UP, type NameLookup } from '../parse/nameLookup.ts';
import {
  groupLike,
  isCloser,
  isNumber,
  likeThem,
  MAX_NAME_WORDS,
  type Meanings,
  type Meant,
  type Near,
  namesOf,
  unlessListed,
} from '../parse/names.ts';
import { ParseError } from '../parse/parseError.ts';
import { MEANINGS, type Meaning } from '../parse/selection.ts';
import { format, inQuotes, isOneOf, isPlain, phraseOf, type Token } from '../parse/tokenizer.ts';
import {
  AND_WORDS,
  EACH_WORDS,
  EITHER_WORDS,
  FILLERS,
  type Keys,
  VERSUS_WORDS,
} from '../parse/vocabulary.ts';
import { parseWords } from '../parse/words/words.ts';
import type { Mistake } from './said.ts';
import { type Lexicon, namesIn, type Slots } from './slots.ts';
import { askWords } from './words/words.ts';

/** Words that no slot is sure of: guessed to be a name, a number, or unknown. */
export interface Loose {
  readonly kind: 'name' | 'number' | 'unknown';
  readonly tokens: readonly Token[];
}

type AnySlots = Slots<string, string, string>;
type AnyLexicon = Lexicon<string, string, string>;

const MAX_OFFERED = 5;

/** Periods to suggest for misspelled words. */
const PERIODS = [
  ...[
    'yesterday',
    'last week',
    'this week',
    'last month',
    'this month',
    'last 7 days',
    'last year',
    'this year',
  ],
  ...[...MONTHS.keys(), ...WEEKDAYS.keys()].filter((word) => word.length > 5),
  ...['i gar', 'forrige uke', 'denne uken', 'forrige maned', 'denne maneden', 'siste 7 dager', 'i fjor'],
];

/** The unknown words of a run, apart as far as the fix of one wouldn't drop a word of another. */
export function unknownIn(
  run: readonly Loose[],
  names: NameLookup,
  { only }: Pick<AnySlots, 'only'>,
  lexicon: AnyLexicon,
): readonly (readonly Token[])[] {
  if (only !== undefined) return unknownNames(run);
  if (run.every(({ kind }) => kind !== 'unknown')) return [];
  // More words are no name, and each would have to be compared with all.
  const isFew = ({ length }: readonly Token[]) => length <= MAX_NAME_WORDS;
  const isNear = (words: readonly Token[]) =>
    isFew(words) &&
    (nearestPhrase(words, lexicon) !== undefined ||
      spelledLike(phraseOf(words), names, undefined).length > 0);
  const all = run.flatMap(({ tokens }) => tokens);
  if (isOneOf(lexicon.elsewhere, all[0]) || isNear(all)) return [all];
  const parts: Loose[][] = [[]];
  for (const loose of run) {
    if (isKnown(loose)) parts.push([]);
    else parts.at(-1)?.push(loose);
  }
  return parts.flatMap((part) => {
    const words = part.flatMap(({ tokens }) => tokens);
    const isApart = part.length > 1 && isFew(words) && !isNear(words) && words.some((word) => isNear([word]));
    return isApart ? part.map(({ tokens }) => tokens) : words.length > 0 ? [words] : [];
  });
}

/** Words of one kind of name, between numbers and names with a number: two names in a row are one that isn't known. */
function unknownNames(run: readonly Loose[]): readonly (readonly Token[])[] {
  const parts: Loose[][] = [[]];
  for (const loose of run) {
    const isWhole = loose.tokens.some((token) => isNumber(token) || isOneOf(AND_WORDS, token));
    if (loose.kind !== 'unknown' && isWhole) parts.push([]);
    else parts.at(-1)?.push(loose);
  }
  return parts
    .filter((part) => part.length > 1 || part.some(({ kind }) => kind === 'unknown'))
    .map((part) => part.flatMap(({ tokens }) => tokens));
}

/** Whether the service has no figures of one of the words. */
export function isLacking(used: readonly Token[], { lacking }: AnyLexicon): boolean {
  return lacking.some(({ words }) => used.some((token) => isOneOf(words, token)));
}

/** Names of one or two letters don't count: the "as" of "same as before" isn't the store in Ås. */
function isKnown({ kind, tokens }: Loose): boolean {
  return kind === 'number' || (kind === 'name' && phraseOf(tokens).length > 2);
}

/** The period, or the word of a slot, that is spelled most like the words. */
function nearestPhrase(used: readonly Token[], lexicon: AnyLexicon): string | undefined {
  if (!used.every(isPlain) || [lexicon.keys, EACH_WORDS].some((words) => isOneOf(words, used[0])))
    return undefined;
  return nearestWord(phraseOf(used), [...PERIODS, ...(used.length === 1 ? lexicon.suggested.keys() : [])]);
}

/** Unknown words without what may be meant, which takes time to find. */
export function notUnderstood(tokens: readonly Token[], command: string): Mistake {
  return {
    sentence: (t) => parseWords(t).unknown(phraseOf(tokens), `/${command}`),
    tokens,
    instead: [],
    // Without it, people see what else is wrong.
    isLast: tokens.every((token) => isOneOf(EITHER_WORDS, token)),
  };
}

/** A word of a slot, a group, or a product or store that is spelled much like the words. */
export function unknownWords(
  used: readonly Token[],
  names: NameLookup,
  slots: AnySlots,
  lexicon: AnyLexicon,
): Mistake {
  const { command, only } = slots;
  const words = phraseOf(used);
  const [first] = used;
  const elsewhere = isOneOf(lexicon.elsewhere, first) ? lexicon.elsewhere.get(first.folded) : undefined;
  if (first !== undefined && elsewhere !== undefined) {
    const sentence: Mistake['sentence'] = (t) => askWords(t).mistakes.elsewhere(elsewhere, first.value);
    return { sentence, tokens: used, instead: [], elsewhere: (typed) => `/${elsewhere} ${typed}` };
  }
  for (const lacking of lexicon.lacking) {
    const tokens = used.filter((token) => isOneOf(lacking.words, token));
    if (tokens.length > 0) return leftOut(tokens, lacking.sentence);
  }
  const unknown = (tokens: readonly Token[], instead: readonly string[]): Mistake => ({
    ...notUnderstood(tokens, command),
    instead,
  });
  if (used.some((token) => isOneOf(lexicon.turning, token))) return unknown(used, []);
  const near = nearestPhrase(used, lexicon);
  const like = spelledLike(words, names, only);
  for (const token of used.length > 1 && like.length === 0
    ? used.slice(0, MAX_LOOKED_UP).filter(isPlain)
    : []) {
    const meant = nearestWord(token.value, lexicon.changing);
    if (meant !== undefined) return unknown([token], [meant]);
  }
  const offered = like.map((each) =>
    each.meaning === 'group' ? `group:${inQuotes(each.name)}` : only ? each.id : `${each.meaning}:${each.id}`,
  );
  if (near !== undefined && (like.length === 0 || isCloser(near, words, like)))
    return unknown(used, [lexicon.suggested.get(near) ?? near, ...offered]);
  const { sentence, fixes = [] } = slots.unknown?.(words, like) ?? {
    sentence: (t: Catalog) =>
      like.length === 0
        ? parseWords(t).unknown(words, `/${command}`)
        : parseWords(t).names.notNamedEither(words, like),
  };
  return {
    ...unknown(used, [...offered, ...fixes]),
    sentence: like.length > 0 ? sentence : unlessListed(sentence, names),
  };
}

/** A group, products and stores with a name spelled much like the words. */
function spelledLike(words: string, names: NameLookup, only: Meaning | undefined): readonly Near[] {
  const group = groupLike(words, names.products);
  const most = only === undefined || group !== undefined ? 2 : MAX_OFFERED;
  return [
    ...(group === undefined ? [] : [{ meaning: 'group', name: group } as const]),
    ...MEANINGS.flatMap((meaning) =>
      likeThem(words, namesOf(meaning, names), most).map((named) => ({ ...named, meaning })),
    ),
  ];
}

/** Words or a number that mean both products and stores. */
export function ambiguous(words: string, tokens: readonly Token[], found: readonly Meanings[]): Mistake {
  const offered = offeredOf(found);
  const isMore = found.reduce((sum, { entries }) => sum + entries.length, 0) > offered.length;
  return {
    sentence: (t) => parseWords(t).names.ambiguous(words, offered, isMore),
    tokens,
    instead: found.map(({ meaning, entries: [only, second] }) =>
      second === undefined ? `${meaning}:${only?.id}` : `${meaning}:${inQuotes(words)}`,
    ),
  };
}

function offeredOf(found: readonly Meanings[]): readonly Meant[] {
  return found
    .flatMap(({ meaning, entries }) => entries.slice(0, MAX_OFFERED).map((named) => ({ ...named, meaning })))
    .slice(0, MAX_OFFERED);
}

/** Words that only begin the names of stores. */
export function askForStore(words: string, tokens: readonly Token[], found: readonly Meanings[]): Mistake {
  const offered = offeredOf(found);
  return {
    sentence: (t) => parseWords(t).names.notNamedEither(words, offered),
    tokens,
    instead: offered.map(({ id }) => `store:${id}`),
  };
}

export function unknownNumber(number: string, tokens: readonly Token[]): Mistake {
  const day = number.replace(/^(20\d\d)(\d\d)(\d\d)$/, '$1-$2-$3');
  const isDay = day !== number && isCalendarDay(day);
  return {
    sentence: (t) => parseWords(t).names.unknownNumber(number, isDay),
    tokens,
    instead: [...(isDay ? [day] : []), ...MEANINGS.map((meaning) => `${meaning}:${number}`)],
  };
}

export function unknownKey(token: Token, command: string, keys: Keys): Mistake {
  const key = keys.get(nearestWord(token.unknownKey ?? '', keys.keys()) ?? '');
  const value = token.quoted ? inQuotes(token.value) : token.value;
  return {
    sentence: (t) => parseWords(t).unknown(token.text, `/${command}`),
    tokens: [token],
    instead: key === undefined ? [] : [`${key}:${value}`],
  };
}

/** `value` is no row of an answer. */
export function unknownRow(
  used: readonly Token[],
  value: Token,
  { command, rows, called }: AnySlots,
  words: AnyLexicon['rows'],
): Mistake {
  const near = words.get(nearestWord(value.value, words.keys()) ?? '');
  const typed = value.key === undefined ? `by:${value.text}` : value.text;
  return {
    sentence: (t) => {
      const names = called(t).rows;
      const known = namesIn(rows).flatMap((name) => names[name]?.name ?? []);
      return known.length === 0
        ? parseWords(t).unknown(typed, `/${command}`)
        : askWords(t).mistakes.unknownRow(typed, known);
    },
    tokens: used,
    instead: near === undefined ? [] : [`by:${near}`],
    isOfRows: true,
  };
}

export function wrongNumber(
  typed: string,
  name: string,
  used: readonly Token[],
  { counts, called }: AnySlots,
): Mistake {
  const { most = 0, usual = 0, units } = counts[name] ?? {};
  return {
    sentence: (t) =>
      askWords(t).mistakes.wrongNumber(typed, called(t).counts[name] ?? { typed: name, of: '' }, most),
    tokens: used,
    instead: [`${name}${units === undefined ? ':' : ' '}${usual}`],
    isOfRows: true,
  };
}

/** Words that the question can't have; the sentence says that they are left out. */
export function leftOut(tokens: readonly Token[], sentence: Mistake['sentence']): Mistake {
  return { sentence, tokens, instead: [''], leavesOut: true };
}

/** Nothing stands after "without". */
export function nothingLeftOut(word: Token): Mistake {
  return { sentence: (t) => askWords(t).mistakes.nothingLeftOut(word.value), tokens: [word], instead: [] };
}

/** The first mistake's sentence, and the whole command with each of its fixes. */
export function errorOf(
  mistakes: readonly Mistake[],
  tokens: readonly Token[],
  {
    elsewhere = format(tokens),
    isUnderstood = true,
  }: {
    /** The words as another command takes them. */
    readonly elsewhere?: string;
    /** Whether enough is left without the mistakes to fill in a form. */
    readonly isUnderstood?: boolean;
  } = {},
): ParseError {
  const [main] = mistakes.toSorted(
    (one, other) => Number(one.isLast === true) - Number(other.isLast === true),
  ) as [Mistake, ...Mistake[]];
  const withFixes = (fixes: ReadonlyMap<Mistake, string>) => textWith(tokens, fixes);
  const [first = '', ...rest] = main.instead.map((fix) => withFixes(new Map([[main, fix]])));
  return new ParseError(main.sentence, first, rest, {
    elsewhere: main.elsewhere === undefined ? [] : [main.elsewhere(elsewhere)],
    understood: isUnderstood ? withFixes(new Map(mistakes.map((each) => [each, '']))) : '',
    leavesOut: main.leavesOut === true,
    isOfRows: main.isOfRows === true,
  });
}

/** Words that need one behind them, such as the "at" of "at noon" or the "vs" of "oslo vs". */
const LEADING = [FILLERS, VERSUS_WORDS];

function textWith(tokens: readonly Token[], fixes: ReadonlyMap<Mistake, string>): string {
  const written = new Set<Mistake>();
  const texts: string[] = [];
  for (const [at, token] of tokens.entries()) {
    const mistake = [...fixes.keys()].find((each) => each.tokens.includes(token));
    const fix = mistake === undefined ? token.text : (fixes.get(mistake) ?? '');
    if (mistake !== undefined && written.has(mistake)) continue;
    // What stood before "at 8" is gone, and nothing can begin with "at".
    if (mistake === undefined && texts.length === 0 && written.size > 0 && isOneOf(FILLERS, token)) continue;
    if (mistake !== undefined) written.add(mistake);
    if (fix === '' && LEADING.some((words) => isOneOf(words, tokens[at - 1]))) texts.pop();
    if (fix !== '') texts.push(fix);
  }
  const isJoint = (text: string | undefined) => text !== undefined && AND_WORDS.has(text);
  return texts.filter((text, at) => !isJoint(text) || (at > 0 && at < texts.length - 1)).join(' ');
}
