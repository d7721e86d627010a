import { WEEKDAYS } from '../parse/dates/words.ts';
import { ParseError } from '../parse/parseError.ts';
import type { FindPeriod } from '../parse/periodTokens.ts';
import { isOneOf, isPlain, type Token } from '../parse/tokenizer.ts';
import { AND_WORDS, EACH_WORDS, KEYS, type Key, OWN_WORDS } from '../parse/vocabulary.ts';
import { fold } from '../text/normalize.ts';
import { readTimeOfDay } from '../text/timeOfDay.ts';
import type { Cadence } from './presets.ts';
import { DIGEST_KEYS, type DigestKey, INTERVAL_WORDS, LANGUAGE_WORDS, SETTINGS_WORDS } from './vocabulary.ts';
import { digestWords } from './words/words.ts';

type SettingKey = DigestKey | Exclude<Key, 'by'>;

/** A setting of several words, as it stands in a text. */
export type SaidSetting =
  | { readonly of: DigestKey; readonly value: string }
  | { readonly of: 'weekdays'; readonly weekdays: string }
  | { readonly of: 'interval'; readonly cadence: Cadence }
  /** "Products mine", "store:all". */
  | { readonly of: 'scope'; readonly scope: 'mine' | 'all' }
  | { readonly of: 'stores' }
  | { readonly of: 'nothing'; readonly key: SettingKey };

/** Whether a token is a key without its value. */
export function isKey(token: Token | undefined): boolean {
  if (token === undefined || keyOf(token) === undefined) return false;
  return token.key === undefined || (token.value === '' && !token.quoted);
}

export function keyOf(token: Token): SettingKey | undefined {
  const word = token.key ?? (isPlain(token) ? token.folded : '');
  return DIGEST_KEYS.get(fold(word)) ?? SETTINGS_KEYS.get(word);
}

const SETTINGS_KEYS = new Map(
  [...KEYS].flatMap(([word, key]) => (key === 'by' ? [] : [[word, key] as const])),
);

type Found = ReturnType<FindPeriod<SaidSetting>>;

/** Finds times, days, intervals, names and languages. */
export const findSetting: FindPeriod<SaidSetting> = (tokens) => {
  const [first, second] = tokens;
  if (first === undefined) return undefined;
  const key = keyOf(first);
  if (key !== undefined) return keyedAt(key, first, second);
  if (!isPlain(first)) return undefined;
  if (TIME.test(first.value)) return { many: 1, found: { of: 'at', value: first.value } };
  return intervalAt(first, second) ?? daysAt(tokens);
};

const TIME = /^(?:kl\.?\d|\d{1,2}[:.]\d{2})/i;

function keyedAt(key: SettingKey, first: Token, second: Token | undefined): Found {
  const value = isKey(first) ? second : first;
  const many = value === first ? 1 : 2;
  if (value === undefined) return { many: 1, found: { of: 'nothing', key } };
  if (key === 'at' || key === 'name' || key === 'language') {
    return { many, found: { of: key, value: value.value } };
  }
  if (value.quoted || (value !== first && !isPlain(value))) return undefined;
  if (ALL_WORDS.has(value.folded)) {
    return { many, found: key === 'store' ? { of: 'stores' } : { of: 'scope', scope: 'all' } };
  }
  const isOwn = key === 'product' && OWN_WORDS.has(value.folded);
  return isOwn ? { many, found: { of: 'scope', scope: 'mine' } } : undefined;
}

const ALL_WORDS = new Set(
  [...SETTINGS_WORDS.flags].flatMap(([word, flag]) => (flag === 'all' ? [word] : [])),
);

/** "Weekly", "hver uke". */
function intervalAt(first: Token, second: Token | undefined): Found {
  const isEach = isOneOf(EACH_WORDS, first) && isOneOf(INTERVAL_WORDS, second);
  const cadence = INTERVAL_WORDS.get((isEach ? second : first).folded);
  return cadence && { many: isEach ? 2 : 1, found: { of: 'interval', cadence } };
}

const TO_WORDS = new Set(['to', 'til', 'through', 'until', '-']);

/** "Monday", "mon-wed sat", "mandag, onsdag og fredag", "monday to friday". */
export function daysAt(tokens: readonly Token[]): Found {
  const days = new Set<number>();
  let last: number | undefined;
  let many = 0;
  for (;;) {
    const word = tokens[many];
    const isTo = last !== undefined && isOneOf(TO_WORDS, word);
    const isJoined = isTo || (last !== undefined && isOneOf(AND_WORDS, word));
    const [from, to = from] = rangeIn(tokens[isJoined ? many + 1 : many]);
    if (from === undefined || to === undefined) break;
    const start = isTo && last !== undefined ? last : from;
    for (let ahead = 0; ahead <= (to - start + 7) % 7; ahead += 1) days.add(((start - 1 + ahead) % 7) + 1);
    last = to;
    many += isJoined ? 2 : 1;
  }
  return many === 0 ? undefined : { many, found: { of: 'weekdays', weekdays: [...days].sort().join('') } };
}

/** The first and last day of "mon-fri"; one of "mon"; none of other words. */
function rangeIn(token: Token | undefined): number[] {
  if (token === undefined || !isPlain(token)) return [];
  const days = token.folded.split('-').map((name) => WEEKDAYS.get(name));
  const known = days.filter((day) => day !== undefined);
  return known.length === days.length && known.length < 3 ? known : [];
}

/** @throws ParseError */
export function timeIn(value: string): string {
  const time = readTimeOfDay(value);
  if (time !== undefined) return time;
  throw new ParseError((t) => digestWords(t).mistakes.notATime(value), '08:30');
}

/** @throws ParseError */
export function languageIn(value: string) {
  const code = LANGUAGE_WORDS.get(fold(value));
  if (code !== undefined) return code;
  const accepted = ['norwegian', 'english'] as const;
  throw new ParseError((t) => digestWords(t).mistakes.oneOf(value, accepted), accepted[0], [accepted[1]]);
}
