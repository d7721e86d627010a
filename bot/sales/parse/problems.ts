import { isCalendarDay } from 'retail-data-client/calendar/calendar';
import type { Worded } from '../../language/language.ts';
import { nearestWord } from '../../parse/didYouMean.ts';
import type { NameLookup } from '../../parse/nameLookup.ts';
import { groupLike, isCloser, likeThem, type Meant, type Near, namesOf } from '../../parse/names.ts';
import { MEANINGS, type Meaning } from '../../parse/selection.ts';
import { inQuotes, isOneOf, isPlain, phraseOf, type Token } from '../../parse/tokenizer.ts';
import { WITHOUT_WORDS, wordList } from '../../parse/vocabulary.ts';
import { parseWords } from '../../parse/words/words.ts';
import { FLAGS } from '../filters.ts';
import { salesWords } from '../words/words.ts';
import {
  COMPARE_WORDS,
  FORECAST_WORDS,
  MONEY_WORDS,
  SALES_KEYS,
  STOCK_WORDS,
  TURNING_WORDS,
} from './words.ts';

/** Words that couldn't be read. */
export interface Problem {
  readonly sentence: Worded;
  readonly tokens: readonly Token[];
  /** Replacements for the tokens, likeliest first; an empty text leaves them out. */
  readonly instead: readonly string[];
  /** Whether the replacement changes the question, so that it needs the sentence. */
  readonly leavesOut?: boolean;
  /** Whether the whole text may have been meant for `/stock`. */
  readonly isForStock?: true;
}

/** Phrases to suggest for misspelled words. */
const SUGGESTED = [
  ...['help', 'compare', 'yesterday', 'last week', 'this week', 'last month', 'this month', 'last 7 days'],
  ...['last year', 'this year', 'returns', 'without', 'hjelp', 'sammenlign', 'samanlikn', 'retur', 'uten'],
  ...['i gar', 'forrige uke', 'denne uken', 'forrige maned', 'denne maneden', 'siste 7 dager', 'i fjor'],
];

/** The phrase of SUGGESTED that is spelled most like the words; undefined if none is. */
export function nearestPhrase(used: readonly Token[]): string | undefined {
  return used.every(isPlain) ? nearestWord(phraseOf(used), SUGGESTED) : undefined;
}

/** Words that change the meaning of a name next to them, so that dropping one would ask another question. */
const TURNING = [...WITHOUT_WORDS, ...COMPARE_WORDS, ...wordList(FLAGS.returns.words)];

const NO_FIGURES = [
  ['money', MONEY_WORDS],
  ['forecast', FORECAST_WORDS],
] as const;

const MAX_OFFERED = 5;

/** Words or a number that mean both products and stores. */
export function ambiguous(words: string, tokens: readonly Token[], found: readonly Meant[]): Problem {
  const offered = found.slice(0, MAX_OFFERED);
  const written = (meaning: Meaning) => {
    const [only, second] = found.filter((each) => each.meaning === meaning);
    return `${meaning}:${second === undefined ? only?.id : inQuotes(words)}`;
  };
  return {
    sentence: (t) => parseWords(t).names.ambiguous(words, offered, offered.length < found.length),
    tokens,
    instead: MEANINGS.map(written),
  };
}

/** Words that only begin the names of stores. */
export function askForStore(words: string, tokens: readonly Token[], found: readonly Meant[]): Problem {
  const offered = found.slice(0, MAX_OFFERED);
  return {
    sentence: (t) => parseWords(t).names.notNamedEither(words, offered),
    tokens,
    instead: offered.map(({ id }) => `store:${id}`),
  };
}

export function unknownNumber(number: string, tokens: readonly Token[]): Problem {
  const day = number.replace(/^(20\d\d)(\d\d)(\d\d)$/, '$1-$2-$3');
  const isDay = day !== number && isCalendarDay(day);
  return {
    sentence: (t) => parseWords(t).names.unknownNumber(number, isDay),
    tokens,
    instead: [...(isDay ? [day] : []), ...MEANINGS.map((meaning) => `${meaning}:${number}`)],
  };
}

export function unknownKey(token: Token): Problem {
  const key = SALES_KEYS.get(nearestWord(token.unknownKey ?? '', SALES_KEYS.keys()) ?? '');
  const value = token.quoted ? inQuotes(token.value) : token.value;
  return {
    sentence: (t) => parseWords(t).unknown(token.text, '/sales'),
    tokens: [token],
    instead: key === undefined ? [] : [`${key}:${value}`],
  };
}

/** Suggests a word of the command, or a group or name that is spelled much like the words. */
export function unknownWords(used: readonly Token[], names: NameLookup): Problem {
  const words = phraseOf(used);
  const [first] = used;
  if (first !== undefined && isStockQuestion(used)) {
    return {
      sentence: (t) => salesWords(t).mistakes.stockQuestion(first.value),
      tokens: used,
      instead: [],
      isForStock: true,
    };
  }
  for (const [about, words] of NO_FIGURES) {
    const tokens = used.filter((token) => isOneOf(words, token));
    if (tokens.length > 0)
      return {
        sentence: (t) => salesWords(t).mistakes.noFigures[about],
        tokens,
        instead: [''],
        leavesOut: true,
      };
  }
  for (const token of used.length > 1 ? used.filter(isPlain) : []) {
    const meant = nearestWord(token.value, TURNING);
    if (meant !== undefined) return unknownWord(token, meant);
  }
  const unknown: Problem = {
    sentence: (t) => parseWords(t).unknown(words, '/sales'),
    tokens: used,
    instead: [],
  };
  if (used.some((token) => isOneOf(TURNING_WORDS, token))) return unknown;
  const near = nearestPhrase(used);
  const like = spelledLike(words, names);
  const offered = like.map((each) =>
    each.meaning === 'group' ? `group:${inQuotes(each.name)}` : `${each.meaning}:${each.id}`,
  );
  if (near !== undefined && (like.length === 0 || isCloser(near, words, like))) {
    return { ...unknown, instead: [near, ...offered] };
  }
  if (like.length === 0) return unknown;
  return {
    sentence: (t) => parseWords(t).names.notNamedEither(words, like),
    tokens: used,
    instead: offered,
  };
}

/** A group, products and stores with a name spelled much like the words. */
export function spelledLike(words: string, names: NameLookup): readonly Near[] {
  const group = groupLike(words, names.products);
  return [
    ...(group === undefined ? [] : [{ meaning: 'group', name: group } as const]),
    ...MEANINGS.flatMap((meaning) =>
      likeThem(words, namesOf(meaning, names), 2).map((named) => ({ ...named, meaning })),
    ),
  ];
}

function unknownWord(token: Token, meant: string): Problem {
  return {
    sentence: (t) => parseWords(t).unknown(token.value, '/sales'),
    tokens: [token],
    instead: [meant],
  };
}

/** Whether a text begins with a word of `/stock`: "out", "low", "changes". */
export function isStockQuestion([first]: readonly Token[]): boolean {
  return isOneOf(STOCK_WORDS, first);
}
