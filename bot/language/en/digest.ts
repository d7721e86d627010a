import type { Formatter } from '../formatter.ts';
import { digestNotices } from './digestNotices.ts';
import { digestSettings } from './digestSettings.ts';

/** What digests say, below them and about them. */
export const digest = (format: Formatter) => ({
  stock: stockDigest(format),
  sales: salesDigest(format),
  banner: banner(format),
  why: why(format),
  settings: digestSettings(format),
  notices: digestNotices(format),
  buttons: {
    list: 'Whole list',
    why: 'Why this number?',
    settings: 'Settings',
    postNow: 'Post one now',
  },
  nothingRead: {
    stock:
      'The stock digest cannot be made: the service has not given any stock yet. It is asked again; `/digest status` says how it stands.',
    sales:
      'The sales digest cannot be made: the service has not given any sales yet. It is asked again; `/digest status` says how it stands.',
  },
  /** Beside the file with every row, in the thread of a digest. */
  fileComment: (rows: number, day: string) => `All ${format.counted(rows, 'row')} of ${format.day(day)}`,
});

/** A figure against that of an earlier day. */
interface Change {
  readonly by: number;
  readonly since: string;
}

/** Some of the products of a kind by name, escaped, and how many there are. */
interface Listed<Each> {
  readonly count: number;
  readonly named: readonly Each[];
}

interface Newly {
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
      `*${units(sum)} ${sum === 1 ? 'unit' : 'units'}* in stock${against(changes)}`,
    /** `most` stores have the product that most of them have. */
    stores: (most: number, changes: readonly Change[]) =>
      `*${most === 0 ? 'No store' : `At least ${counted(most, 'store')}`}* covered${against(changes)}`,
    products: (inStock: number, products: number, changes: readonly Change[]) =>
      `${units(inStock)} of ${counted(products, 'product')} in stock${against(changes)}`,
    empty: 'The stock is empty.',
    noneOf: {
      mine: 'There is no stock of any of your products.',
      chosen: 'None of the products that this digest is of is in the stock.',
    },
    everythingOut: (count: number, newly: Newly | undefined) =>
      `:rotating_light: *Everything is out of stock*${isNew(newly, count)}`,
    out: (products: Listed<{ readonly name: string }>, newly: Newly | undefined) =>
      `:red_circle: *${counted(products.count, 'product')} out of stock*${isNew(newly, products.count)}: ${list(products, ({ name }) => name)}`,
    low: (limit: number, products: Listed<{ readonly name: string; readonly days: number }>) =>
      `:hourglass_flowing_sand: *${counted(products.count, 'product')} in stock for less than ${limit} days*: ${list(
        products,
        ({ name, days }) => `${name} (${format.tenths(days)} ${days === 1 ? 'day' : 'days'})`,
      )}`,
    nothingOut: ':white_check_mark: Nothing is out of stock',
    nothingOutOrLow: (limit: number) =>
      `:white_check_mark: Nothing is out of stock or lasts less than ${limit} days`,
    falls: (products: Listed<{ readonly name: string; readonly by: number }>) =>
      `:small_red_triangle_down: *Largest falls*: ${list(products, ({ name, by }) => `${name} (${change(by)})`)}`,
    back: (products: Listed<{ readonly name: string; readonly stock: number }>) =>
      `:package: *${counted(products.count, 'product')} back in stock*: ${list(products, ({ name, stock }) => `${name} (${units(stock)})`)}`,
    first: 'This is the first stock that is held; changes are told from the next one on.',
    unchanged: (since: string) => `Nothing has changed since ${day(since)}.`,
    table: {
      caption: (limit: number) =>
        `Products to look at: out of stock, less than ${limit} days of cover, largest falls, back in stock`,
      columns: {
        what: 'What',
        product: 'Product',
        units: 'Units',
        change: 'Change',
        days: 'Days',
        stores: 'Stores',
      },
      kinds: { out: 'Out', low: 'Low', falls: 'Fell', back: 'Back' },
    },
    chart: { title: 'Units in stock', unit: 'Units' },
    /** `updated` is a time as the service gives it, escaped. */
    source: (date: string, updated: string, readAt: number, timeZone: string) =>
      `Stock of ${day(date)}${updated === '' ? '' : `, updated ${updated}`}, read ${format.instant(readAt, timeZone)} (${timeZone})`,
    ownFrom: (time: string) =>
      `the stock of the day itself comes about ${time}, and a digest at ${time} or later has it`,
    scope: {
      ownUnknown: 'all products of the chain (your own sales show none yet)',
      group: (name: string) => `products of the group ${name}`,
      chosen: 'the products that were chosen',
      all: 'all products of the chain',
      mine: 'the products in your own sales of the last 90 days and in your product list',
    },
    allStores: 'units in all stores together',
    noCover: 'no sales are held yet to tell days of cover from',
    /** `missing` are days that are not read, in words; none when it is empty. */
    coverFrom: (days: number, period: string, missing: string) =>
      `days of cover rest on ${counted(days, 'day')} of sales, ${period}${missing === '' ? '' : ` (not read yet: ${missing})`}`,
  };
};

/** A product or store with its volume, and by how much it changed; volumes in millilitres. */
interface NamedVolume {
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
  const { day, quantity, counted, litres, litresBeside } = format;
  const litresOf = (millilitres: number) => litresBeside(millilitres, millilitres);
  const change = (now: number, before: number | undefined) =>
    before === undefined ? '' : ` (${format.change(now - before)})`;
  const named = ({ name, millilitres, before }: NamedVolume) => {
    const volume = litresBeside(millilitres, Math.max(millilitres, before ?? 0));
    return `${name} (${volume} l${before === undefined ? '' : `, ${format.litresChangeBeside(millilitres - before, millilitres - before)}`})`;
  };
  const list = ({ count, named: some }: Listed<NamedVolume>) => listed(format, count, some.map(named));
  return {
    title: (date: string) => `Sales digest · ${day(date)}`,
    /** `before` is the volume of the same weekday a week before; undefined when nothing is known of it. */
    none: (date: string, earlier: string, before: number | undefined) =>
      `*No sales* on ${day(date)}${before === undefined ? '' : `; on ${day(earlier)} it was ${litres(before)} litres`}.`,
    /** `percent` is the change since then; undefined where there is nothing to measure by. */
    volume: (millilitres: number, earlier: string, before: number, percent: number | undefined) => {
      const compared =
        percent === undefined
          ? `${format.litresChange(millilitres - before)} litres`
          : format.percentChange(percent);
      return `*${litresOf(millilitres)} litres* (${compared} compared with ${day(earlier)}: ${litresOf(before)})`;
    },
    volumeAlone: (millilitres: number, earlier: string) =>
      `*${litresOf(millilitres)} litres* (the sales of ${day(earlier)} are not read yet)`,
    items: (now: SalesSum, before: SalesSum | undefined) =>
      `*${quantity(now.quantity)} items*${change(now.quantity, before?.quantity)} of ${counted(now.products, 'product')}${change(now.products, before?.products)} in ${counted(now.stores, 'store')}${change(now.stores, before?.stores)}`,
    returned: (items: number, millilitres: number) =>
      `:leftwards_arrow_with_hook: ${quantity(items)} items came back, ${litresOf(millilitres)} litres; they are taken off above`,
    falls: (products: Listed<NamedVolume>) =>
      `:small_red_triangle_down: *Products that fell most*: ${list(products)}`,
    storeFalls: (stores: Listed<NamedVolume>) =>
      `:small_red_triangle_down: *Stores that fell most*: ${list(stores)}`,
    topStores: (stores: Listed<NamedVolume>) => `:department_store: *Stores that sold most*: ${list(stores)}`,
    table: {
      caption: (date: string, earlier: string) =>
        `Sales of ${day(date)} in litres by product, then by store, beside ${day(earlier)}`,
      columns: {
        what: 'What',
        name: 'Product or store',
        litres: 'Litres',
        before: (date: string) => format.shortDay(date),
        change: 'Change',
        items: 'Items',
      },
      kinds: { product: 'Product', store: 'Store' },
    },
    chart: { title: 'Litres sold per day', unit: 'Litres' },
    source: (date: string, asOf: number | undefined, timeZone: string) =>
      `Sales of ${day(date)}${asOf === undefined ? '' : `, as of ${format.instant(asOf, timeZone)} (${timeZone})`}`,
    ownFrom: (time: string) =>
      `the sales of the day before come about ${time}, and a digest at ${time} or later has them`,
    scope: {
      group: (name: string) => `products of the group ${name}`,
      chosen: 'the products that were chosen',
      all: 'all of your own sales',
    },
    net: 'net of returns; later corrections change them',
  };
};

/** What stands above figures that are not those of their time. */
const banner = ({ day, time }: Formatter) => ({
  stock: {
    lateService: (dueAt: number, timeZone: string) =>
      `This digest is late: at ${time(dueAt, timeZone)} the service did not have the stock of the day yet.`,
    old: (date: string) => `Stock as of ${day(date)}: the service has not been updated since.`,
    updating: (date: string, wanted: string) =>
      `Stock as of ${day(date)}: the service is still bringing in that of ${day(wanted)}.`,
  },
  sales: {
    lateService: (dueAt: number, timeZone: string, date: string) =>
      `This digest is late: at ${time(dueAt, timeZone)} the service did not have the sales of ${day(date)} yet.`,
    old: (date: string, wanted: string) =>
      `Sales of ${day(date)}: the service has not delivered those of ${day(wanted)} yet.`,
  },
  lateBot: (dueAt: number, timeZone: string) =>
    `This digest is late: the bot could not post it at ${time(dueAt, timeZone)}.`,
  quiet: (date: string) => `No product has changed since ${day(date)}.`,
});

interface StockSum {
  readonly units: number;
  readonly products: number;
  readonly placements: number;
  readonly mostStores: number;
}

interface Cover {
  readonly days: number;
  /** In words; `missing` are days that are not read, and empty when there are none. */
  readonly period: string;
  readonly missing: string;
}

/** How the numbers of a digest came about. */
const why = (format: Formatter) => {
  const { units, counted, day, quantity, litres } = format;
  return {
    gone: (date: string) => `The stock of ${date} is not held any more.`,
    units: (now: StockSum, earlier: readonly { readonly units: number; readonly businessDate: string }[]) => {
      const before = earlier.map((each) => `${units(each.units)} on ${day(each.businessDate)}`).join(' and ');
      return `*Units*: the stock that the service gives for each product, over all stores, added up: ${units(now.units)} of ${counted(now.products, 'product')}.${before === '' ? '' : ` Before it was ${before}; the changes are the differences.`}`;
    },
    stores: ({ mostStores, placements }: StockSum) =>
      `*Stores*: the service counts for each product the stores that have it. ${counted(mostStores, 'store')} have the product that most of them have, so at least that many are covered; which they are it does not say. All products together stand in ${units(placements)} places.`,
    out: '*Out of stock*: products whose stock is 0 or less. New are those that had some in the stock before; back are those that had none then and have some now. In the table a product stands once: as out, else as low, else as fallen, else as back.',
    noCover: '*Days of cover*: no sales are held yet to tell them from.',
    cover: ({ days, period, missing }: Cover, limit: number) =>
      `*Days of cover*: stock ÷ items sold a day, returns taken off, over the ${counted(days, 'day')} of sales that are held of ${period}${missing === '' ? '' : ` (not read yet: ${missing})`}. Only your own sales are known, so only your own products have a figure; a new one is divided by the days since its first sale. Low is less than ${limit} days.`,
    example: (
      name: string,
      sum: { readonly stock: number; readonly sold: number; readonly restsOn: number; readonly days: number },
      isNew: boolean,
    ) =>
      `For example ${name}: ${units(sum.stock)} ÷ (${quantity(sum.sold)} items ÷ ${counted(sum.restsOn, 'day')}${isNew ? ' since its first sale' : ''}) = ${format.tenths(sum.days)} days.`,
    read: (at: number, timeZone: string) =>
      `Read from the service ${format.instant(at, timeZone)} (${timeZone}).`,
    sales: (date: string, sum: { readonly rows: number; readonly millilitres: number }, returned: number) =>
      `*Litres and items*: all sales rows of ${day(date)} added up, ${counted(sum.rows, 'row')}: ${litres(sum.millilitres)} litres, exact to the millilitre. Returns are negative sales and taken off; ${quantity(returned)} items came back.`,
    compared: (earlier: string, millilitres: number) =>
      `*Compared* with ${day(earlier)}, the same weekday a week before: ${litres(millilitres)} litres. A product or store without a row on a day counts as 0 there.`,
    notCompared: (earlier: string) =>
      `*Compared*: the sales of ${day(earlier)}, the same weekday a week before, are not read yet.`,
    /** `asOf` is a time of day in UTC, as it is written everywhere. */
    corrected: (asOf: string) =>
      `The service still changes sales later; corrections up to ${asOf} UTC are in.`,
    uncorrected: 'The service still changes sales later; corrections are taken in as they come.',
  };
};

/** "1101 Pale Ale (2.5 days), 90210 (0.5 days) and 4 more" */
function listed({ units }: Formatter, count: number, words: readonly string[]): string {
  const left = count - words.length;
  return left === 0 ? words.join(', ') : `${words.join(', ')} and ${units(left)} more`;
}
