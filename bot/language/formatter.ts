import { DateTime } from 'luxon';
import type { DayRange, ServedDate } from '../text/dayRange.ts';

/**
 * Formats numbers, dates and lists in the language of the sentences around them. Examples are English; bokmål has
 * "fre. 20. nov. 2026", "uke 47 (16.–22. nov. 2026)" and "1101, 90210 og 3 til".
 */
export interface Formatter {
  /** Units: 1,234 */
  units(count: number): string;
  /** Items sold, which may be fractions: 1,234 or 0.5 */
  quantity(count: number): string;
  /** Millilitres as litres: 26,965.4. With three decimals where one would show a sale as 0: 0.033 */
  litres(millilitres: number): string;
  /** A change with its sign: +12, −3, ±0 */
  change(count: number): string;
  /** A change of litres with its sign: +1,234.6 */
  litresChange(millilitres: number): string;
  /** A change in per cent: +12.5%, in Norwegian +12,5 % */
  percentChange(percent: number): string;
  /** A share in per cent: 12.5% */
  percent(percent: number): string;
  /** One decimal: 12.3 */
  tenths(value: number): string;
  /** Fri 20 Nov 2026 */
  day(day: string): string;
  /** A day, or the service's own text where it isn't a day. */
  served(date: ServedDate): string;
  /** 20 Nov, where the context has the year. */
  shortDay(day: string): string;
  /** An ISO week with its days in the period: Week 47 (16–19 Nov 2026 only) */
  week(week: string, within: DayRange): string;
  /** W47, or the days of a week that is only partly in the period: 18–22 Nov */
  shortWeek(week: string, within: DayRange): string;
  /** Nov 2026, or the days of a month that is only partly in the period: 1–19 Nov 2026 */
  month(month: string, within: DayRange): string;
  /** Mon 9 Nov 2026 – Sun 15 Nov 2026, or a single day. */
  range(days: DayRange): string;
  /** 9–15 Nov, or a single day, where the context has the year. */
  shortRange(days: DayRange): string;
  /** For a heading: Fri 20 Nov, 9–15 Nov; with the year unless it is that of `today`. Weekdays stand behind. */
  rangeInHeading(days: DayRange, today: string): string;
  /** Days in a sentence, adjacent ones as ranges, at most MAX_RUNS of them: 9–11 Nov, 14 Nov and 3 more */
  days(days: readonly string[]): string;
  /** The name of a weekday; 1 is Monday. */
  weekday(weekday: number): string;
  /** All days of these weekdays: Saturdays, Sundays; Mondays–Fridays for three or more in a row. */
  weekdays(weekdays: readonly number[]): string;
  /** The day and time of an instant in a zone: Fri 20 Nov 2026, 08:31 */
  instant(instant: number, timeZone: string): string;
  /** The time of an instant in a zone: 08:31 */
  time(instant: number, timeZone: string): string;
  /** "1 product", "2 products" */
  counted(count: number, singular: string, plural: string): string;
  /** "1101, 90210 and 3 more"; `left` counts those that aren't shown. */
  list(shown: readonly string[], left: number): string;
}

const MINUS = '−';

/** Formats a day or an instant by a Luxon pattern, in a language. */
type Dated = (date: DateTime, pattern: string) => string;

/** A language's formats of dates (Luxon patterns), lists and numbers. */
interface Style {
  readonly tag: string;
  /** After the number of a percentage. */
  readonly perCent: string;
  /** A day with its weekday and year. */
  readonly long: string;
  /** A day without its year. */
  readonly short: string;
  /** A day with its weekday, without its year. */
  readonly weekdayAndDay: string;
  /** A day with its year, without its weekday. */
  readonly withYear: string;
  readonly month: string;
  /** Behind the name of a weekday that is meant each week. */
  readonly each: string;
  /** An instant with its day. */
  readonly instant: string;
  /** Two days with their weekdays. */
  readonly range: (from: DateTime, to: DateTime, dated: Dated) => string;
  /** Two days without weekdays. */
  readonly span: (from: DateTime, to: DateTime, dated: Dated, pattern: 'short' | 'withYear') => string;
  /** A week by its number and days; `isPart` when it is only partly in the period. */
  readonly week: (week: number, days: string, isPart: boolean) => string;
  /** Before the number of a week, in a narrow column. */
  readonly shortWeek: string;
  /** A list of which `left` aren't shown. */
  readonly more: (shown: string, left: string) => string;
}

const ENGLISH: Style = {
  tag: 'en-GB',
  perCent: '%',
  long: 'ccc d LLL yyyy',
  short: 'd LLL',
  weekdayAndDay: 'ccc d LLL',
  withYear: 'd LLL yyyy',
  month: 'LLL yyyy',
  each: 's',
  instant: 'ccc d LLL yyyy, HH:mm',
  range: (from, to, dated) => `${dated(from, ENGLISH.long)} – ${dated(to, ENGLISH.long)}`,
  // Write a month or year that both days have only once: 16–22 Nov 2026
  span(from, to, dated, pattern) {
    const last = dated(to, ENGLISH[pattern]);
    if (from.year !== to.year) return `${dated(from, ENGLISH[pattern])} – ${last}`;
    return from.month === to.month ? `${from.day}–${last}` : `${dated(from, ENGLISH.short)} – ${last}`;
  },
  week: (week, days, isPart) => `Week ${week} (${days}${isPart ? ' only' : ''})`,
  shortWeek: 'W',
  more: (shown, left) => `${shown} and ${left} more`,
};

const BOKMAL: Style = {
  tag: 'nb-NO',
  perCent: '\u00a0%',
  long: 'ccc d. MMM yyyy',
  short: 'd. MMM',
  weekdayAndDay: 'ccc d. MMM',
  withYear: 'd. MMM yyyy',
  month: 'MMM yyyy',
  each: 'er',
  instant: "ccc d. MMM yyyy 'kl.' HH:mm",
  range: (from, to, dated) =>
    `${dated(from, from.year === to.year ? 'ccc d. MMM' : BOKMAL.long)} – ${dated(to, BOKMAL.long)}`,
  // Write a month or year that both days have only once: 16.–22. nov. 2026
  span(from, to, dated, pattern) {
    const last = dated(to, BOKMAL[pattern]);
    if (from.year !== to.year) return `${dated(from, BOKMAL[pattern])} – ${last}`;
    return from.month === to.month ? `${from.day}.–${last}` : `${dated(from, BOKMAL.short)} – ${last}`;
  },
  week: (week, days, isPart) => `uke ${week} (${isPart ? 'bare ' : ''}${days})`,
  shortWeek: 'u',
  more: (shown, left) => `${shown} og ${left} til`,
};

/** One decimal shows fewer millilitres as 0.0. */
const SHOWN_AS_ZERO = 50;

function createFormatter(dates: Style): Formatter {
  const { tag, perCent } = dates;
  const numbers = (options: Intl.NumberFormatOptions) => {
    const written = new Intl.NumberFormat(tag, options);
    return { format: (value: number) => written.format(value).replace('-', MINUS) };
  };
  const upTo = (decimals: number) => numbers({ maximumFractionDigits: decimals });
  const fixed = (decimals: number) =>
    numbers({ minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  const whole = upTo(0);
  const quantities = upTo(3);
  const [tenths, exact] = [fixed(1), fixed(3)];
  const signed = (value: number, text: string) => (value === 0 ? '±0' : `${value > 0 ? '+' : MINUS}${text}`);
  const dated: Dated = (date, pattern) => date.setLocale(dates.tag).toFormat(pattern);
  const ofDay = (day: string) => DateTime.fromISO(day, { zone: 'utc' });

  const litres = (millilitres: number) =>
    (millilitres !== 0 && Math.abs(millilitres) < SHOWN_AS_ZERO ? exact : tenths).format(millilitres / 1000);

  const day = (date: string) => dated(ofDay(date), dates.long);
  const shortDay = (date: string) => dated(ofDay(date), dates.short);
  const spanBy =
    (pattern: 'short' | 'withYear') =>
    ({ from, to }: DayRange) =>
      from === to ? dated(ofDay(from), dates[pattern]) : dates.span(ofDay(from), ofDay(to), dated, pattern);
  const shortRange = spanBy('short');
  const span = spanBy('withYear');
  // 1 January 2024 was a Monday.
  const weekday = (number: number) => dated(ofDay('2024-01-01').plus({ days: number - 1 }), 'cccc');
  const weekdays = (numbers: readonly number[]) => {
    const names = numbers.map((number) => weekday(number) + dates.each);
    const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
    const isRun = numbers.length > 2 && last - first === numbers.length - 1;
    return isRun ? `${names[0]}–${names.at(-1)}` : names.join(', ');
  };
  const list = (shown: readonly string[], left: number) =>
    left === 0 ? shown.join(', ') : dates.more(shown.join(', '), whole.format(left));

  return {
    units: (count) => whole.format(count),
    quantity: (count) => quantities.format(count),
    litres,
    change: (count) => signed(count, quantities.format(Math.abs(count))),
    litresChange: (millilitres) => signed(millilitres, litres(Math.abs(millilitres))),
    percentChange(percent) {
      const rounded = Math.round(percent * 10) / 10;
      return `${signed(rounded, tenths.format(Math.abs(rounded)))}${perCent}`;
    },
    percent: (percent) => `${tenths.format(percent)}${perCent}`,
    tenths: (value) => tenths.format(value),
    day,
    served: (date) => ('day' in date ? day(date.day) : date.unreadable),
    shortDay,
    range: ({ from, to }) => (from === to ? day(from) : dates.range(ofDay(from), ofDay(to), dated)),
    shortRange,
    // Use 2000, a leap year, so that 29 February is valid.
    rangeInHeading(days, today) {
      const year = today.slice(0, 4);
      const isThisYear = days.from.startsWith(year) && days.to.startsWith(year);
      const only = days.weekdays === undefined ? '' : `, ${weekdays(days.weekdays)}`;
      if (days.from < days.to) return (isThisYear ? shortRange(days) : span(days)) + only;
      return isThisYear ? dated(ofDay(days.from), dates.weekdayAndDay) : day(days.from);
    },
    days(days) {
      const runs = runsOf(days);
      const shown = runs.slice(0, MAX_RUNS);
      return list(shown.map(shortRange), days.length - shown.reduce((sum, run) => sum + run.days, 0));
    },
    week(week, within) {
      const days = daysOfWeek(week, within);
      return dates.week(Number(week.slice(-2)), span(days), !days.isWhole);
    },
    shortWeek(week, within) {
      const days = daysOfWeek(week, within);
      return days.isWhole ? `${dates.shortWeek}${week.slice(-2)}` : shortRange(days);
    },
    month(month, within) {
      const days = daysOfMonth(month, within);
      return days.isWhole ? dated(ofDay(days.from), dates.month) : span(days);
    },
    weekday,
    weekdays,
    instant: (instant, timeZone) => dated(DateTime.fromMillis(instant, { zone: timeZone }), dates.instant),
    time: (instant, timeZone) => dated(DateTime.fromMillis(instant, { zone: timeZone }), 'HH:mm'),
    counted: (count, singular, plural) => `${whole.format(count)} ${count === 1 ? singular : plural}`,
    list,
  };
}

/** A sentence with more is hard to read. */
const MAX_RUNS = 4;

/** Joins adjacent days; `days` must be in order. */
function runsOf(days: readonly string[]): (DayRange & { readonly days: number })[] {
  const runs: { from: string; to: string; days: number }[] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last !== undefined && dayAfter(last.to) === day) {
      last.to = day;
      last.days += 1;
    } else runs.push({ from: day, to: day, days: 1 });
  }
  return runs;
}

function dayAfter(day: string): string {
  return DateTime.fromISO(day, { zone: 'utc' }).plus({ days: 1 }).toISODate() ?? '';
}

interface PartOfPeriod extends DayRange {
  readonly isWhole: boolean;
}

/** The days of an ISO week that are in a period, so that a sum of three days doesn't look like a whole week's. */
export function daysOfWeek(week: string, within: DayRange): PartOfPeriod {
  const monday = DateTime.fromISO(`${week}-1`, { zone: 'utc' });
  return partOf(monday, monday.plus({ days: 6 }), within);
}

/** The days of a month (yyyy-MM) that are in a period. */
export function daysOfMonth(month: string, within: DayRange): PartOfPeriod {
  const first = DateTime.fromISO(`${month}-01`, { zone: 'utc' });
  return partOf(first, first.endOf('month'), within);
}

function partOf(begin: DateTime, end: DateTime, within: DayRange): PartOfPeriod {
  const [first, last] = [begin.toISODate() ?? '', end.toISODate() ?? ''];
  const from = first < within.from ? within.from : first;
  const to = last > within.to ? within.to : last;
  return { from, to, isWhole: from === first && to === last };
}

const FORMATTERS: Readonly<Record<LanguageCode, Formatter>> = {
  en: createFormatter(ENGLISH),
  nb: createFormatter(BOKMAL),
};

export function formatterFor(language: LanguageCode): Formatter {
  return FORMATTERS[language];
}

/** English or bokmål. */
export type LanguageCode = 'en' | 'nb';

export function isLanguageCode(value: unknown): value is LanguageCode {
  return value === 'en' || value === 'nb';
}

/** Bokmål for a Slack profile set to Norwegian; undefined for others, which don't show what the person prefers. */
export function languageOf(profile: string | undefined): LanguageCode | undefined {
  return /^(nb|nn|no)\b/i.test(profile ?? '') ? 'nb' : undefined;
}

/** A formatter whose plurals default to the singular with an s. */
export interface EnglishFormatter extends Formatter {
  counted(count: number, singular: string, plural?: string): string;
}

export function englishFormatter(format: Formatter): EnglishFormatter {
  return {
    ...format,
    counted: (count, singular, plural = `${singular}s`) => format.counted(count, singular, plural),
  };
}
