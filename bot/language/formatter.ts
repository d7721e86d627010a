import { DateTime } from 'luxon';
import type { DayRange, ServedDate } from '../text/dayRange.ts';

/**
 * Numbers as a locale writes them; dates, weeks and lists in the language of the sentences they stand in. Examples are
 * English; bokmål writes "fre. 20. nov. 2026", "uke 47 (16.–22. nov. 2026)" and "1101, 90210 og 3 til".
 */
export interface Formatter {
  /** Units: 1,234 */
  units(count: number): string;
  /** Items sold, which the interface does not promise to be whole: 1,234 or 0.5 */
  quantity(count: number): string;
  /** Millilitres as litres, exact: 1,234.567 */
  litres(millilitres: number): string;
  /**
   * Litres for a column whose largest is `largest`: all with as many decimals as help, and no sale ever shown as 0: 12.3,
   * <0.1
   */
  litresBeside(millilitres: number, largest: number): string;
  /** Litres for a heading, with three digits or more: 2,698 or 26.9 or 2.693 */
  litresInHeading(millilitres: number): string;
  /** A change with its sign: +12, −3, ±0 */
  change(count: number): string;
  /** A change of litres with its sign, exact. */
  litresChange(millilitres: number): string;
  /** The same for a column whose largest is `largest`, with no more decimals than help. */
  litresChangeBeside(millilitres: number, largest: number): string;
  /** A change in per cent: +12.5%, in Norwegian +12,5 % */
  percentChange(percent: number): string;
  /** A share in per cent: 12.5% */
  percent(percent: number): string;
  /** One decimal: 12.3 */
  tenths(value: number): string;
  /** Fri 20 Nov 2026 */
  day(day: string): string;
  /** A day, or the service's own text where it is no day. */
  served(date: ServedDate): string;
  /** 20 Nov, where the year is plain from what stands around it. */
  shortDay(day: string): string;
  /** 29 Feb, of any year. */
  dateOfAnyYear(of: { readonly month: number; readonly date: number }): string;
  /** An ISO week with those of its days that are in the period: Week 47 (16–19 Nov 2026 only) */
  week(week: string, within: DayRange): string;
  /** W47, or the days of a week that is not in the period as a whole: 18–22 Nov */
  shortWeek(week: string, within: DayRange): string;
  /** A month with those of its days that are in the period: Nov 2026, or 1–19 Nov 2026 */
  month(month: string, within: DayRange): string;
  /** Mon 9 Nov 2026 – Sun 15 Nov 2026, or the day alone. */
  range(days: DayRange): string;
  /** 9–15 Nov, where the year is plain from what stands around it, or the day alone. */
  shortRange(days: DayRange): string;
  /** For a heading: Fri 20 Nov, 9–15 Nov; with their years where these are not all that of `today`. */
  rangeInHeading(days: DayRange, today: string): string;
  /** Days in a sentence, runs of them as ranges, and no more than can be read: 9–11 Nov, 14 Nov and 3 more */
  days(days: readonly string[]): string;
  /** Monday 1: Monday */
  weekday(weekday: number): string;
  /** The time of an instant in a zone, with its day: Fri 20 Nov 2026, 08:31 */
  instant(instant: number, timeZone: string): string;
  /** The time of an instant in a zone: 08:31 */
  time(instant: number, timeZone: string): string;
  /** "1 product", "2 products" */
  counted(count: number, singular: string, plural: string): string;
  /** "1101, 90210 and 3 more"; `left` are those that are not shown. */
  list(shown: readonly string[], left: number): string;
}

const MINUS = '−';

/** Writes a day or an instant by a pattern of Luxon's, in the words of a language. */
type Dated = (date: DateTime, pattern: string) => string;

/** How a language writes dates, in Luxon's patterns, lists and numbers. */
interface Style {
  readonly tag: string;
  /** Ends a percentage. */
  readonly perCent: string;
  /** A day with its weekday and year. */
  readonly long: string;
  /** A day where its year is plain. */
  readonly short: string;
  /** A day with its weekday where its year is plain. */
  readonly weekdayAndDay: string;
  /** The same with its year. */
  readonly withYear: string;
  readonly month: string;
  /** An instant with its day. */
  readonly instant: string;
  /** Two days with their weekdays. */
  readonly range: (from: DateTime, to: DateTime, dated: Dated) => string;
  /** Two days without weekdays, by the patterns above. */
  readonly span: (from: DateTime, to: DateTime, dated: Dated, pattern: 'short' | 'withYear') => string;
  /** A week by its number and days; `isPart` when the period cuts it. */
  readonly week: (week: number, days: string, isPart: boolean) => string;
  /** Goes before the number of a week in a narrow column. */
  readonly shortWeek: string;
  /** Ends a list of which so many are not shown. */
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
  instant: 'ccc d LLL yyyy, HH:mm',
  range: (from, to, dated) => `${dated(from, ENGLISH.long)} – ${dated(to, ENGLISH.long)}`,
  // A month or a year that both days have is said once: 16–22 Nov 2026
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
  instant: "ccc d. MMM yyyy 'kl.' HH:mm",
  range: (from, to, dated) =>
    `${dated(from, from.year === to.year ? 'ccc d. MMM' : BOKMAL.long)} – ${dated(to, BOKMAL.long)}`,
  // As in English: 16.–22. nov. 2026
  span(from, to, dated, pattern) {
    const last = dated(to, BOKMAL[pattern]);
    if (from.year !== to.year) return `${dated(from, BOKMAL[pattern])} – ${last}`;
    return from.month === to.month ? `${from.day}.–${last}` : `${dated(from, BOKMAL.short)} – ${last}`;
  },
  week: (week, days, isPart) => `uke ${week} (${isPart ? 'bare ' : ''}${days})`,
  shortWeek: 'u',
  more: (shown, left) => `${shown} og ${left} til`,
};

function createFormatter(dates: Style): Formatter {
  const { tag, perCent } = dates;
  const upTo = (decimals: number) => new Intl.NumberFormat(tag, { maximumFractionDigits: decimals });
  const fixed = (decimals: number) =>
    new Intl.NumberFormat(tag, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  const whole = upTo(0);
  const quantities = upTo(3);
  const decimals = [fixed(0), fixed(1), fixed(2), fixed(3)] as const;
  const exact = decimals[3];
  const signed = (value: number, text: string) => (value === 0 ? '±0' : `${value > 0 ? '+' : MINUS}${text}`);
  const dated: Dated = (date, pattern) => date.setLocale(dates.tag).toFormat(pattern);
  const ofDay = (day: string) => DateTime.fromISO(day, { zone: 'utc' });

  const litresBeside = (millilitres: number, largest: number) => {
    const size = Math.abs(largest);
    const places = size >= 1_000_000 ? 1 : size >= 10_000 ? 2 : 3;
    const text = decimals[places].format(millilitres / 1000);
    if (millilitres === 0 || /[1-9]/.test(text)) return text;
    return `${millilitres < 0 ? `>${MINUS}` : '<'}${decimals[places].format(10 ** -places)}`;
  };
  const litresInHeading = (millilitres: number) => {
    const size = Math.abs(millilitres);
    const places = size >= 99_950 ? 0 : size >= 9_995 ? 1 : 3;
    return decimals[places].format(millilitres / 1000);
  };

  const day = (date: string) => dated(ofDay(date), dates.long);
  const shortDay = (date: string) => dated(ofDay(date), dates.short);
  const spanBy =
    (pattern: 'short' | 'withYear') =>
    ({ from, to }: DayRange) =>
      from === to ? dated(ofDay(from), dates[pattern]) : dates.span(ofDay(from), ofDay(to), dated, pattern);
  const shortRange = spanBy('short');
  const span = spanBy('withYear');
  const list = (shown: readonly string[], left: number) =>
    left === 0 ? shown.join(', ') : dates.more(shown.join(', '), whole.format(left));

  return {
    units: (count) => whole.format(count),
    quantity: (count) => quantities.format(count),
    litres: (millilitres) => exact.format(millilitres / 1000),
    litresBeside,
    litresInHeading,
    change: (count) => signed(count, quantities.format(Math.abs(count))),
    litresChange: (millilitres) => signed(millilitres, exact.format(Math.abs(millilitres) / 1000)),
    litresChangeBeside: (millilitres, largest) =>
      signed(millilitres, litresBeside(Math.abs(millilitres), largest)),
    percentChange(percent) {
      const tenths = Math.round(percent * 10) / 10;
      return `${signed(tenths, decimals[1].format(Math.abs(tenths)))}${perCent}`;
    },
    percent: (percent) => `${decimals[1].format(percent)}${perCent}`,
    tenths: (value) => decimals[1].format(value),
    day,
    served: (date) => ('day' in date ? day(date.day) : date.unreadable),
    shortDay,
    range: ({ from, to }) => (from === to ? day(from) : dates.range(ofDay(from), ofDay(to), dated)),
    shortRange,
    // 2000 has 29 February.
    dateOfAnyYear: ({ month, date }) => dated(DateTime.utc(2000, month, date), dates.short),
    rangeInHeading(days, today) {
      const year = today.slice(0, 4);
      const isThisYear = days.from.startsWith(year) && days.to.startsWith(year);
      if (days.from < days.to) return isThisYear ? shortRange(days) : span(days);
      return isThisYear ? dated(ofDay(days.from), dates.weekdayAndDay) : day(days.from);
    },
    days(days) {
      const runs = runsOf(days);
      const shown = runs.slice(0, MOST_RUNS);
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
    // 1 January 2024 was a Monday.
    weekday: (weekday) => dated(ofDay('2024-01-01').plus({ days: weekday - 1 }), 'cccc'),
    instant: (instant, timeZone) => dated(DateTime.fromMillis(instant, { zone: timeZone }), dates.instant),
    time: (instant, timeZone) => dated(DateTime.fromMillis(instant, { zone: timeZone }), 'HH:mm'),
    counted: (count, singular, plural) => `${whole.format(count)} ${count === 1 ? singular : plural}`,
    list,
  };
}

/** More of them in a sentence are not read. */
const MOST_RUNS = 4;

/** Days in their order, as runs of days that follow each other. */
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

/** The days of an ISO week that are in a period: a sum of three days must not look like one of a week. */
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

/** A language of the sentences: English or bokmål. */
export type LanguageCode = 'en' | 'nb';

export function isLanguageCode(value: unknown): value is LanguageCode {
  return value === 'en' || value === 'nb';
}

/** Bokmål for a Slack profile that is set to Norwegian; undefined for any other, which does not tell. */
export function languageOf(profile: string | undefined): LanguageCode | undefined {
  return /^(nb|nn|no)\b/i.test(profile ?? '') ? 'nb' : undefined;
}

/** A formatter whose plurals end in s unless they are given. */
export interface EnglishFormatter extends Formatter {
  counted(count: number, singular: string, plural?: string): string;
}

export function englishFormatter(format: Formatter): EnglishFormatter {
  return {
    ...format,
    counted: (count, singular, plural = `${singular}s`) => format.counted(count, singular, plural),
  };
}
