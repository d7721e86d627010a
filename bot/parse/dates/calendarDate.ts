import { isCalendarDay } from 'retail-data-client/calendar/calendar';
import type { Reading } from '../../text/dayRange.ts';
import { fold } from '../../text/normalize.ts';
import { ParseError } from '../parseError.ts';
import { parseWords } from '../words/words.ts';
import { dayOf, oneDay } from './period.ts';
import { PHRASES } from './phrases.ts';
import { compiled, FEASTS, MONTHS } from './words.ts';

/** A date as typed. Without `year`, it is that date of any year. */
export interface CalendarDate {
  readonly month: number;
  readonly date: number;
  readonly year?: number;
}

const DATES = PHRASES.filter(({ kind }) => kind === 'date');
const WEEKDAY = compiled('{weekday}');
/** A leap year, so that 29 February exists. */
const ANY_YEAR = 2000;

/**
 * Parses 24.12., 24 December, friday 27 november, 2026-12-24 or julaften, ignoring a weekday; undefined if `words` is
 * no date.
 * @throws ParseError for a day that doesn't exist, or one such as 3/12 with two readings
 */
export function readCalendarDate(words: string): CalendarDate | undefined {
  const [one, other] = calendarDatesIn(words);
  if (one === undefined || other === undefined) return one;
  const readings = [one, other];
  const [first = '', ...others] = readings.map(formatCalendarDate);
  throw new ParseError((t) => parseWords(t).canBe(words, readings.map(readingOf)), first, others);
}

/** Every reading of a date: 3/12 is December in Norway and March in America. Empty if `words` is no date. */
export function calendarDatesIn(words: string): readonly CalendarDate[] {
  const folded = fold(words);
  const feast = FEASTS.get(folded);
  if (typeof feast === 'object' && 'from' in feast && feast.to === undefined) {
    const [month, date] = feast.from;
    return [{ month, date }];
  }
  if (!/\d/.test(folded)) return [];
  WEEKDAY.lastIndex = 0;
  const text = WEEKDAY.test(folded) ? folded.slice(WEEKDAY.lastIndex).replace(/^,? /, '') : folded;
  for (const { pattern } of DATES) {
    pattern.lastIndex = 0;
    const said = pattern.exec(text)?.groups;
    if (said === undefined || pattern.lastIndex !== text.length || said.said_year !== undefined) continue;
    const { d, m = MONTHS.get(said.month ?? ''), year } = said;
    if (d !== undefined && m !== undefined) return existing(words, Number(d), Number(m), year);
  }
  return [];
}

function existing(text: string, date: number, month: number, typedYear: string | undefined): CalendarDate[] {
  const year = typedYear?.length === 2 ? 2000 + Number(typedYear) : typedYear && Number(typedYear);
  const dated = (m: number, d: number) => ({ month: m, date: d, ...(year ? { year } : {}) });
  const isEitherWay = text.includes('/') && month !== date;
  const readings = [dated(month, date), ...(isEitherWay ? [dated(date, month)] : [])].filter((each) =>
    isCalendarDay(dayOf(each.year ?? ANY_YEAR, each.month, each.date)),
  );
  if (readings.length === 0) throw new ParseError((t) => parseWords(t).days.noDay(text), '');
  return readings;
}

export function readingOf({ year, month, date }: CalendarDate): Reading {
  return year === undefined ? { month, date } : oneDay(dayOf(year, month, date));
}

/** In a form that can be parsed again: 2026-12-24, 24 december. */
export function formatCalendarDate({ year, month, date }: CalendarDate): string {
  if (year !== undefined) return dayOf(year, month, date);
  return `${date} ${[...MONTHS].find(([, number]) => number === month)?.[0]}`;
}
