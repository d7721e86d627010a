import { digestCommands } from './digestCommands.ts';
import { digestKinds } from './digestKinds.ts';
import { digestNotices } from './digestNotices.ts';
import { digestSettings } from './digestSettings.ts';
import type { EnglishFormatter as Formatter } from './englishFormatter.ts';

/** What digests say, below them and about them. */
export const digest = (format: Formatter) => ({
  stock: stockDigest(format),
  sales: salesDigest(format),
  kinds: digestKinds(format),
  banner: banner(format),
  why: why(format),
  commands: digestCommands(format),
  settings: digestSettings(format),
  notices: digestNotices(format),
  buttons: {
    list: 'Full list',
    why: 'Why these numbers?',
    settings: 'Settings',
    postNow: 'Post one now',
  },
  /** With the file of every row, in the thread of a digest. */
  fileComment: (rows: number, days: Days) =>
    `${rows === 1 ? '1 row' : `All ${format.units(rows)} rows`} for ${format.range(days)}`,
});

interface Days {
  readonly from: string;
  readonly to: string;
}

const weekdays = ({ from, to }: Days) => (from === to ? 'weekday' : 'weekdays');

/** A figure against that of an earlier day. */
export interface Change {
  readonly by: number;
  readonly since: string;
}

/** Some of the products of a kind by name, escaped, and how many there are. */
export interface Listed<Each> {
  readonly count: number;
  readonly named: readonly Each[];
}

export interface Newly {
  readonly count: number;
  readonly since: string;
}

const stockDigest = (format: Formatter) => {
  const { units, change, counted, day, shortDay } = format;
  const against = (changes: readonly Change[]) =>
    changes.length === 0
      ? ''
      : ` (${changes.map(({ by, since }) => `${change(by)} since ${shortDay(since)}`).join(', ')})`;
  const isNew = (newly: Newly | undefined, count: number) =>
    newly === undefined
      ? ''
      : `, ${newly.count === count ? 'all' : units(newly.count)} new since ${shortDay(newly.since)}`;
  const list = <Each>({ count, named }: Listed<Each>, word: (each: Each) => string) =>
    listed(format, count, named.map(word));
  return {
    title: (date: string) => `Stock digest · ${day(date)}`,
    units: (sum: number, changes: readonly Change[]) =>
      `*${counted(sum, 'unit')}* in stock${against(changes)}`,
    /** `most` stores have the product that most of them have. */
    stores: (most: number, changes: readonly Change[]) =>
      `*${most === 0 ? 'No store* has' : `At least ${counted(most, 'store')}* ${most === 1 ? 'has' : 'have'}`} stock${against(changes)}`,
    products: (inStock: number, products: number, changes: readonly Change[]) =>
      `${units(inStock)} of ${counted(products, 'product')} in stock${against(changes)}`,
    empty: 'The stock list is empty.',
    noneOf: {
      mine: 'None of your products is in stock.',
      chosen: 'None of the products in this digest is in stock.',
    },
    everythingOut: (count: number, newly: Newly | undefined) =>
      `:rotating_light: *Everything is out of stock*${isNew(newly, count)}`,
    out: (products: Listed<{ readonly name: string }>, newly: Newly | undefined) =>
      `:red_circle: *${counted(products.count, 'product')} out of stock*${isNew(newly, products.count)}: ${list(products, ({ name }) => name)}`,
    low: (limit: number, products: Listed<{ readonly name: string; readonly days: number }>) =>
      `:hourglass_flowing_sand: *${counted(products.count, 'product')} running low* (less than ${counted(limit, 'day')} of cover): ${list(
        products,
        ({ name, days }) => `${name} (${format.tenths(days)} ${days === 1 ? 'day' : 'days'})`,
      )}`,
    nothingOut: ':white_check_mark: Nothing is out of stock',
    nothingOutOrLow: (limit: number) =>
      `:white_check_mark: Nothing is out of stock or running low (less than ${counted(limit, 'day')} of cover)`,
    falls: (products: Listed<{ readonly name: string; readonly by: number }>) =>
      `:small_red_triangle_down: *Largest falls*: ${list(products, ({ name, by }) => `${name} (${change(by)})`)}`,
    back: (products: Listed<{ readonly name: string; readonly stock: number }>) =>
      `:package: *${counted(products.count, 'product')} back in stock*: ${list(products, ({ name, stock }) => `${name} (${units(stock)})`)}`,
    first: 'This is the first day of stock data. Changes appear from the next digest.',
    unchanged: (since: string) => `Nothing has changed since ${day(since)}.`,
    table: {
      caption: (limit: number) =>
        `Products to watch: out of stock, less than ${counted(limit, 'day')} of cover, largest falls, back in stock`,
      captionWithoutSales: 'Products to watch: out of stock, largest falls, back in stock',
      columns: {
        product: 'Product',
        units: 'Units',
        change: 'Change',
        days: 'Days',
        stores: 'Stores',
      },
      kinds: { out: 'Out of stock', low: 'Running low', falls: 'Falling', back: 'Back in stock' },
    },
    chart: { title: 'Units in stock', unit: 'Units', series: 'In stock' },
    /** `updated` is a time as the service gives it, escaped. */
    source: (date: string, updated: string, readAt: number, timeZone: string) =>
      `Stock for ${day(date)}${updated === '' ? '' : `, updated ${updated}`}, fetched ${format.instant(readAt, timeZone)} (${timeZone})`,
    ownFrom: (time: string) =>
      `today's stock arrives at about ${time}; schedule the digest for ${time} or later to include it`,
    scope: {
      ownUnknown: 'all products in the chain (the app knows which are yours once sales data is fetched)',
      group: (name: string) => `the product group ${name}`,
      chosen: 'the chosen products',
      all: 'all products in the chain',
      mine: 'your products: sold in the last 90 days or in your product list',
    },
    allStores: 'units in all stores together',
    noCover: "days of cover can't be calculated until sales data is fetched",
    /** `missing` are days that are not read, in words; none when it is empty. */
    coverFrom: (days: number, period: string, missing: string) =>
      `days of cover are based on ${counted(days, 'day')} of sales, ${period}${missing === '' ? '' : ` (not fetched yet: ${missing})`}`,
  };
};

/** A product or store with its volume, and by how much it changed; volumes in millilitres. */
export interface NamedVolume {
  readonly name: string;
  readonly millilitres: number;
  readonly before: number | undefined;
}

interface SalesSum {
  readonly quantity: number;
  readonly products: number;
  readonly stores: number;
}

const salesDigest = (format: Formatter) => {
  const { range, quantity, counted, litres, litresBeside } = format;
  const litresOf = (millilitres: number) => litresBeside(millilitres, millilitres);
  const unitsOf = (sold: number) => `${quantity(sold)} ${sold === 1 ? 'unit' : 'units'}`;
  const change = (now: number, before: number | undefined) =>
    before === undefined ? '' : ` (${format.change(now - before)})`;
  const named = ({ name, millilitres, before }: NamedVolume) => {
    const volume = litresBeside(millilitres, Math.max(millilitres, before ?? 0));
    return `${name} (${volume} l${before === undefined ? '' : `, ${format.litresChangeBeside(millilitres - before, millilitres - before)}`})`;
  };
  const list = ({ count, named: some }: Listed<NamedVolume>) => listed(format, count, some.map(named));
  return {
    title: (days: Days) => `Sales digest · ${range(days)}`,
    /** `before` is the volume of the same weekdays a week before; undefined when nothing is known of it. */
    none: (days: Days, earlier: Days, before: number | undefined) =>
      `*No sales*${days.from === days.to ? ' on ' : ', '}${range(days)}.${before === undefined ? '' : ` A week earlier (${range(earlier)}): ${litres(before)} litres.`}`,
    /** `percent` is the change since then; undefined where there is nothing to measure by. */
    volume: (millilitres: number, earlier: Days, before: number, percent: number | undefined) => {
      const compared =
        percent === undefined
          ? `${format.litresChange(millilitres - before)} litres`
          : format.percentChange(percent);
      return `*${litresOf(millilitres)} litres* (${compared} compared with ${range(earlier)}: ${litresOf(before)})`;
    },
    volumeAlone: (millilitres: number, earlier: Days) =>
      `*${litresOf(millilitres)} litres* (sales for ${range(earlier)} aren't fetched yet, so there is nothing to compare with)`,
    items: (now: SalesSum, before: SalesSum | undefined) =>
      `*${unitsOf(now.quantity)}*${change(now.quantity, before?.quantity)} of ${counted(now.products, 'product')}${change(now.products, before?.products)} in ${counted(now.stores, 'store')}${change(now.stores, before?.stores)}`,
    returned: (items: number, millilitres: number) =>
      `:leftwards_arrow_with_hook: ${unitsOf(items)} returned (${litresOf(millilitres)} litres), already subtracted above`,
    falls: (products: Listed<NamedVolume>) =>
      `:small_red_triangle_down: *Products with the largest falls*: ${list(products)}`,
    storeFalls: (stores: Listed<NamedVolume>) =>
      `:small_red_triangle_down: *Stores with the largest falls*: ${list(stores)}`,
    topStores: (stores: Listed<NamedVolume>) => `:department_store: *Best-selling stores*: ${list(stores)}`,
    table: {
      caption: (days: Days, earlier: Days) =>
        `Sales for ${range(days)} in litres by product, then by store, compared with ${range(earlier)}`,
      columns: {
        name: 'Product or store',
        litres: 'Litres',
        change: 'Change',
        items: 'Units',
      },
      /** Goes before the number of a store. */
      store: 'Store',
    },
    chart: { title: 'Litres sold per day', unit: 'Litres', series: 'Sold' },
    /** Days whose digests did not come. */
    closedBefore: (closed: readonly string[]) => `stores were closed ${format.days(closed)}`,
    source: (days: Days, asOf: number | undefined, timeZone: string) =>
      `Sales for ${range(days)}${asOf === undefined ? '' : `, as of ${format.instant(asOf, timeZone)} (${timeZone})`}`,
    ownFrom: (time: string) =>
      `yesterday's sales arrive at about ${time}; schedule the digest for ${time} or later to include them`,
    scope: {
      group: (name: string) => `the product group ${name}`,
      chosen: 'the chosen products',
      all: 'all your sales',
    },
    net: 'returns are subtracted; later corrections can change the numbers',
  };
};

/** Above a digest that is late, or whose data is not that of its time. */
const banner = ({ day, time }: Formatter) => ({
  stock: {
    lateService: (dueAt: number, timeZone: string) =>
      `This digest is late: today's stock hadn't arrived at ${time(dueAt, timeZone)}.`,
    old: (date: string) => `Showing stock for ${day(date)}. No newer data has arrived.`,
    unreached: (date: string) =>
      `Showing stock for ${day(date)}. The app couldn't get newer data from the data service.`,
    updating: (date: string, wanted: string) =>
      `Showing stock for ${day(date)}. Stock for ${day(wanted)} is still being loaded.`,
  },
  sales: {
    lateService: (dueAt: number, timeZone: string, date: string) =>
      `This digest is late: sales for ${day(date)} hadn't arrived at ${time(dueAt, timeZone)}.`,
    old: (date: string, wanted: string) =>
      `Showing sales for ${day(date)}. Sales for ${day(wanted)} aren't available yet.`,
  },
  lateBot: (dueAt: number, timeZone: string) =>
    `This digest is late: the app couldn't post it at ${time(dueAt, timeZone)}.`,
  quiet: (date: string) => `Stock hasn't changed since ${day(date)}.`,
});

export interface StockSum {
  readonly units: number;
  readonly products: number;
  readonly mostStores: number;
}

export interface Cover {
  readonly days: number;
  /** In words; `missing` are days that are not read, and empty when there are none. */
  readonly period: string;
  readonly missing: string;
}

/** How the numbers of a digest came about. */
const why = (format: Formatter) => {
  const { units, counted, day, quantity, litres } = format;
  const unitsOf = (sold: number) => `${quantity(sold)} ${sold === 1 ? 'unit' : 'units'}`;
  return {
    gone: (date: string) => `Stock for ${day(date)} is no longer stored.`,
    units: (now: StockSum, earlier: readonly { readonly units: number; readonly businessDate: string }[]) => {
      const before = earlier.map((each) => `${units(each.units)} (${day(each.businessDate)})`).join(', ');
      return `*Units*: the stock of each product in all stores, added up: ${units(now.units)} for ${counted(now.products, 'product')}.${before === '' ? '' : ` Earlier: ${before}. The changes are the differences.`}`;
    },
    shorterList: ({ products, before }: { readonly products: number; readonly before: number }) =>
      `The data service listed ${counted(products, 'product')}, far fewer than the ${quantity(before)} before. Products it no longer lists are missing here.`,
    stores: ({ mostStores }: StockSum) =>
      `*Stores*: the data says how many stores have a product, not which ones. The most widely available product is in ${counted(mostStores, 'store')}, so at least ${counted(mostStores, 'store')} ${mostStores === 1 ? 'has' : 'have'} stock.`,
    out: (withoutSales: boolean) =>
      `*Out of stock*: 0 units or fewer. "New" were in stock last time; "back in stock" were not. Each product is listed once, in this order: out of stock, ${withoutSales ? '' : 'running low, '}falling, back in stock.`,
    noCover: "*Days of cover* can't be calculated until sales data is fetched.",
    cover: ({ days, period, missing }: Cover, limit: number) =>
      `*Days of cover*: stock ÷ units sold per day, returns subtracted, over ${counted(days, 'day')} of sales, ${period}${missing === '' ? '' : ` (not fetched yet: ${missing})`}. The app only knows your own sales, so only your products have days of cover. For a new product, the days count from its first sale. Running low means less than ${counted(limit, 'day')} of cover.`,
    example: (
      name: string,
      sum: { readonly stock: number; readonly sold: number; readonly restsOn: number; readonly days: number },
      isNew: boolean,
    ) =>
      `For example ${name}: ${units(sum.stock)} ÷ (${unitsOf(sum.sold)} ÷ ${counted(sum.restsOn, 'day')}${isNew ? ' since its first sale' : ''}) = ${format.tenths(sum.days)} days.`,
    read: (at: number, timeZone: string) =>
      `Fetched from the data service ${format.instant(at, timeZone)} (${timeZone}).`,
    sales: (days: Days, sum: { readonly rows: number; readonly millilitres: number }, returned: number) =>
      `*Litres and units*: ${counted(sum.rows, 'sales line')} for ${format.range(days)} added up, exact to the millilitre: ${litres(sum.millilitres)} litres. Returns are negative sales, so they are subtracted: ${unitsOf(returned)}.`,
    compared: (earlier: Days, millilitres: number) =>
      `*Compared with* ${format.range(earlier)} (same ${weekdays(earlier)}, previous week): ${litres(millilitres)} litres. A product or store without sales counts as 0.`,
    notCompared: (earlier: Days) =>
      `*No comparison*: sales for ${format.range(earlier)} (same ${weekdays(earlier)}, previous week) aren't fetched yet.`,
    corrected: (asOf: number, timeZone: string) =>
      `The data service can correct sales later. Corrections up to ${format.instant(asOf, timeZone)} (${timeZone}) are included.`,
    uncorrected: 'The data service can correct sales later. Corrections are included as they arrive.',
  };
};

/** "1101 Pale Ale (2.5 days), 90210 (0.5 days) and 4 more" */
function listed({ units }: Formatter, count: number, words: readonly string[]): string {
  const left = count - words.length;
  return left === 0 ? words.join(', ') : `${words.join(', ')} and ${units(left)} more`;
}
