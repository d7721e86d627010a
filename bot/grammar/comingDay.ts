import { type Calendar, isCalendarDay } from 'retail-data-client/core';
import { fold, quoted } from '../text/normalize.ts';
import { MONTHS, WEEKDAYS } from './daywords.ts';
import { Misread } from './misread.ts';
import { written } from './moment.ts';

/** A pause of more than a year is an end. */
const LONGEST_DAYS = 366;

/**
 * Reads one day that is to come: 2026-12-01, 1.12., 1 December, 1. desember, monday, mandag, tomorrow, i morgen, next
 * week. Without a year it is the next such day.
 * @throws Misread with days in its place
 */
export function readComingDay(words: string, calendar: Calendar, today: string): string {
  const folded = fold(words)
    .replace(/[.,]+$/, '')
    .replace(/\s+/g, ' ')
    .trim();
  const day = inDigits(folded, today) ?? inWords(folded, calendar, today);
  const monday = comingMonday(calendar, today);
  if (day === undefined || !isCalendarDay(day)) {
    throw new Misread(`${quoted(words)} is not a day; a day is written ${monday}.`, [monday]);
  }
  if (day <= today) {
    throw new Misread(`${day} has come already; a pause ends on a day after ${today}.`, [monday]);
  }
  if (day > calendar.addDays(today, LONGEST_DAYS)) {
    throw new Misread(`${day} is more than a year away; end the digest with unsubscribe instead.`, [monday]);
  }
  return day;
}

/** The next Monday after today. */
export function comingMonday(calendar: Calendar, today: string): string {
  return nextWeekday(1, calendar, today);
}

function inDigits(text: string, today: string): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return written(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const dotted = /^(\d{1,2})[./] ?(\d{1,2})(?:[./-] ?(\d{4}))?$/.exec(text);
  return dotted ? coming(Number(dotted[2]), Number(dotted[1]), dotted[3], today) : undefined;
}

function inWords(text: string, calendar: Calendar, today: string): string | undefined {
  if (/^(?:tomorrow|i ?morgen|i ?morgon)$/.test(text)) return calendar.addDays(today, 1);
  if (/^(?:next week|neste uke|neste uka|neste veke)$/.test(text)) return nextWeekday(1, calendar, today);
  const weekday = WEEKDAYS.get(text.replace(/^(?:next|neste|pa|on) /, ''));
  if (weekday !== undefined) return nextWeekday(weekday, calendar, today);
  const [, date, name, year] = /^(\d{1,2})\.? (?:of )?([a-z]+)(?:,? (\d{4}))?$/.exec(text) ?? [];
  const [, nameFirst, dateThen, yearThen] = /^([a-z]+) (\d{1,2})(?:,? (\d{4}))?$/.exec(text) ?? [];
  const month = MONTHS.get(name ?? nameFirst ?? '');
  return month === undefined ? undefined : coming(month, Number(date ?? dateThen), year ?? yearThen, today);
}

function coming(month: number, date: number, year: string | undefined, today: string): string | undefined {
  if (year !== undefined) return written(Number(year), month, date);
  const first = Number(today.slice(0, 4));
  // 29 February can be years away.
  return [first, first + 1]
    .map((each) => written(each, month, date))
    .find((day) => isCalendarDay(day) && day > today);
}

function nextWeekday(weekday: number, calendar: Calendar, today: string): string {
  const now = new Date(`${today}T00:00:00Z`).getUTCDay() || 7;
  return calendar.addDays(today, ((weekday - now + 6) % 7) + 1);
}
