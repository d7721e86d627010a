import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';
import type { DayRange as Days } from '../../text/dayRange.ts';
import type { SalesTotals } from '../reader.ts';
import { type Change, differenceOf } from '../sums.ts';

const weekdays = ({ from, to }: Days) => (from === to ? 'weekday' : 'weekdays');

/** A product, store or day with its volume in millilitres. */
export interface NamedVolume {
  readonly name: string;
  readonly millilitres: number;
  /** Undefined where it isn't known. */
  readonly change: Change | undefined;
}

/** Some of `count` products or stores. */
export interface NamedVolumes {
  readonly count: number;
  readonly named: readonly NamedVolume[];
}

/** "Havn Gin (12.5 l, −3.0)" */
export function namedVolume(
  { name, millilitres, change }: NamedVolume,
  each: (change: Change) => string,
  { litres, litresChange }: Pick<Formatter, 'litres' | 'litresChange'>,
): string {
  const volume = `${litres(millilitres)} l`;
  if (change === undefined) return `${name} (${volume})`;
  const difference = differenceOf(change);
  return `${name} (${volume}, ${litresChange(difference)}${each(change)})`;
}

/** The sentences of the sales digest, and about it. */
export const digest = (format: Formatter) => {
  const { range, quantity, counted, litres } = format;
  const on = (days: Days) => `${days.from === days.to ? ' on ' : ', '}${range(days)}`;
  const unitsOf = (sold: number) => `${quantity(sold)} ${sold === 1 ? 'unit' : 'units'}`;
  const change = (now: number, before: number | undefined) =>
    before === undefined ? '' : ` (${format.change(now - before)})`;
  const each = ({ perOpenDay }: Change) => (perOpenDay === undefined ? '' : ' per open day');
  /** In per cent; in litres where too little was sold before. */
  const changed = (change: Change) =>
    change.percent === undefined
      ? `${format.litresChange(differenceOf(change))} l${each(change)}`
      : `${format.percentChange(change.percent)}${each(change)}`;
  const named = (volume: NamedVolume) => namedVolume(volume, each, format);
  const list = ({ count, named: some }: NamedVolumes) => format.list(some.map(named), count - some.length);
  return {
    title: (days: Days) => `Sales digest · ${range(days)}`,
    /** `before` is the volume of the same weekdays a week before; undefined where it isn't known. */
    none: (days: Days, earlier: Days, before: number | undefined) =>
      `*No sales*${on(days)}.${before === undefined ? '' : ` A week earlier (${range(earlier)}): ${litres(before)} l.`}`,
    volume: (millilitres: number, earlier: Days, before: number, change: Change) =>
      `*${litres(millilitres)} l* (${changed(change)} compared with ${range(earlier)}: ${litres(before)} l)`,
    /** `isFetched`: stores were closed, or sold nothing. */
    volumeAlone: (millilitres: number, earlier: Days, isFetched: boolean) =>
      `*${litres(millilitres)} l* (${isFetched ? `no sales${on(earlier)}` : `sales for ${range(earlier)} aren't fetched yet`}, so there is nothing to compare with)`,
    items: (now: SalesTotals, before: SalesTotals | undefined) =>
      `*${unitsOf(now.quantity)}*${change(now.quantity, before?.quantity)} of ${counted(now.products, 'product')}${change(now.products, before?.products)} in ${counted(now.stores, 'store')}${change(now.stores, before?.stores)}`,
    returned: (items: number, millilitres: number) =>
      `:leftwards_arrow_with_hook: ${unitsOf(items)} returned (${litres(millilitres)} l), already subtracted above`,
    rises: (products: NamedVolumes) =>
      `:small_red_triangle: *Products with the largest rises*: ${list(products)}`,
    storeRises: (stores: NamedVolumes) =>
      `:small_red_triangle: *Stores with the largest rises*: ${list(stores)}`,
    falls: (products: NamedVolumes) =>
      `:small_red_triangle_down: *Products with the largest falls*: ${list(products)}`,
    storeFalls: (stores: NamedVolumes) =>
      `:small_red_triangle_down: *Stores with the largest falls*: ${list(stores)}`,
    topStores: (stores: NamedVolumes) => `:department_store: *Best-selling stores*: ${list(stores)}`,
    table: {
      caption: (days: Days, earlier: Days | undefined) =>
        `Sales for ${range(days)} in litres by product, then by store${earlier === undefined ? '' : `, compared with ${range(earlier)}`}`,
      name: 'Product or store',
      /** Before the number of a store. */
      store: 'Store',
    },
    chart: { title: 'Litres sold per day', unit: 'Litres', series: 'Sold' },
    /** Closed days, for which no digest was posted. */
    closedBefore: (closed: readonly string[]) => `stores were closed ${format.days(closed)}`,
    source: (days: Days, asOf: number | undefined, timeZone: string) =>
      `Sales for ${range(days)}${asOf === undefined ? '' : `, as of ${format.instant(asOf, timeZone)} (${timeZone})`}`,
    ownFrom: (time: string) =>
      `yesterday's sales arrive at about ${time}; schedule the digest for ${time} or later to include them`,
    scope: {
      group: (name: string) => `the product group ${name}`,
      chosen: 'the chosen products',
      all: 'all your sales',
      inStores: (products: string, stores: string) => `${products} in ${stores}`,
    },
    net: 'returns are subtracted; later corrections can change the numbers',
    kind: {
      typed: 'sales',
      name: 'sales',
      gets: 'the sales since the last digest, by product and store',
      data: 'sales',
      fresh: "yesterday's sales",
      option: "Yesterday's sales",
      nothingRead:
        'No sales data has arrived yet, so there is no sales digest to post. The app checks every few minutes; see `/digest status`.',
      mine: 'all your sales',
      all: 'all your sales',
      gone: (date: string) => `Sales for ${format.day(date)} are no longer stored.`,
      title: (where: string, when: string) => `*Sales digest* in ${where}: ${when}`,
      next: (at: number, timeZone: string) =>
        `Next: ${format.instant(at, timeZone)}, as soon as the previous day's sales have arrived.`,
      nextEarly: (at: number, timeZone: string, day: string, ownFrom: string) =>
        `Next: ${format.instant(at, timeZone)}, with sales for ${format.day(day)}. The previous day's sales arrive at about ${ownFrom}; schedule the digest for ${ownFrom} or later to include them.`,
    },
    /** Above a digest that is late, or shows older data. */
    banner: {
      lateService: (dueAt: number, timeZone: string, date: string) =>
        `This digest is late: sales for ${format.day(date)} hadn't arrived at ${format.time(dueAt, timeZone)}.`,
      old: (date: string, wanted: string) =>
        `Showing sales for ${format.day(date)}. Sales for ${format.day(wanted)} aren't available yet.`,
    },
    why: why(format),
    /** Columns of the digest's file, which has products and stores. */
    sheet: { what: 'Product or store', id: 'Number', name: 'Name', date: 'Sales date' },
  };
};

/** The lines of "Why these numbers?". */
const why = (format: Formatter) => {
  const { counted, litres, quantity } = format;
  const unitsOf = (sold: number) => `${quantity(sold)} ${sold === 1 ? 'unit' : 'units'}`;
  return {
    sales: (days: Days, sum: SalesTotals, returned: number) =>
      `*Litres and units*: ${counted(sum.rows, 'sales line')} for ${format.range(days)} added up without rounding: ${litres(sum.millilitres)} l. Returns are negative sales, so they are subtracted: ${unitsOf(returned)}.`,
    compared: (earlier: Days, millilitres: number) =>
      `*Compared with* ${format.range(earlier)} (same ${weekdays(earlier)}, previous week): ${litres(millilitres)} l. A product or store without sales counts as 0.`,
    notCompared: (earlier: Days, isFetched: boolean) =>
      `*No comparison*: ${isFetched ? 'no ' : ''}sales for ${format.range(earlier)} (same ${weekdays(earlier)}, previous week)${isFetched ? '' : " aren't fetched yet"}.`,
    corrected: (asOf: number, timeZone: string) =>
      `The data service can correct sales later. Corrections up to ${format.instant(asOf, timeZone)} (${timeZone}) are included.`,
    uncorrected: 'The data service can correct sales later. Corrections are included as they arrive.',
  };
};
