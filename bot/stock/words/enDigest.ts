import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';

/** A change since an earlier day. */
export interface Change {
  readonly by: number;
  readonly since: string;
}

/** Some of `count` products, by escaped name. */
export interface Listed<Each> {
  readonly count: number;
  readonly named: readonly Each[];
}

export interface Newly {
  readonly count: number;
  readonly since: string;
}

export interface StockSum {
  readonly units: number;
  readonly products: number;
  readonly mostStores: number;
}

export interface Cover {
  readonly days: number;
  /** Formatted; `missing` lists days that aren't fetched, empty for none. */
  readonly period: string;
  readonly missing: string;
}

/** What to order of a product, and what it is calculated from. */
export interface OrderSum {
  readonly sold: number;
  readonly restsOn: number;
  readonly stock: number;
  readonly leadDays: number;
  /** For how many days after the lead time the order lasts. */
  readonly days: number;
  readonly quantity: number;
  readonly packs: number | undefined;
  readonly packSize: number | undefined;
  /** Days, formatted. */
  readonly goneOn: string;
  readonly by: string;
}

/** The sentences of the stock digest, and about it. */
export const digest = (format: Formatter) => {
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
    format.list(named.map(word), count - named.length);
  return {
    title: (date: string) => `Stock digest · ${day(date)}`,
    units: (sum: number, changes: readonly Change[]) =>
      `*${counted(sum, 'unit')}* in stock${against(changes)}`,
    /** `most` stores have the most widely available product. */
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
    /** `order` is "240 (20 packs) by Thursday". */
    orders: (products: Listed<{ readonly name: string; readonly order: string }>) =>
      `:shopping_trolley: *${counted(products.count, 'product')} to reorder* (stock in the chain's stores only): ${list(products, ({ name, order }) => `${name}: order ${order}`)}`,
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
    /** `missing` lists days that aren't fetched; empty for none. */
    coverFrom: (days: number, period: string, missing: string) =>
      `days of cover are based on ${counted(days, 'day')} of sales, ${period}${missing === '' ? '' : ` (not fetched yet: ${missing})`}`,
    kind: {
      typed: 'stock',
      name: 'stock',
      gets: 'the stock digest',
      data: 'stock',
      fresh: "today's stock",
      option: 'Stock',
      nothingRead:
        'No stock data has arrived yet, so there is no stock digest to post. The app checks every few minutes; see `/digest status`.',
      mine: 'yours (sold in the last 90 days or in your product list)',
      all: 'all products in the chain',
      gone: (date: string) => `Stock for ${format.day(date)} is no longer stored.`,
      title: (where: string, when: string) => `*Stock digest* in ${where}: ${when}`,
      next: (at: number, timeZone: string) =>
        `Next: ${format.instant(at, timeZone)}, as soon as that day's stock has arrived.`,
      /** For a digest time before `ownFrom`, when the day's own data arrives. */
      nextEarly: (at: number, timeZone: string, day: string, ownFrom: string) =>
        `Next: ${format.instant(at, timeZone)}, with stock for ${format.day(day)}. That day's stock arrives at about ${ownFrom}; schedule the digest for ${ownFrom} or later to include it.`,
    },
    /** Above a digest that is late, or shows older data. */
    banner: {
      lateService: (dueAt: number, timeZone: string) =>
        `This digest is late: today's stock hadn't arrived at ${format.time(dueAt, timeZone)}.`,
      quiet: (date: string) => `Stock hasn't changed since ${format.day(date)}.`,
      old: (date: string) => `Showing stock for ${format.day(date)}. No newer data has arrived.`,
      unreached: (date: string) =>
        `Showing stock for ${format.day(date)}. The app couldn't get newer data from the data service.`,
      updating: (date: string, wanted: string) =>
        `Showing stock for ${format.day(date)}. Stock for ${format.day(wanted)} is still being loaded.`,
    },
    why: why(format),
    /** For `/digest status`. */
    latest: {
      none: 'No stock data has arrived yet.',
      of: (day: string, products: number) =>
        `Latest stock: ${format.day(day)}, ${format.counted(products, 'product')}.`,
    },
  };
};

/** The lines of "Why these numbers?". */
const why = (format: Formatter) => {
  const { units, counted, day, quantity } = format;
  const unitsOf = (sold: number) => `${quantity(sold)} ${sold === 1 ? 'unit' : 'units'}`;
  return {
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
    order: (days: number) =>
      `*Order*: units sold per day × (lead time + ${counted(days, 'day')}) − stock, in whole packs. Order by the day on which the stock is gone, less the lead time. This is stock in the chain's stores only, not your own warehouse.`,
    orderExample: (name: string, sum: OrderSum) => {
      const lasting = `(${unitsOf(sum.sold)} ÷ ${counted(sum.restsOn, 'day')}) × (${sum.leadDays} + ${counted(sum.days, 'day')}) − ${units(sum.stock)}`;
      const packs =
        sum.packs === undefined || sum.packSize === undefined
          ? ''
          : `, ${counted(sum.packs, 'pack')} of ${units(sum.packSize)}`;
      return `${name}: ${lasting}, rounded up to ${units(sum.quantity)}${packs}. Gone on ${sum.goneOn}, less ${counted(sum.leadDays, 'day')}: ${sum.by}.`;
    },
    read: (at: number, timeZone: string) =>
      `Fetched from the data service ${format.instant(at, timeZone)} (${timeZone}).`,
  };
};
