import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';
import { type Narrowed, type NarrowingWords, noneOf, subjectOf } from './narrowed.ts';

interface Days {
  readonly from: string;
  readonly to: string;
}

/** The volume in millilitres. */
interface Sold {
  readonly millilitres: number;
  readonly quantity: number;
}

interface PerOpenDay {
  readonly openDays: number;
  readonly openDaysBefore: number;
  readonly value: number;
  readonly before: number;
  readonly percent: number | undefined;
}

/** What `/sales compare` says: a period compared with an earlier one. Periods are written already. */
export const comparison = (format: Formatter) => {
  const { litres, counted, units } = format;
  const share = (percent: number | undefined) =>
    percent === undefined ? '' : ` (${format.percentChange(percent)})`;
  return {
    none: (narrowed: Narrowed, now: string, other: string) =>
      `${noneOf(false, narrowed, NARROWING, format)} in either period, ${now} or ${other}`,
    /** The sum, and what changed; of an open day where the periods have different numbers of them. */
    heading: (
      narrowed: Narrowed,
      period: string,
      millilitres: number,
      change:
        | {
            readonly percent: number | undefined;
            readonly perOpenDay: Pick<PerOpenDay, 'percent'> | undefined;
          }
        | undefined,
    ) => {
      const percent = (change?.perOpenDay ?? change)?.percent;
      const each = change?.perOpenDay === undefined ? '' : ' per open day';
      const changed = percent === undefined ? '' : ` (${format.percentChange(percent)}${each})`;
      return `*${subjectOf(false, narrowed, NARROWING, format)}, ${period}: ${format.litresInHeading(millilitres)} l${changed}*`;
    },
    /** `why` says which period it is, as below. */
    before: (period: string, { millilitres, quantity }: Sold, why: string | undefined) =>
      `Compared with ${period}${why === undefined ? '' : ` (${why})`}: ${litres(millilitres)} litres, ${counted(quantity, 'unit')}`,
    /** Shares in per cent; undefined where there is nothing to hold the change against. */
    change: (
      volume: { readonly millilitres: number; readonly percent: number | undefined },
      quantity: { readonly items: number; readonly percent: number | undefined },
    ) =>
      `Change: *${format.litresChange(volume.millilitres)} litres*${share(volume.percent)}, ${format.change(quantity.items)} ${Math.abs(quantity.items) === 1 ? 'unit' : 'units'}${share(quantity.percent)}`,
    /** In the place of the change; `day` has the first sales, and is undefined where the earlier period has no sales at all. */
    notComparable: (day: string | undefined) =>
      day === undefined
        ? 'No change is shown. The previous period has no sales data.'
        : `No change is shown. The previous period has no sales data before ${format.day(day)}.`,
    why: {
      before: (of: 'month' | 'quarter' | 'half-year' | 'year') => `previous ${of}`,
      monthsBefore: (months: number) => `previous ${months === 1 ? 'month' : `${units(months)} months`}`,
      sameMonths: (months: number): string =>
        months === 1 ? 'same month, previous year' : 'same months, previous year',
      sameDates: (of: 'month' | 'quarter' | 'half-year' | 'year') => `same days, previous ${of}`,
      sameWeekdays: (weeks: number) =>
        weeks === 1 ? 'same weekdays, previous week' : `same weekdays, ${units(weeks)} weeks earlier`,
      sameWeekday: (weeks: number) =>
        weeks === 1 ? 'same weekday, previous week' : `same weekday, ${units(weeks)} weeks earlier`,
    },
    /** Means of an open day, in millilitres, where the periods have different numbers of them. */
    perOpenDay: ({ openDays, openDaysBefore, value, before, percent }: PerOpenDay) =>
      `Per open day (${units(openDays)}, previously ${units(openDaysBefore)}): *${litres(value)} litres*, compared with ${litres(before)}${share(percent)}`,
    earlier: (source: string) => `previous period: ${source}`,
    caption: (by: string) => `Sales by ${by} in litres, compared with the previous period`,
    columns: { litres: 'Litres', change: 'Change' },
    /** In the place of a change where nothing was sold before. */
    isNew: 'new',
    chart: (by: string) => `Litres by ${by} in both periods`,
    /** The periods beside a chart; with their years where the same days of two years would be called alike. */
    spans: (now: Days, before: Days): readonly [string, string] => {
      const [one, other] = [format.shortRange(now), format.shortRange(before)];
      return one === other
        ? [`${one} ${now.to.slice(0, 4)}`, `${other} ${before.to.slice(0, 4)}`]
        : [one, other];
    },
  };
};

/** What stands around the names that narrow sales. */
export const NARROWING: NarrowingWords = {
  sales: 'Sales',
  returns: 'Returns',
  noSales: 'No sales',
  noReturns: 'No returns',
  of: 'of',
  within: 'in',
  without: 'without',
  counted: (count, meaning, format) => format.counted(count, meaning, `${meaning}s`),
};
