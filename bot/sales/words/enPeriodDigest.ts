import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';
import type { DayRange } from '../../text/dayRange.ts';
import type { NamedVolume, NamedVolumes } from './enDigest.ts';

/** The totals of another period; a change in per cent is undefined unless the earlier total is positive. */
export interface ComparedTotals {
  readonly millilitres: number;
  readonly quantity: number;
  readonly litresPercent: number | undefined;
  readonly unitsPercent: number | undefined;
}

export interface PeriodTotals {
  readonly millilitres: number;
  readonly quantity: number;
  readonly products: number;
  readonly stores: number;
}

/** The sentences of the weekly and the monthly sales digest. */
export const periodDigest = (format: Formatter) => {
  const { counted, litres, litresBeside, percentChange, quantity, range } = format;
  const litresOf = (millilitres: number) => litresBeside(millilitres, millilitres);
  const unitsOf = (sold: number) => `${quantity(sold)} ${sold === 1 ? 'unit' : 'units'}`;
  const changed = (percent: number | undefined) =>
    percent === undefined ? '' : `${percentChange(percent)} `;
  const totals = ({ millilitres, quantity: sold, litresPercent, unitsPercent }: ComparedTotals) =>
    `litres ${changed(litresPercent)}(from ${litresOf(millilitres)}), units ${changed(unitsPercent)}(from ${quantity(sold)})`;
  const volume = (millilitres: number) => `${litresOf(millilitres)} l`;
  const named = ({ name, millilitres, before }: NamedVolume) =>
    `${name} (${volume(millilitres)}${before === undefined ? '' : `, ${format.litresChangeBeside(millilitres - before, millilitres - before)}`})`;
  const list = ({ count, named: some }: NamedVolumes, write = named) =>
    format.list(some.map(write), count - some.length);
  const now = ({ name, millilitres }: NamedVolume) => `${name} (${volume(millilitres)})`;
  const then = ({ name, before = 0 }: NamedVolume) => `${name} (${volume(before)})`;
  const ofUnit = (unit: 'week' | 'month', every: string) => ({
    /** `name`: "Week 47 (16–22 Nov 2026)" */
    title: (name: string) => `Sales digest · ${name}`,
    before: (than: ComparedTotals) => `*Compared with the ${unit} before*: ${totals(than)}`,
    noneBefore: (isPartly: boolean) =>
      `*The ${unit} before*: ${isPartly ? 'the data is incomplete' : 'no data'}`,
    /** `periods` are the stored ones before. */
    fresh: (products: NamedVolumes, periods: number) =>
      `:new: *New products* (not sold in the ${counted(periods, unit)} before): ${list(products, now)}`,
    /** The volumes are those of the `periods` before. */
    stopped: (products: NamedVolumes, periods: number) =>
      `:no_entry_sign: *Stopped selling* (with litres in the ${counted(periods, unit)} before): ${list(products, then)}`,
    tooShort: `New and stopped products are shown once the four ${unit}s before are stored.`,
    late: (dueAt: number, timeZone: string) =>
      `This digest is late: not all sales for the ${unit} had arrived at ${format.time(dueAt, timeZone)}.`,
    incomplete: `Not all sales for the ${unit} have arrived. The numbers are without the missing days.`,
    chart: `Litres sold per ${unit}`,
    kind: {
      typed: every,
      name: `${every} sales`,
      gets: `last ${unit}'s sales, by product and store, compared with the ${unit} and the year before`,
      data: 'sales',
      fresh: "yesterday's sales",
      option: `Last ${unit}'s sales`,
      nothingRead: `Last ${unit}'s sales haven't arrived, so there is no ${every} sales digest to post. The app checks every few minutes; see \`/digest status\`.`,
      mine: 'all your sales',
      all: 'all your sales',
      gone: (date: string) => `Sales for ${format.day(date)} are no longer stored.`,
      title: (where: string, when: string) =>
        `*${unit === 'week' ? 'Weekly' : 'Monthly'} sales digest* in ${where}: ${when}`,
      next: (at: number, timeZone: string) =>
        `Next: ${format.instant(at, timeZone)}, as soon as the sales for the ${unit}'s last open day have arrived.`,
      nextEarly: (at: number, timeZone: string, day: string, _ownFrom: string) =>
        `Next: ${format.instant(at, timeZone)}, with sales up to ${format.day(day)}.`,
    },
  });
  return {
    week: ofUnit('week', 'weekly'),
    month: ofUnit('month', 'monthly'),
    none: (days: DayRange) => `*No sales*, ${range(days)}.`,
    sold: (sum: PeriodTotals) =>
      `*${litresOf(sum.millilitres)} litres* and *${unitsOf(sum.quantity)}* of ${counted(sum.products, 'product')} in ${counted(sum.stores, 'store')}`,
    /** `name`: "Week 47 (17–23 Nov 2025)" */
    yearBefore: (name: string, than: ComparedTotals) =>
      `*Compared with the year before* · ${name}: ${totals(than)}`,
    noYear: (year: string, isPartly: boolean) =>
      `*The year before*: ${isPartly ? `the data for ${year} is incomplete` : `no data for ${year}`}`,
    lacking: (closed: readonly string[]) => `:warning: No sales have arrived for ${format.days(closed)}.`,
    bestProducts: (products: NamedVolumes) => `*Best-selling products*: ${list(products)}`,
    bestStores: (stores: NamedVolumes) => `*Best-selling stores*: ${list(stores)}`,
    worstProducts: (products: NamedVolumes) => `*Products that sold least*: ${list(products)}`,
    worstStores: (stores: NamedVolumes) => `*Stores that sold least*: ${list(stores)}`,
    /** Lines of "Why these numbers?". */
    compared: (earlier: DayRange, millilitres: number) =>
      `*Compared with* ${range(earlier)}: ${litres(millilitres)} litres. A product or store without sales counts as 0.`,
    notCompared: (earlier: DayRange) =>
      `*No comparison*: Not all sales for ${range(earlier)} are stored. \`SALES_HISTORY_DAYS\` decides how far back the app fetches sales.`,
  };
};
