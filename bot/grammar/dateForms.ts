import { isCalendarDay, isoWeekOf } from 'retail-data-client/core';
import { Misread } from './misread.ts';
import { latestDay, type Moment, monthsOf, oneDay, type SaidDays, stretch, written } from './moment.ts';

/**
 * Reads days written in digits: 2026-11-03, 03.11.2026, 3.11., 3/11-2026, 13-11-2026, 2026-11, 2026-W46. Without a year it is the
 * latest such day up to `limit`. Undefined when the text is none of these.
 * @throws Misread for a day that does not exist, with a day in its place
 */
export function readDateForm(text: string, moment: Moment, limit: string): SaidDays | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return existing(text, iso[1], iso[2], iso[3], moment, limit);
  const dotted = /^(\d{1,2})\. ?(\d{1,2})(?:\.? ?|\. ?(\d{4}|\d{2}))$/.exec(text);
  if (dotted) return existing(text, dotted[3], dotted[2], dotted[1], moment, limit);
  const slashed =
    /^(\d{1,2})\/(\d{1,2})(?:[-/ ](\d{4}|\d{2}))?$/.exec(text) ??
    /^(\d{1,2})-(\d{1,2})-(\d{4}|\d{2})$/.exec(text);
  if (slashed) return readSlashes(text, slashed, moment, limit);
  const month = /^(\d{4})-(\d{1,2})$/.exec(text);
  if (month) return readMonth(text, Number(month[1]), Number(month[2]), moment);
  const week = /^(\d{4})-?w(\d{1,2})$/i.exec(text);
  return week ? readWeek(Number(week[2]), week[1], moment, limit) : undefined;
}

function existing(
  text: string,
  year: string | undefined,
  month = '',
  date = '',
  moment: Moment,
  limit: string,
): SaidDays {
  const day = dayIn(year, Number(month), Number(date), limit);
  if (day !== undefined) return oneDay(day);
  throw notADay(text, Number(month), year, moment);
}

/** The day if it exists; without a year the latest one up to `limit`. */
export function dayIn(
  year: string | undefined,
  month: number,
  date: number,
  limit: string,
): string | undefined {
  if (year === undefined) return latestDay(month, date, limit);
  const day = written(fullYear(year), month, date);
  return isCalendarDay(day) ? day : undefined;
}

/** The last day of the month is offered instead: nobody counts the days of a month. */
export function notADay(text: string, month: number, year: string | undefined, moment: Moment): Misread {
  const first = month < 1 || month > 12 ? undefined : dayIn(year, month, 1, moment.newest);
  const last = first === undefined ? moment.newest : monthsOf(first, {}, moment.calendar).to;
  return new Misread(`${text} is not a day that exists.`, [last < moment.newest ? last : moment.newest]);
}

export function fullYear(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

/** 3/11 is November here and March in America: only what can be one of them is taken. */
function readSlashes(text: string, form: RegExpExecArray, moment: Moment, limit: string): SaidDays {
  const [, first = '', second = '', third] = form;
  const yearFirst = third?.length === 2 && first.length === 2 && text.includes('-');
  const readings = [
    ...(yearFirst ? [dayIn(first, Number(second), Number(third), limit)] : []),
    dayIn(third, Number(second), Number(first), limit),
    dayIn(third, Number(first), Number(second), limit),
  ].filter((day) => day !== undefined);
  const [one, ...others] = [...new Set(readings)];
  if (one === undefined) throw notADay(text, Number(second), third, moment);
  if (others.length === 0) return oneDay(one);
  throw new Misread(`${text} can be ${[one, ...others].join(' or ')}.`, [one, ...others]);
}

const SLASHED = '(\\d{1,2})/(\\d{1,2})(?:/(\\d{4}|\\d{2}))?';
const SLASHED_RANGE = new RegExp(`^${SLASHED} ?(?:\\.\\.+|-|to|til|until|through) ?${SLASHED}$`, 'i');

/**
 * Reads a range such as 1/11-15/11, in which both ends are written the same way round. Undefined when it is none.
 * @throws Misread when both ways round are ranges, or none is
 */
export function readSlashedRange(text: string, moment: Moment, limit: string): SaidDays | undefined {
  const [, one, other, year, lastOne, lastOther, lastYear] = SLASHED_RANGE.exec(text) ?? [];
  if (one === undefined) return undefined;
  const readings = [
    [one, other, lastOne, lastOther],
    [other, one, lastOther, lastOne],
  ].flatMap(([date, month, lastDate, lastMonth]) => {
    const to = dayIn(lastYear ?? year, Number(lastMonth), Number(lastDate), limit);
    const from = to === undefined ? undefined : dayIn(year ?? lastYear, Number(month), Number(date), to);
    return from === undefined || to === undefined || from > to ? [] : [{ from, to }];
  });
  const [found, second] = readings;
  if (found === undefined) {
    throw new Misread(`${text} is not a range of days.`, [moment.newest]);
  }
  if (second === undefined) return { ...found, isNamed: false };
  const ranges = readings.map(({ from, to }) => `${from}..${to}`);
  throw new Misread(`${text} can be ${ranges.join(' or ')}.`, ranges);
}

function readMonth(text: string, year: number, month: number, moment: Moment): SaidDays {
  const first = written(year, month, 1);
  if (isCalendarDay(first)) return monthsOf(first, {}, moment.calendar);
  throw new Misread(`${text} is not a month that exists.`, [moment.newest]);
}

/**
 * Monday to Sunday of an ISO week; without a year the latest that begins by `limit`.
 * @throws Misread for a week that the year does not have
 */
export function readWeek(week: number, year: string | undefined, moment: Moment, limit: string): SaidDays {
  const latest = Number(isoWeekOf(limit).slice(0, 4));
  for (let back = 0; back <= (year === undefined ? 7 : 0); back += 1) {
    const monday = mondayOf(year === undefined ? latest - back : Number(year), week, moment);
    if (monday !== undefined && (year !== undefined || monday <= limit)) {
      return stretch(monday, moment.calendar.addDays(monday, 6));
    }
  }
  const newest = Number(isoWeekOf(moment.newest).slice(-2));
  throw new Misread(`There is no week ${week}${year === undefined ? '' : ` in ${year}`}.`, [
    `week ${newest}`,
  ]);
}

function mondayOf(year: number, week: number, { calendar }: Moment): string | undefined {
  const inFirst = written(year, 1, 4);
  if (!isCalendarDay(inFirst)) return undefined;
  const monday = calendar.addDays(calendar.weekOf(inFirst).from, (week - 1) * 7);
  return isoWeekOf(monday) === `${String(year).padStart(4, '0')}-W${String(week).padStart(2, '0')}`
    ? monday
    : undefined;
}
