import { type Calendar, isCalendarDay, weekdayOf } from 'retail-data-client/calendar/calendar';
import type { DayRange } from '../../text/dayRange.ts';
import { fold } from '../../text/normalize.ts';
import { ParseError } from '../parseError.ts';
import { parseWords } from '../words/words.ts';
import { calendarDatesIn } from './calendarDate.ts';
import { dayOf, monthsAway, oneDay } from './period.ts';
import { feastIn } from './phrases.ts';
import { compiled, FEASTS, numberOf, WEEKDAYS } from './words.ts';

/** A date without a year means the past day if that was at most this long ago, not the day eleven months ahead. */
export const NEAR_DAYS = 31;

/** The day of a date without a year: the last one if it was at most NEAR_DAYS ago, otherwise the next. */
export function nearDay(month: number, date: number, calendar: Calendar, today: string): string | undefined {
  const before = Number(today.slice(0, 4)) - 1;
  const near = calendar.addDays(today, -NEAR_DAYS);
  // 29 February can be eight years ahead.
  return Array.from({ length: 10 }, (_, at) => dayOf(before + at, month, date)).find(
    (day) => isCalendarDay(day) && day >= near,
  );
}

/** The days of a feast by its name: the last one if it was at most NEAR_DAYS ago, otherwise the next. */
export function nearFeast(name: string, calendar: Calendar, today: string): DayRange | undefined {
  const days = FEASTS.get(fold(name));
  const near = calendar.addDays(today, -NEAR_DAYS);
  const year = Number(today.slice(0, 4));
  return days && [year - 1, year, year + 1].map((each) => feastIn(each, days)).find(({ to }) => to >= near);
}

/** The day on which the next feast with that name begins. */
function comingFeast(name: string, today: string): string | undefined {
  const days = FEASTS.get(name);
  const year = Number(today.slice(0, 4));
  return days && [year, year + 1].map((each) => feastIn(each, days).from).find((from) => from > today);
}

/** A longer pause should be an end of the subscription. */
const LONGEST_DAYS = 366;

/**
 * Parses one future day: a date, langfredag, monday, tomorrow, i morgen, next week, a week, to uker. `nearDay` picks the
 * year if there is none.
 * @throws ParseError that suggests a day, or both readings of a date such as 5/12
 */
export function readComingDay(words: string, calendar: Calendar, today: string): string {
  const folded = fold(words)
    .replace(/[.,]+$/, '')
    .replace(/\s+/g, ' ')
    .trim();
  const day = afterToday(folded, calendar, today) ?? dated(folded, calendar, today);
  const monday = comingMonday(calendar, today);
  if (day === undefined || !isCalendarDay(day)) {
    throw new ParseError((t) => parseWords(t).days.notADay(words, monday), monday);
  }
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
  return nextWeekday(1, calendar, today);
}

const SOME_TIME = compiled('(?:for |i )?{n} {count}');

/** The day that is some days, weeks or months from today. */
function afterSomeTime(text: string, calendar: Calendar, today: string): string | undefined {
  SOME_TIME.lastIndex = 0;
  const { n = '', days, weeks, months } = SOME_TIME.exec(text)?.groups ?? {};
  const many = SOME_TIME.lastIndex === text.length ? numberOf(n) : undefined;
  if (many === undefined || many > LONGEST_DAYS) return undefined;
  if (days !== undefined) return calendar.addDays(today, many);
  if (weeks !== undefined) return calendar.addDays(today, 7 * many);
  return months === undefined ? undefined : monthsAway(today, many, { calendar });
}

function afterToday(text: string, calendar: Calendar, today: string): string | undefined {
  const later = afterSomeTime(text, calendar, today);
  if (later !== undefined) return later;
  if (/^(?:tomorrow|i ?morgen|i ?morgon)$/.test(text)) return calendar.addDays(today, 1);
  if (/^(?:next week|neste uke|neste uka|neste veke)$/.test(text)) return nextWeekday(1, calendar, today);
  const weekday = WEEKDAYS.get(text.replace(/^(?:next|neste|pa|on) /, ''));
  return weekday === undefined ? comingFeast(text, today) : nextWeekday(weekday, calendar, today);
}

/** The day of a date. @throws ParseError if both readings of it are within the next year */
function dated(text: string, calendar: Calendar, today: string): string | undefined {
  const days = calendarDatesIn(text).flatMap(
    ({ year, month, date }) =>
      (year === undefined ? nearDay(month, date, calendar, today) : dayOf(year, month, date)) ?? [],
  );
  const [first, second] = days.filter((day) => day > today);
  if (first === undefined || second === undefined) return first ?? days[0];
  // Don't pick the other reading for a day that is too far away: the error must name the day as typed.
  if ([first, second].some((day) => day > calendar.addDays(today, LONGEST_DAYS))) return first;
  throw new ParseError((t) => parseWords(t).canBe(text, [oneDay(first), oneDay(second)]), first, [second]);
}

function nextWeekday(weekday: number, calendar: Calendar, today: string): string {
  return calendar.addDays(today, ((weekday - weekdayOf(today) + 6) % 7) + 1);
}
