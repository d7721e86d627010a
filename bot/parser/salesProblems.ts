import { isCalendarDay } from 'retail-data-client/core';
import type { Worded } from '../language/language.ts';
import { nearestWord } from './didYouMean.ts';
import type { NameLookup } from './nameLookup.ts';
import { isCloser, likeThem, MEANINGS, type Meaning, type Meant, namesOf } from './names.ts';
import { MOST_CHOSEN } from './question.ts';
import { inQuotes, isOneOf, isPlain, phraseOf, type Token } from './tokenizer.ts';
import {
  COMPARE_WORDS,
  FORECAST_WORDS,
  KEYS,
  MONEY_WORDS,
  RETURN_WORDS,
  STOCK_WORDS,
  TURNING_WORDS,
  WITHOUT_WORDS,
} from './vocabulary.ts';

/** Words that could not be read, and what could stand in their place, the likeliest first. */
export interface Problem {
  readonly sentence: Worded;
  readonly tokens: readonly Token[];
  /** An empty text leaves the words out. */
  readonly instead: readonly string[];
  /** What is written for a product and for a store, where both are as likely. */
  readonly either?: Readonly<Record<Meaning, string>>;
  /** Whole commands of another kind that may have been meant. */
  readonly elsewhere?: readonly string[];
}

/** What may be meant by a word that is spelled wrong. */
const SUGGESTED = [
  ...['help', 'compare', 'yesterday', 'last week', 'this week', 'last month', 'this month', 'last 7 days'],
  ...['last year', 'this year', 'returns', 'without', 'hjelp', 'sammenlign', 'samanlikn', 'retur', 'uten'],
  ...['i gar', 'forrige uke', 'denne uken', 'forrige maned', 'denne maneden', 'siste 7 dager', 'i fjor'],
];

/** What was meant by words that are spelled wrong; undefined when that is nothing of the command's own. */
export function nearestPhrase(used: readonly Token[]): string | undefined {
  return used.every(isPlain) ? nearestWord(phraseOf(used), SUGGESTED) : undefined;
}

/** Words that turn the meaning of what stands beside them: a name without them would be another question. */
const TURNING = [...WITHOUT_WORDS, ...COMPARE_WORDS, ...RETURN_WORDS];

const NO_FIGURES = [
  ['money', MONEY_WORDS],
  ['forecast', FORECAST_WORDS],
] as const;

const MOST_OFFERED = 5;

/** Words or a number that can be products and stores. */
export function ambiguous(words: string, tokens: readonly Token[], found: readonly Meant[]): Problem {
  const offered = found.slice(0, MOST_OFFERED);
  const written = (meaning: Meaning) => {
    const ids = found.filter((each) => each.meaning === meaning).map(({ id }) => id);
    return `${meaning}:${ids.slice(0, MOST_CHOSEN).join(',')}`;
  };
  return {
    sentence: (t) => t.parser.names.ambiguous(words, offered, offered.length < found.length),
    tokens,
    ...eitherOf(written),
  };
}

export function unknownNumber(number: string, tokens: readonly Token[]): Problem {
  const day = number.replace(/^(20\d\d)(\d\d)(\d\d)$/, '$1-$2-$3');
  const isDay = day !== number && isCalendarDay(day);
  return {
    sentence: (t) => t.parser.names.unknownNumber(number, isDay),
    tokens,
    ...eitherOf((meaning) => `${meaning}:${number}`, isDay ? [day] : []),
  };
}

function eitherOf(written: (meaning: Meaning) => string, before: readonly string[] = []) {
  const either = { product: written('product'), store: written('store') };
  return { either, instead: [...before, ...MEANINGS.map((meaning) => either[meaning])] };
}

export function unknownKey(token: Token): Problem {
  const key = KEYS.get(nearestWord(token.unknownKey ?? '', KEYS.keys()) ?? '');
  const value = token.quoted ? inQuotes(token.value) : token.value;
  return {
    sentence: (t) => t.parser.unknown(token.text, '/sales'),
    tokens: [token],
    instead: key === undefined ? [''] : [`${key}:${value}`],
  };
}

/** One did-you-mean: a word of the command, a name that is spelled much like it, or the command without it. */
export function unknownWords(used: readonly Token[], names: NameLookup, isLeftOut: boolean): Problem {
  const words = phraseOf(used);
  const [first, second] = used;
  const stockWord = first !== undefined && isPlain(first) ? STOCK_WORDS.get(first.folded) : undefined;
  if (first !== undefined && isStockQuestion(used)) {
    const days = second !== undefined && /^[1-9]\d?$/.test(second.value) ? ` ${second.value}` : '';
    return {
      sentence: (t) => t.parser.sales.stockQuestion(first.value),
      tokens: used,
      instead: ['', 'yesterday'],
      elsewhere: [`/stock ${stockWord}${stockWord === 'low' ? days : ''}`],
    };
  }
  for (const [about, words] of NO_FIGURES) {
    if (used.some((token) => isOneOf(words, token)))
      return { sentence: (t) => t.parser.sales.noFigures[about], tokens: used, instead: [''] };
  }
  for (const token of used.length > 1 ? used.filter(isPlain) : []) {
    const meant = nearestWord(token.value, TURNING);
    if (meant !== undefined) return unknownWord(token, meant);
  }
  if (used.some((token) => isOneOf(TURNING_WORDS, token))) {
    return { sentence: (t) => t.parser.unknown(words, '/sales'), tokens: used, instead: [] };
  }
  const near = nearestPhrase(used);
  const like = MEANINGS.flatMap((meaning) =>
    likeThem(words, namesOf(meaning, names), 2).map((named) => ({ ...named, meaning })),
  );
  const offered = like.map(({ meaning, id }) => `${meaning}:${id}`);
  if (like.length === 0 || (near !== undefined && isCloser(near, words, like))) {
    // Without a word behind "without" the question would be another one.
    const left = isLeftOut ? [] : [''];
    return {
      sentence: (t) => t.parser.unknown(words, '/sales'),
      tokens: used,
      instead: near === undefined ? left : [near, ...offered],
    };
  }
  return {
    sentence: (t) => t.parser.names.notNamedEither(words, like),
    tokens: used,
    instead: offered,
  };
}

function unknownWord(token: Token, meant: string): Problem {
  return {
    sentence: (t) => t.parser.unknown(token.value, '/sales'),
    tokens: [token],
    instead: [meant],
  };
}

/** "Out" and "low" are asked of /stock. */
export function isStockQuestion([first]: readonly Token[]): boolean {
  const word = first !== undefined && isPlain(first) ? STOCK_WORDS.get(first.folded) : undefined;
  return word === 'out' || word === 'low' || word === 'changes';
}
