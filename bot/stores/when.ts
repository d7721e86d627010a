import type { Calendar } from 'retail-data-client/calendar/calendar';
import {
  type CalendarDate,
  formatCalendarDate,
  readCalendarDate,
  readingOf,
} from '../parse/dates/calendarDate.ts';
import { nearFeast } from '../parse/dates/comingDay.ts';
import { FEASTS, WEEKDAYS } from '../parse/dates/words.ts';
import { ParseError } from '../parse/parseError.ts';
import type { FindPeriod } from '../parse/periodTokens.ts';
import { format, isOneOf, isPlain, phraseOf, type Token } from '../parse/tokenizer.ts';
import { FILLERS } from '../parse/vocabulary.ts';
import { parseWords } from '../parse/words/words.ts';
import type { Budget } from '../text/budget.ts';
import { readTimeOfDay } from '../text/timeOfDay.ts';
import type { OpenAt, StoresQuestion } from './question.ts';
import { WHEN } from './slots.ts';
import { storesWords } from './words/words.ts';

/** A part of when: "open now", "on friday", "at 18". */
export interface SaidWhen {
  readonly state?: NonNullable<StoresQuestion['state']>;
  readonly isNow?: true;
  readonly time?: string;
  /** @throws ParseError for words that are no day, or several */
  readonly day?: (calendar: Calendar, today: string) => OpenAt['day'];
}

/** The cost of looking for a part. */
const LOOK = 10;

/** Finds parts of when: states, days with their lead ("on friday"), and times. The same place, and the same words, are looked at once. */
export function findWhen(budget: Budget): FindPeriod<SaidWhen> {
  const known = new Map<string, Part | undefined>();
  const places = new WeakMap<Token, { readonly part: Part | undefined }>();
  return (tokens, _, before = []) => {
    const [first] = tokens;
    if (first === undefined || !isPlain(first)) return undefined;
    const place = places.get(first);
    if (place !== undefined) return place.part;
    const isBehindState = isState(before.at(-1));
    const words = tokens.slice(0, MAX_DAY_WORDS + 2);
    const key = `${isBehindState} ${format(words)}`;
    let part = known.get(key);
    if (!known.has(key)) {
      budget.spend(LOOK);
      let isOfWords = true;
      const isStateSaid = () => {
        isOfWords = false;
        return before.some(isState);
      };
      part = partAt(first, words, isStateSaid, isBehindState);
      if (isOfWords) known.set(key, part);
    }
    places.set(first, { part });
    return part;
  };
}

function isState(token: Token | undefined): boolean {
  return isOneOf(WHEN.open, token) || isOneOf(WHEN.closed, token);
}

function partAt(
  first: Token,
  tokens: readonly Token[],
  isStateSaid: () => boolean,
  isBehindState: boolean,
): Part | undefined {
  const state = (['open', 'closed'] as const).find((each) => isOneOf(WHEN[each], first));
  if (state !== undefined) return { many: 1, found: { state } };
  const day = dayAt(tokens, isStateSaid);
  const time = timeAt(tokens, isStateSaid);
  if (day !== undefined && day.many >= (time?.many ?? 0)) return day;
  if (time !== undefined) return time;
  // "No" alone isn't Norwegian for "now".
  const isNow = isOneOf(WHEN.now, first) && (first.folded !== 'no' || isBehindState);
  return isNow ? { many: 1, found: { isNow: true } } : undefined;
}

type Part = NonNullable<ReturnType<FindPeriod<SaidWhen>>>;

/** No day takes more words. */
const MAX_DAY_WORDS = 5;
/** Shorter words are a weekday only where a state was said: "tor" may begin a name. */
const SHORTEST_WEEKDAY = 6;
/** Before a weekday: "this friday". */
const THIS = new Set(['this', 'denne', 'coming', 'kommende', 'forstkommende', 'next', 'neste']);

/** Reads as many words as possible as a day, with little words before them. */
function dayAt(tokens: readonly Token[], isStateSaid: () => boolean): Part | undefined {
  const end = tokens.findIndex((token) => !isPlain(token));
  const run = end === -1 ? tokens : tokens.slice(0, end);
  const lead = isOneOf(FILLERS, run[0]) ? 1 : 0;
  const isThis = isOneOf(THIS, run[lead]) ? 1 : 0;
  const start = lead + isThis;
  for (let many = Math.min(MAX_DAY_WORDS, run.length - start); many > 0; many -= 1) {
    const words = run.slice(start, start + many);
    const text = phraseOf(words);
    const folded = words.map((token) => token.folded).join(' ');
    const weekday = WEEKDAYS.get(folded);
    if (weekday !== undefined) {
      const isSaid = text.length >= SHORTEST_WEEKDAY || isStateSaid();
      return isSaid ? { many: start + many, found: { day: () => weekday } } : undefined;
    }
    const day = isThis === 1 ? undefined : dayOf(text, folded, many === 1);
    if (day !== undefined) return { many: start + many, found: { day } };
  }
  return undefined;
}

/** Reads "today", "24 december", "langfredag"; undefined for anything else. */
function dayOf(text: string, word: string, isOneWord: boolean): SaidWhen['day'] {
  for (const day of ['today', 'tomorrow'] as const) {
    if (WHEN[day].has(word)) return () => day;
  }
  const dates = dateOf(text, isOneWord);
  if (dates !== undefined) return dates;
  if (!FEASTS.has(word)) return undefined;
  return (calendar, today) => {
    const days = nearFeast(word, calendar, today);
    if (days === undefined || days.from === days.to) return { feast: untranslated(word, text.toLowerCase()) };
    const { from, to } = days;
    throw new ParseError((t) => storesWords(t).mistakes.manyDays(text), from, [to]);
  };
}

/** Another name for a feast with an English weekday, which would be written in Norwegian where a command is. */
function untranslated(word: string, typed: string): string {
  const isSame = ([name, days]: readonly [string, unknown]) =>
    days === FEASTS.get(word) && !name.endsWith('day');
  return typed.endsWith('day') ? ([...FEASTS].find(isSame)?.[0] ?? typed) : typed;
}

function dateOf(text: string, isOneWord: boolean): SaidWhen['day'] {
  const time = isOneWord ? readTimeOfDay(text) : undefined;
  let date: CalendarDate | undefined;
  try {
    date = readCalendarDate(text);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    if (error.fixes.length === 0 && time !== undefined) return undefined;
    return () => {
      throw error;
    };
  }
  if (date === undefined) return undefined;
  const found = date;
  if (time === undefined) return () => found;
  // 17.05 can be a day or a time; 8.30 only a time, 24.12 only a day.
  return () => {
    throw new ParseError(
      (t) => parseWords(t).canBe(text, [readingOf(found), { time }]),
      formatCalendarDate(found),
      [`at ${time}`],
    );
  };
}

/** A time after a word for it, one with minutes or a half of the day, or a bare hour where a state was said. */
function timeAt(tokens: readonly Token[], isStateSaid: () => boolean): Part | undefined {
  const lead = isOneOf(WHEN.at, tokens[0]) ? 1 : 0;
  const [said, half] = tokens.slice(lead);
  if (said === undefined || !isPlain(said) || !(lead === 1 || isTime(said))) return undefined;
  const isHalf = half !== undefined && /^[ap]m$/.test(half.folded);
  const isSure = lead === 1 || isHalf || !/^\d+$/.test(said.value) || isStateSaid();
  const time = isSure ? readTimeOfDay(isHalf ? `${said.value} ${half.value}` : said.value) : undefined;
  return time === undefined ? undefined : { many: lead + (isHalf ? 2 : 1), found: { time } };
}

/** Three digits or more are a store. */
function isTime({ value }: Token): boolean {
  return /^(?:kl\.?)?\d{1,2}(?:[:.]\d{2})?(?:am|pm)?$/i.test(value);
}
