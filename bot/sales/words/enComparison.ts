import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';
import type { DayRange as Days } from '../../text/dayRange.ts';
import type { Change, PerOpenDay, Sold } from '../sums.ts';

/** The sentences of `/sales compare`. Periods are formatted. */
export const comparison = (format: Formatter) => {
  const { litres, counted, units } = format;
  const share = (percent: number | undefined) =>
    percent === undefined ? '' : ` (${format.percentChange(percent)})`;
  return {
    none: (subject: string, now: string, other: string) => `${subject} in either period, ${now} or ${other}`,
    /** `why` says how the periods relate, in words from `why` below; the last argument, what is said of the change. */
    before: (
      period: string,
      { millilitres, quantity }: Sold,
      why: string | undefined,
      { percent, quantityPercent, perOpenDay }: Partial<Change>,
    ) => {
      const changed = (of: number | undefined) =>
        of === undefined
          ? ''
          : ` (${format.percentChange(of)}${perOpenDay === undefined ? '' : ' per open day'})`;
      const days =
        perOpenDay && `; ${perOpenDay.openDays} open days, previously ${perOpenDay.openDaysBefore}`;
      return `Compared with ${period}${why === undefined ? '' : ` (${why})`}: ${litres(millilitres)} l${changed(percent)}, ${counted(quantity, 'unit')}${changed(quantityPercent)}${days ?? ''}`;
    },
    /** Differences of sums, in per cent only where the open days are as many: see `perOpenDay`. */
    change: ({ millilitres, quantity, percent, quantityPercent, perOpenDay }: Change) => {
      const of = (part: number | undefined) => share(perOpenDay === undefined ? part : undefined);
      return `Change: *${format.litresChange(millilitres)} l*${of(percent)}, ${format.change(quantity)} ${Math.abs(quantity) === 1 ? 'unit' : 'units'}${of(quantityPercent)}`;
    },
    /** Instead of the change. `day` is the first with sales; undefined where the earlier `period` has none. */
    notComparable: (period: string, day: string | undefined) =>
      `No change is shown. There is no sales data ${day === undefined ? `for ${period}` : `before ${format.day(day)}`}.`,
    notFetched: (missing: readonly string[]) =>
      `No change is shown. Sales for ${format.days(missing)} aren't fetched yet.`,
    closed: (days: Days) =>
      `No change is shown. Stores were closed${days.from === days.to ? ' on ' : ', '}${format.range(days)}.`,
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
    /** Means per open day, in millilitres, where the periods have different numbers of open days. */
    perOpenDay: ({ openDays, openDaysBefore, value, before }: PerOpenDay, percent: number | undefined) =>
      `Per open day (${units(openDays)}, previously ${units(openDaysBefore)}): *${litres(value)} l*, compared with ${litres(before)} l${share(percent)}`,
    /** `period` is that of the comparison, formatted. */
    caption: (by: string, period: string) => `Sales by ${by} in litres, compared with ${period}`,
    columns: { change: 'Change', changePerOpenDay: 'Per open day' },
    chart: (by: string) => `Litres by ${by} in both periods`,
    /** The names of a chart's two series: the periods, with years if they would be the same without. */
    spans: (now: Days, before: Days): readonly [string, string] => {
      const [one, other] = [format.shortRange(now), format.shortRange(before)];
      return one === other
        ? [`${one} ${now.to.slice(0, 4)}`, `${other} ${before.to.slice(0, 4)}`]
        : [one, other];
    },
  };
};
