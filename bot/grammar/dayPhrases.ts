import { isCalendarDay } from 'retail-data-client/core';
import { dayIn, notADay, readDateForm, readWeek } from './dateForms.ts';
import {
  DAY_UNIT,
  GAP,
  LAST,
  MONTH,
  MONTH_UNIT,
  MONTHS,
  NEXT,
  NUMBER,
  numberOf,
  QUARTER_UNIT,
  THIS,
  UP_TO_NOW,
  WEEK_UNIT,
  WEEKDAY,
  WEEKDAYS,
  YEAR_UNIT,
} from './daywords.ts';
import { Misread } from './misread.ts';
import {
  earlier,
  latestDay,
  type Moment,
  monthsOf,
  oneDay,
  type SaidDays,
  stretch,
  written,
} from './moment.ts';

type Meaning = (
  groups: Readonly<Record<string, string | undefined>>,
  moment: Moment,
  limit: string,
) => SaidDays | undefined;

const UP_TO = '(?:hittil (?:i )?)?';

/** What is said of days in both languages, and what it means. The first that fits the whole phrase counts. */
const MEANINGS: readonly (readonly [words: string, meaning: Meaning])[] = [
  ['today|i ?dag', (_, { today }) => oneDay(today)],
  ['yesterday|yday|i ?gar', (_, { calendar, today }) => oneDay(calendar.addDays(today, -1))],
  [
    '(?:the )?day before yesterday|(?:i ?)?for[ei]?gars?',
    (_, { calendar, today }) => oneDay(calendar.addDays(today, -2)),
  ],
  ['tomorrow|i ?mor(?:g|r)[eo]n', (_, { calendar, today }) => oneDay(calendar.addDays(today, 1))],
  [`(?:i )?(?:${LAST})${GAP}(?:${WEEK_UNIT})`, (_, moment) => weekBack(moment, 1)],
  [
    `${UP_TO}(?:${THIS})${GAP}(?:${WEEK_UNIT})|week to date|wtd`,
    (_, { calendar, today }) => weekFrom(calendar.weekOf(today)),
  ],
  [
    `(?:i )?(?:${LAST})${GAP}(?:${MONTH_UNIT})`,
    (_, { calendar, today }) => monthsOf(today, { offset: -1 }, calendar),
  ],
  [
    `${UP_TO}(?:${THIS})${GAP}(?:${MONTH_UNIT})|month to date|mtd|hittil i maneden`,
    (_, { calendar, today }) => monthsOf(today, {}, calendar),
  ],
  [`(?:i )?(?:${LAST})${GAP}(?:${QUARTER_UNIT})`, (_, moment) => quarterBack(moment, 1)],
  [`${UP_TO}(?:${THIS})${GAP}(?:${QUARTER_UNIT})|quarter to date|qtd`, (_, moment) => quarterBack(moment, 0)],
  [`(?:${LAST})${GAP}(?:${YEAR_UNIT})|i ?fjor`, (_, moment) => yearBack(moment, 1)],
  [
    `${UP_TO}(?:(?:${THIS})${GAP}(?:${YEAR_UNIT})|i ?ar)|year to date|ytd|hittil ar`,
    (_, moment) => yearBack(moment, 0),
  ],
  [`(?:${NEXT})${GAP}(?:${WEEK_UNIT})`, (_, moment) => weekBack(moment, -1)],
  [
    `(?:${NEXT})${GAP}(?:${MONTH_UNIT})`,
    (_, { calendar, today }) => monthsOf(today, { offset: 1 }, calendar),
  ],
  [
    '(?:year|aret|hele|i|in|of) (?<year>(?:19|20)\\d\\d)',
    ({ year }, { calendar }) => monthsOf(`${year}-12-01`, { months: 12 }, calendar),
  ],
  [
    `(?:(?:${LAST}|${THIS}|i) )?(?:weekend|weekenden|helg|helga|helgen|helgi)`,
    (_, moment) => weekend(moment),
  ],
  [
    `(?:de |dei |den )?(?:${UP_TO_NOW}) (?<many>${NUMBER}) (?:(?<days>${DAY_UNIT})|(?<weeks>${WEEK_UNIT})|(?<months>${MONTH_UNIT}))`,
    upToNewest,
  ],
  [
    `(?:de |dei |den )?(?:siste|past|seneste)${GAP}(?:(?<weeks>${WEEK_UNIT})|(?<months>${MONTH_UNIT}))`,
    upToNewest,
  ],
  [`(?<many>\\d{1,4}) ?(?:(?<days>${DAY_UNIT})|(?<weeks>${WEEK_UNIT})|(?<months>${MONTH_UNIT}))`, upToNewest],
  [
    `(?:for )?(?<many>${NUMBER}) (?:(?<days>${DAY_UNIT})|(?<weeks>${WEEK_UNIT})) (?:siden|sidan)`,
    ({ many = '', weeks }, { calendar, today }) =>
      oneDay(calendar.addDays(today, -(numberOf(many) ?? 0) * (weeks === undefined ? 1 : 7))),
  ],
  [
    `(?:${WEEK_UNIT}|w|u)\\.? ?(?:nr\\.? ?)?(?<week>\\d{1,2})(?:,? (?:of |i )?(?<year>\\d{4}))?`,
    ({ week = '', year }, moment, limit) => readWeek(Number(week), year, moment, limit),
  ],
  [
    `q(?<quarter>[1-4])(?:[ -](?<year>\\d{4}))?|(?<kvartal>[1-4])\\. kvartal(?: (?<ar>\\d{4}))?`,
    ({ quarter, kvartal = '', year, ar }, moment, limit) => {
      const month = Number(quarter ?? kvartal) * 3 - 2;
      const first = firstOfMonth(month, year ?? ar, limit);
      return first === undefined ? undefined : monthsOf(first, { offset: 2, months: 3 }, moment.calendar);
    },
  ],
  [
    `(?:hele )?(?<month>${MONTH})\\.?(?: (?<year>\\d{4}))?`,
    ({ month = '', year }, moment, limit) => {
      const first = firstOfMonth(MONTHS.get(month) ?? 0, year, limit);
      return first === undefined ? undefined : monthsOf(first, {}, moment.calendar);
    },
  ],
  [
    `(?:den )?(?<date>\\d{1,2})(?:\\.|st|nd|rd|th)? ?(?:of )?(?<month>${MONTH})\\.?(?:,? (?<year>\\d{4}|\\d{2}))?`,
    ({ date = '', month = '', year }, moment, limit) => dayOfMonth(date, month, year, moment, limit),
  ],
  [
    `(?<month>${MONTH})\\.? (?<date>\\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\\d{4}))?`,
    ({ date = '', month = '', year }, moment, limit) => dayOfMonth(date, month, year, moment, limit),
  ],
  [
    `(?:(?:${LAST}) )?(?<weekday>${WEEKDAY})`,
    ({ weekday = '' }, { calendar, today }, limit) => {
      const day = earlier(limit, calendar.addDays(today, -1));
      const back = (isoWeekday(day, calendar) - (WEEKDAYS.get(weekday) ?? 1) + 7) % 7;
      return oneDay(calendar.addDays(day, -back));
    },
  ],
  [
    `(?<weekday>${WEEKDAY}),? (?<day>(?:den )?(?=.*\\d).+)`,
    ({ weekday = '', day = '' }, moment, limit) => onWeekday(weekday, day, moment, limit),
  ],
  [
    '(?:den|the) (?<date>\\d{1,2})(?:\\.|st|nd|rd|th)?|(?<nth>\\d{1,2})(?:st|nd|rd|th)',
    ({ date, nth = '' }, _, limit) => latestDate(Number(date ?? nth), limit),
  ],
  [
    `(?<weekday>${WEEKDAY}) (?:i |in |of )?(?:(?<last>${LAST})|${THIS}) (?:${WEEK_UNIT})|(?:${THIS}) (?<day>${WEEKDAY})`,
    ({ weekday, day = '', last }, moment) => {
      const monday = weekBack(moment, last === undefined ? 0 : 1).from;
      return oneDay(moment.calendar.addDays(monday, (WEEKDAYS.get(weekday ?? day) ?? 1) - 1));
    },
  ],
];

const PHRASES = MEANINGS.map(([words, meaning]) => [new RegExp(`^(?:${words})$`), meaning] as const);

/**
 * Reads days said in words, folded; a day without a year is the latest one up to `limit`. Undefined when they are none.
 * @throws Misread for a day or week that does not exist
 */
export function readDayPhrase(folded: string, moment: Moment, limit: string): SaidDays | undefined {
  for (const [form, meaning] of PHRASES) {
    const found = form.exec(folded);
    if (found !== null) return meaning(found.groups ?? {}, moment, limit);
  }
  return undefined;
}

function weekFrom({ from, to }: { from: string; to: string }): SaidDays {
  return stretch(from, to);
}

function weekBack({ calendar, today }: Moment, weeks: number): SaidDays {
  return weekFrom(calendar.weekOf(calendar.addDays(today, -7 * weeks)));
}

function quarterBack({ calendar, today }: Moment, quarters: number): SaidDays {
  const intoQuarter = (Number(today.slice(5, 7)) - 1) % 3;
  return monthsOf(today, { offset: 2 - intoQuarter - 3 * quarters, months: 3 }, calendar);
}

function yearBack({ calendar, today }: Moment, years: number): SaidDays {
  const december = 12 - Number(today.slice(5, 7));
  return monthsOf(today, { offset: december - 12 * years, months: 12 }, calendar);
}

/** The Saturday and Sunday that began last. */
function weekend({ calendar, today }: Moment): SaidDays {
  const back = (isoWeekday(today, calendar) + 1) % 7 || 7;
  const saturday = calendar.addDays(today, -back);
  return stretch(saturday, calendar.addDays(saturday, 1));
}

function isoWeekday(day: string, calendar: Moment['calendar']): number {
  const monday = calendar.weekOf(day).from;
  for (let days = 0; days < 7; days += 1) if (calendar.addDays(monday, days) === day) return days + 1;
  return 7;
}

function upToNewest(
  { many = 'a', days, weeks }: Readonly<Record<string, string | undefined>>,
  { calendar, newest }: Moment,
): SaidDays | undefined {
  const units = numberOf(many) ?? 0;
  if (units === 0) return undefined;
  const length = units * (days !== undefined ? 1 : weeks !== undefined ? 7 : 30);
  return stretch(calendar.addDays(newest, 1 - length), newest);
}

/** The first day of a month; without a year the latest that is not after `limit`. */
function firstOfMonth(month: number, year: string | undefined, limit: string): string | undefined {
  if (year === undefined) return latestDay(month, 1, limit);
  const first = written(Number(year), month, 1);
  return isCalendarDay(first) ? first : undefined;
}

function dayOfMonth(
  date: string,
  month: string,
  year: string | undefined,
  moment: Moment,
  limit: string,
): SaidDays {
  const number = MONTHS.get(month) ?? 0;
  const day = dayIn(year, number, Number(date), limit);
  if (day !== undefined) return oneDay(day);
  throw notADay(`${date} ${month}${year === undefined ? '' : ` ${year}`}`, number, year, moment);
}

const NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** "fredag 13.11": both have to be the same day. @throws Misread when they are not */
function onWeekday(weekday: string, said: string, moment: Moment, limit: string): SaidDays | undefined {
  const days = readDateForm(said, moment, limit) ?? readDayPhrase(said, moment, limit);
  if (days === undefined || days.from !== days.to) return undefined;
  const found = isoWeekday(days.from, moment.calendar);
  if (found === WEEKDAYS.get(weekday)) return days;
  throw new Misread(`${days.from} is a ${NAMES[found - 1]}.`, [days.from]);
}

/** The latest day with that date in any month; undefined when no month has it. */
function latestDate(date: number, limit: string): SaidDays | undefined {
  const days = [...Array(12).keys()].flatMap((month) => latestDay(month + 1, date, limit) ?? []);
  const latest = days.toSorted().at(-1);
  return latest === undefined ? undefined : oneDay(latest);
}
