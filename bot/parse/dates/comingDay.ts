import type { Calendar } from 'retail-data-client/calendar/calendar';
import { fold } from '../../text/normalize.ts';
import { ParseError } from '../parseError.ts';
import { parseWords } from '../words/words.ts';
import { comingContextOf } from './period.ts';
import { periodAt } from './scan.ts';

/** A longer pause should be an end of the subscription. */
const LONGEST_DAYS = 366;

/**
 * Parses one future day: a date, langfredag, monday, tomorrow, i morgen, next week, a week, to uker. Of several days it
 * is the first.
 * @throws ParseError that suggests a day, or both readings of a date such as 5/12
 */
export function readComingDay(words: string, calendar: Calendar, today: string): string {
  const folded = fold(words)
    .replace(/[.,]+$/, '')
    .replace(/\s+/g, ' ')
    .trim();
  const context = comingContextOf(calendar, today, calendar.addDays(today, 1));
  const found = periodAt(folded, 0, { context, isComparison: false });
  const day = found?.end === folded.length ? found.read(context)?.from : undefined;
  const monday = comingMonday(calendar, today);
  if (day === undefined) throw new ParseError((t) => parseWords(t).days.notADay(words, monday), monday);
  if (day <= today) {
    throw new ParseError((t) => parseWords(t).days.pastPause(today), monday);
  }
  if (day > calendar.addDays(today, LONGEST_DAYS)) {
    throw new ParseError((t) => parseWords(t).days.longPause(day), monday);
  }
  return day;
}

/** The next Monday after today. */
export function comingMonday(calendar: Calendar, today: string): string {
  return calendar.addDays(calendar.weekOf(today).from, 7);
}
