import type { SlotReading } from '../ask/readSlots.ts';
import { type DateContext, NEAR_DAYS, oneDay } from '../parse/dates/period.ts';
import type { FoundPeriod } from '../parse/dates/scan.ts';
import { ParseError } from '../parse/parseError.ts';
import type { FindPeriod } from '../parse/periodTokens.ts';
import { isOneOf, isPlain, phraseOf, type Token } from '../parse/tokenizer.ts';
import { wordList } from '../parse/vocabulary.ts';
import { parseWords } from '../parse/words/words.ts';
import { readTimeOfDay } from '../text/timeOfDay.ts';
import { STORES_WORDS } from './slots.ts';
import { storesWords } from './words/words.ts';

const NOW = wordList('now nå no');
const AT = wordList('at kl kl. klokka klokken after etter');

/** A part of when: "now", "on friday", "at 18". 17.05 can be a day and a time. */
export interface SaidWhen {
  readonly isNow?: true;
  readonly time?: string;
  readonly day?: FoundPeriod;
}

/** A shorter word that begins the name of a store is a day only behind a state: "tor" of Torggata. */
const SHORTEST_DAY = 6;

/** Finds the parts of when in a text. */
export function whenIn(
  all: readonly Token[],
  { periods, names }: Pick<SlotReading, 'periods' | 'names'>,
): FindPeriod<SaidWhen> {
  const state = all.findIndex(isState);
  return (tokens) => {
    const [first] = tokens;
    if (first === undefined || !isPlain(first)) return undefined;
    const at = all.length - tokens.length;
    const isStateSaid = state !== -1 && state < at;
    // "No" alone isn't Norwegian for "now".
    if (isOneOf(NOW, first) && (first.folded !== 'no' || isState(all[at - 1]))) {
      return { many: 1, found: { isNow: true } };
    }
    const time = timeAt(tokens, isStateSaid);
    const day = periods(tokens, false);
    if (day === undefined || day.many < (time?.many ?? 0)) return time;
    const words = phraseOf(tokens.slice(0, day.many));
    if (/^\d+$/.test(words)) return time;
    const mayBeName = words.length < SHORTEST_DAY && /^\p{L}+$/u.test(words) && !isStateSaid;
    if (mayBeName && names.stores.named(words, 1).length > 0) return time;
    const isEither = day.many === time?.many;
    return { many: day.many, found: { day: day.found, ...(isEither ? time.found : {}) } };
  };
}

function isState(token: Token | undefined): boolean {
  const flag = isOneOf(STORES_WORDS.flags, token) ? STORES_WORDS.flags.get(token.folded) : undefined;
  return flag === 'open' || flag === 'closed';
}

/** A time after a word for it, one with minutes or a half of the day, or a bare hour where a state was said. */
function timeAt(tokens: readonly Token[], isStateSaid: boolean) {
  const lead = isOneOf(AT, tokens[0]) ? 1 : 0;
  const [said, half] = tokens.slice(lead);
  if (said === undefined || !isPlain(said) || !(lead === 1 || isTime(said))) return undefined;
  const isHalf = half !== undefined && /^[ap]m$/.test(half.folded);
  const isSure = lead === 1 || isHalf || !/^\d+$/.test(said.value) || isStateSaid;
  const time = isSure ? readTimeOfDay(isHalf ? `${said.value} ${half.value}` : said.value) : undefined;
  return time === undefined ? undefined : { many: lead + (isHalf ? 2 : 1), found: { time } };
}

/** Three digits or more are a store. */
function isTime({ value }: Token): boolean {
  return /^(?:kl\.?)?\d{1,2}(?:[:.]\d{2})?(?:am|pm)?$/i.test(value);
}

/** The directory has today's weekly hours, which can change in more than a year. */
const FURTHEST_DAYS = 366;

/**
 * The day or time that the words of a part mean.
 * @throws ParseError for several days, a day too far away, and what can be a day and a time
 */
export function readWhen(
  { day, time }: SaidWhen,
  words: string,
  context: DateContext,
): { readonly day?: string; readonly time?: string } {
  const days = day === undefined ? undefined : daysOf(day, time !== undefined, context);
  if (days === undefined) return time === undefined ? {} : { time };
  const { from, to } = days;
  if (time !== undefined) {
    throw new ParseError((t) => parseWords(t).canBe(words, [oneDay(from), { time }]), from, [`at ${time}`]);
  }
  if (from !== to) throw new ParseError((t) => storesWords(t).mistakes.manyDays(words), from, [to]);
  const { calendar, today } = context;
  if (from < calendar.addDays(today, -NEAR_DAYS)) {
    throw new ParseError((t) => storesWords(t).dayGone(from), 'today');
  }
  if (from > calendar.addDays(today, FURTHEST_DAYS)) {
    throw new ParseError((t) => storesWords(t).dayTooFar(from), 'today');
  }
  return { day: from };
}

/** Undefined for a date that doesn't exist, where a time is meant: 8.30. */
function daysOf(day: FoundPeriod, isTime: boolean, context: DateContext) {
  try {
    return day.read(context);
  } catch (error) {
    if (isTime && error instanceof ParseError) return undefined;
    throw error;
  }
}
