import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';
import type { DayRange } from '../../text/dayRange.ts';
import type { SalesTotals } from '../reader.ts';
import type { Change, Sold } from '../sums.ts';
import { type NamedVolume, type NamedVolumes, namedVolume } from './enDigest.ts';

/** The sentences of the weekly and the monthly sales digest. */
export const periodDigest = (format: Formatter) => {
  const { counted, litres, percentChange, quantity, range } = format;
  const unitsOf = (sold: number) => `${quantity(sold)} ${sold === 1 ? 'unit' : 'units'}`;
  const perDay = ({ perOpenDay }: Change) => (perOpenDay === undefined ? '' : ' per open day');
  const totals = ({ millilitres, quantity: sold }: Sold, change: Change) => {
    const { percent, quantityPercent, perOpenDay } = change;
    const changed = (of: number | undefined) =>
      of === undefined ? '' : `${percentChange(of)}${perDay(change)} `;
    const days = perOpenDay && `; ${perOpenDay.openDays} open days, previously ${perOpenDay.openDaysBefore}`;
    return `litres ${changed(percent)}(from ${litres(millilitres)} l), units ${changed(quantityPercent)}(from ${quantity(sold)})${days ?? ''}`;
  };
  const named = (each: NamedVolume) => namedVolume(each, perDay, format);
  const list = ({ count, named: some }: NamedVolumes) => format.list(some.map(named), count - some.length);
  const ofUnit = (unit: 'week' | 'month', every: string) => ({
    /** `name`: "Week 47 (16–22 Nov 2026)" */
    title: (name: string) => `Sales digest · ${name}`,
    before: (than: Sold, change: Change) => `*Compared with the ${unit} before*: ${totals(than, change)}`,
    noneBefore: (isPartly: boolean) =>
      `*The ${unit} before*: ${isPartly ? 'the data is incomplete' : 'no data'}`,
    /** `periods` are the stored ones before. */
    fresh: (products: NamedVolumes, periods: number) =>
      `:new: *New or back on sale* (not sold in the ${counted(periods, unit)} before): ${list(products)}`,
    /** The volumes are those of the `periods` before. */
    stopped: (products: NamedVolumes, periods: number) =>
      `:no_entry_sign: *Stopped selling* (with litres in the ${counted(periods, unit)} before): ${list(products)}`,
    tooShort: `New and stopped products are shown once the four ${unit}s before are stored.`,
    late: (dueAt: number, timeZone: string) =>
      `This digest is late: not all sales for the ${unit} had arrived at ${format.time(dueAt, timeZone)}.`,
    incomplete: `Not all sales for the ${unit} have arrived. Only the days that have arrived are shown.`,
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
    sold: (sum: SalesTotals) =>
      `*${litres(sum.millilitres)} l* and *${unitsOf(sum.quantity)}* of ${counted(sum.products, 'product')} in ${counted(sum.stores, 'store')}`,
    /** `name`: "Week 47 (17–23 Nov 2025)" */
    yearBefore: (name: string, than: Sold, change: Change) =>
      `*Compared with the year before* · ${name}: ${totals(than, change)}`,
    noYear: (name: string, isPartly: boolean) =>
      `*The year before* · ${name}: ${isPartly ? 'the data is incomplete' : 'no data'}`,
    lacking: (closed: readonly string[]) => `:warning: No sales have arrived for ${format.days(closed)}.`,
    /** The days that are known of a period that isn't complete. */
    days: (days: NamedVolumes) => `*Sold per day*: ${list(days)}`,
    bestProducts: (products: NamedVolumes) => `*Best-selling products*: ${list(products)}`,
    bestStores: (stores: NamedVolumes) => `*Best-selling stores*: ${list(stores)}`,
    worstProducts: (products: NamedVolumes) => `*Products that sold least*: ${list(products)}`,
    worstStores: (stores: NamedVolumes) => `*Stores that sold least*: ${list(stores)}`,
    /** Lines of "Why these numbers?". */
    compared: (earlier: DayRange, millilitres: number) =>
      `*Compared with* ${range(earlier)}: ${litres(millilitres)} l. A product or store without sales counts as 0.`,
    notCompared: (earlier: DayRange) =>
      `*No comparison*: The app has no complete sales for ${range(earlier)}.`,
  };
};
