import type { FieldWords } from '../../ask/slots.ts';
import type { TypedWords } from '../../language/en/common.ts';
import { type Failure, happened } from '../../language/en/failures.ts';
import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';
import type { DayRange } from '../../text/dayRange.ts';
import { quoted } from '../../text/normalize.ts';
import type { SoldTrend } from '../query.ts';
import { digest } from './enDigest.ts';
import { type Change, type Named, type Newly, overview, type Those, type Whose } from './enOverview.ts';
import { why } from './enWhy.ts';

/** The days whose sales days of cover are based on. */
export interface DaysBehind {
  readonly days: number;
  /** `new`: since the first sale of a new product. `read`: the fetched days since `from`. `all`: the whole window. */
  readonly kind: 'new' | 'read' | 'all';
  readonly from: string;
}

/** Numbers that a sentence about unknown products lists. */
const MAX_UNKNOWN = 10;

/** The questions of `/stock`, by their words in English commands. */
export type StockVerb = 'out' | 'low' | 'over' | 'changes' | 'all' | 'mine' | 'overview';

/** The sentences of `/stock`. Days are yyyy-MM-dd. */
export const english = (format: Formatter) => {
  const { units, counted, day, change } = format;
  const since = (changed: Change) =>
    changed === undefined ? '' : ` (${change(changed.by)} since ${day(changed.since)})`;
  const newly = (out: Newly) =>
    out === undefined ? '' : ` (${units(out.count)} new since ${day(out.since)})`;
  /** "your 7 products (gin, without cider)" */
  const those = ({ count, label, isOwn }: Those) =>
    `${isOwn ? 'your' : 'the'} ${count === 1 ? '' : `${units(count)} `}products${label === '' ? '' : ` (${label})`}`;
  const whose = (of: Whose) => {
    if (typeof of === 'object') return those(of);
    return of === 'mine' ? 'your products' : 'all products';
  };
  const allOf = (products: number, of: Whose) => {
    if (typeof of === 'object') return those(of);
    return of === 'mine' ? `your ${counted(products, 'product')}` : `all ${counted(products, 'product')}`;
  };
  const some = (count: number, of: Whose) =>
    of === 'all' ? `*${counted(count, 'product')}*` : `*${units(count)}* of ${whose(of)}`;
  const none = (of: Whose) => (of === 'all' ? 'No product' : `None of ${whose(of)}`);
  const noneOf = (products: number, of: Whose) =>
    typeof of === 'object'
      ? none(of)
      : `None of ${of === 'mine' ? 'your' : 'the'} ${counted(products, 'product')}`;
  const limitOf = (days: number) => `${counted(days, 'day')} of cover`;
  const others = (count: number, out: number) =>
    count === 0
      ? ''
      : ` Not counted: ${counted(count, 'product')} with unknown sales${out === 0 ? '' : `, ${units(out)} of them out of stock`}.`;
  const outAmong = (out: number, all: number) => {
    if (out === 0) return '';
    if (out === all) return all === 1 ? ', which is out of stock' : ', all of them out of stock';
    return `, ${units(out)} of them out of stock`;
  };
  const list = ({ names, left }: Named) => format.list(names, left);
  return {
    overview: overview(format, allOf),
    out: (count: number, scope: Whose, date: string, newlyOut: Newly) =>
      count === 0
        ? `${none(scope)} is out of stock on ${day(date)}.`
        : `${some(count, scope)} ${count === 1 ? 'is' : 'are'} out of stock on ${day(date)}${newly(newlyOut)}.`,
    lowUnknown: (days: number) =>
      `You can't see products with less than ${limitOf(days)} until sales data is fetched.`,
    /** `others` are products whose sales aren't known; `othersOut` of them are out of stock. */
    low: (
      found: {
        readonly count: number;
        readonly out: number;
        readonly products: number;
        readonly others: number;
        readonly othersOut: number;
      },
      scope: Whose,
      days: number,
      date: string,
    ) => {
      const { count, out, products } = found;
      const sentence =
        count === 0
          ? `${noneOf(products, scope)} has less than ${limitOf(days)} on ${day(date)}.`
          : `${some(count, scope)} ${count === 1 ? 'has' : 'have'} less than ${limitOf(days)} on ${day(date)}${outAmong(out, count)}.`;
      return `${sentence}${others(found.others, found.othersOut)}`;
    },
    fewer: (count: number, out: number, scope: Whose, most: number, date: string) =>
      count === 0
        ? `${none(scope)} has fewer than ${counted(most, 'unit')} on ${day(date)}.`
        : `${some(count, scope)} ${count === 1 ? 'has' : 'have'} fewer than ${counted(most, 'unit')} on ${day(date)}${outAmong(out, count)}.`,
    overUnknown: (days: number) =>
      `You can't see products with more than ${limitOf(days)} until sales data is fetched.`,
    /** `count` are products with more than `days` days of cover and `unsold` ones; the sales of `others` aren't known. */
    over: (
      found: {
        readonly count: number;
        readonly unsold: number;
        readonly products: number;
        readonly others: number;
      },
      scope: Whose,
      days: number,
      date: string,
    ) => {
      const { unsold, products } = found;
      const count = found.count - unsold;
      const sentence =
        count === 0
          ? `${noneOf(products, scope)} has more than ${limitOf(days)} on ${day(date)}.`
          : `${some(count, scope)} ${count === 1 ? 'has' : 'have'} more than ${limitOf(days)} on ${day(date)}.`;
      const notSold =
        unsold === 0
          ? ''
          : ` *${units(unsold)}* ${count === 0 ? '' : 'more '}${unsold === 1 ? 'is' : 'are'} in stock but didn't sell.`;
      return `${sentence}${notSold}${others(found.others, 0)}`;
    },
    firstStock: (date: string) =>
      `${day(date)} is the first day of stock data. Changes appear from the next day.`,
    unchanged: (scope: Whose, before: string, date: string) =>
      `Stock hasn't changed for ${whose(scope)} between ${day(before)} and ${day(date)}.`,
    changed: (
      found: { readonly count: number; readonly by: number },
      scope: Whose,
      before: string,
      date: string,
      newlyOut: Newly,
    ) =>
      `Stock changed for ${some(found.count, scope)} between ${day(before)} and ${day(date)}: *${change(found.by)} ${Math.abs(found.by) === 1 ? 'unit' : 'units'}* in total.${newlyOut === undefined ? '' : ` ${newlyOut.count === 0 ? 'No product' : counted(newlyOut.count, 'product')} went out of stock.`}`,
    appeared: (products: Named) => `New in the stock list: ${list(products)}.`,
    gone: (products: Named) => `No longer in the stock list: ${list(products)}.`,
    /** For a question of only unknown products. Numbers are as typed. */
    unknown: (productIds: readonly string[], date: string) =>
      productIds.length === 1
        ? `Product ${productIds.join('')} isn't in the stock list for ${day(date)}.`
        : `None of the products ${format.list(productIds.slice(0, MAX_UNKNOWN), Math.max(0, productIds.length - MAX_UNKNOWN))} is in the stock list for ${day(date)}.`,
    notThere: (products: Named) => `Not in the stock list: ${list(products)}.`,

    /** Products in a period; `names` are escaped, `period` is formatted. */
    history: {
      heading: (names: string, period: string) => `*Stock of ${names}, ${period}*`,
      level: (stocked: number, date: string, changed: Change) =>
        `*${counted(stocked, 'unit')}*${since(changed)} on ${day(date)}.`,
      missing: (missing: readonly string[]) => `No stock is stored for ${format.days(missing)}.`,
      empty: (products: number, empty: readonly string[]) =>
        `The ${products === 1 ? "product wasn't" : "products weren't"} in the stock list for ${format.days(empty)}.`,
      notThere: (names: string) => `Not in the stock list: ${names}.`,
      together: (products: number) =>
        `the ${counted(products, 'product')} together; the file with all rows lists each one`,
      notShown: (days: number) => `${counted(days, 'earlier day')} not shown`,
      /** For a period without a stored day; `held` is the first and the last stored day. */
      notStored: (days: DayRange, held: DayRange) =>
        `No stock is stored for ${format.range(days)}. The app has stock for ${format.range(held)}.`,
      unknown: (productIds: readonly string[], days: DayRange) =>
        `${productIds.length === 1 ? `Product ${productIds.join('')} wasn't` : `None of the products ${format.list(productIds.slice(0, MAX_UNKNOWN), Math.max(0, productIds.length - MAX_UNKNOWN))} was`} in the stock list for ${format.range(days)}.`,
    },

    notShown: (products: number) => `${counted(products, 'more product')} not shown`,
    /** "240 (20 cases) by Thursday"; `by` is formatted, undefined when the order is due. */
    order: (of: { readonly quantity: number; readonly packs: number | undefined }, by: string | undefined) =>
      `${units(of.quantity)}${of.packs === undefined ? '' : ` (${counted(of.packs, 'case')})`} ${by === undefined ? 'now' : `by ${by}`}`,
    /** In a table, of an order that is due, and in place of days of cover. */
    now: 'now',
    isOut: 'out',
    source: {
      /** `updated` is a time as the service gives it, escaped; empty when it gives none. */
      of: (date: string, updated: string) =>
        `stock for ${day(date)}${updated === '' ? '' : `, updated ${updated}`}`,
      allStores: 'units in all stores together',
      ownUnknown: 'all products: yours are known once sales data is fetched',
      noSales: "days of cover can't be calculated until sales data is fetched",
      /** `known` of `all` days are fetched. */
      cover: (known: number, all: number) =>
        `days of cover from ${known === all ? '' : `${units(known)} of `}${counted(all, 'day')} of sales`,
      order: 'without your own warehouse',
    },

    table: {
      captions: {
        products: 'Stock of the products, in units',
        overview: 'Stock per product in units, fewest days of cover first',
        out: 'Products out of stock, best sellers first',
        fewer: 'Products with few units, fewest first',
        over: 'Products with many days of cover, most first',
        low: 'Products with few days of cover, fewest first',
        orders: 'Products with few days of cover, most urgent orders first',
        changes: 'Stock changes, largest first',
      },
      /** For people without access to sales. */
      captionsWithoutSales: {
        overview: 'Stock per product in units, fewest first',
        out: 'Products out of stock',
      },
      columns: {
        product: 'Product',
        units: 'Units',
        change: 'Change',
        cover: 'Days',
        stores: 'Stores',
        since: 'Since',
        sold: 'Sold',
        order: 'Order',
        packs: 'Cases',
        by: 'By',
      },
    },
    changesChart: {
      title: 'Largest stock changes',
      along: 'Product',
      unit: 'Units',
      series: 'Change',
    },
    unitsChart: {
      title: 'Stock per day',
      unit: 'Units',
      series: 'In stock',
    },

    /** One product in full; its name is escaped. */
    product: {
      /** `gone` is the day on which it runs out, formatted. */
      sentence: (name: string, stocked: number, stores: number, date: string, gone: string | undefined) =>
        `Product ${name}: *${counted(stocked, 'unit')}* in ${counted(stores, 'store')} on ${day(date)}${gone === undefined ? '' : `, runs out about *${gone}*`}.`,
      /** Of several products, the first to run out, on the day `gone`. */
      firstGone: (name: string, gone: string) => `First to run out: ${name}, about *${gone}*.`,
      /** `sinceWhen` is "since 13 Nov". */
      out: (name: string, sinceWhen: string) => `Product ${name} has been *out of stock* ${sinceWhen}.`,
      /** `order` is "240 (20 cases) by Thursday". */
      order: (order: string) => `Order *${order}*.`,
      changes: (changes: readonly NonNullable<Change>[]) =>
        `Change: ${changes.map(({ by, since: earlier }) => `${change(by)} since ${day(earlier)}`).join(', ')}.`,
      othersSales: "It isn't among your own sales, so days of cover can't be calculated.",
      lasts: (days: number, behind: DaysBehind, sold: number) =>
        `Lasts *${format.tenths(days)} days* if it sells as in ${daysBehind(format, behind)} (${counted(sold, 'unit')} sold).`,
      noCover: {
        daysMissing: () => "Days of cover can't be calculated until sales data is fetched.",
        noSales: (behind: DaysBehind) =>
          `No sales in ${daysBehind(format, behind)}, so days of cover can't be calculated.`,
        returnsExceedSales: (behind: DaysBehind) =>
          `Returns were at least as large as sales in ${daysBehind(format, behind)}, so days of cover can't be calculated.`,
      },
      /** Open stores without the product: exactly, or from `atLeast` to `atMost`. */
      elsewhere: (atLeast: number, atMost: number, openStores: number) =>
        `${atLeast === atMost ? units(atLeast) : `${units(atLeast)}–${units(atMost)}`} of ${counted(openStores, 'open store')} ${atMost === 1 ? "doesn't" : "don't"} have it; the data doesn't say which.`,
      /** Stores now, and on an earlier day. */
      lost: (now: number, before: number, since: string) =>
        `${counted(now, 'store')} have it now, ${units(before)} had it on ${day(since)}.`,
      trend: ({ units: sold, before, percent, isPerOpenDay, to }: SoldTrend) => {
        const changed =
          percent === undefined
            ? undefined
            : `${format.percentChange(percent)}${isPerOpenDay ? ' per open day' : ''} compared with`;
        const earlier =
          before === undefined ? '' : `: ${changed ?? `${counted(before, 'unit')} in`} the 7 days before`;
        return `Sold ${counted(sold, 'unit')} in the last 7 days up to ${day(to)}${earlier}.`;
      },
      table: { caption: 'Units in stock per day', columns: { day: 'Day', units: 'Units' } },
    },

    none: {
      rejectedKey:
        ":warning: The data service rejected the app's subscription key, so there is no stock to show. Ask the person who manages the app to check it.",
      firstReading:
        'The app is fetching stock for the first time. This usually takes about two minutes. Ask again then.',
      /** `failure` is the kind of the last call's error; undefined when there was none. */
      notRead: (failure: Failure['kind'] | undefined) =>
        `There is no stock data yet.${failure === undefined ? '' : ` Last attempt: ${happened(failure)}.`} The app tries again every few minutes.`,
    },
    /** What the examples of help ask. */
    help: {
      mine: 'An overview of your products',
      out: 'Your products that are out of stock',
      low: 'Your products with less than 7 days of cover, and what to order',
      product: 'One product; a name works too',
      changes: 'Changes since the day before',
      history: 'The stock of a product, day by day',
      ofGroup: 'Only one group of the product list',
      fewer: 'Your products with fewer than 100 units',
      over: "Your products with more than 30 days of cover, and those that don't sell",
      all: 'Every product in the chain, not only yours',
      note: 'Add "every weekday at 09:00" to get an answer regularly, or "when under 100" to get a message. `/stock alert help` shows more.',
    },
    /** The words of the command by the English ones. */
    typed: {} as TypedWords,
    formTitle: 'Stock',
    homeButton: 'Ask for stock',
    example: 'what is sold out',
    subject: 'Stock',
    inUnits: 'Stock is counted in units.',
    form: {
      list: {
        label: 'Show',
        options: {
          overview: 'Overview',
          out: 'Out of stock',
          low: 'Running low',
          fewer: 'Few units',
          over: 'Plenty of stock',
          changes: 'Changes since the day before',
        },
      },
      list_number: {
        label: 'Days of cover or units',
        hint: 'Days for "Running low" and "Plenty of stock", units for "Few units". Leave empty for 7 days, 30 days and 100 units.',
        wrong: 'Clear the number, or choose "Running low", "Few units" or "Plenty of stock".',
      },
      scope: { label: 'Products', options: { mine: 'My products', all: 'All products in the chain' } },
      product: {
        label: 'Or only these products',
        hint: 'Type a group for all its products. Stock is counted for all stores together.',
      },
    } satisfies FieldWords,
    /** The words before a number, and what it counts. */
    counts: {
      low: { typed: 'low', of: 'days' },
      over: { typed: 'over', of: 'days' },
      fewer: { typed: 'low', of: 'units' },
      top: { typed: 'top', of: 'products' },
      bottom: { typed: 'bottom', of: 'products' },
    },
    /** What is wrong with a command; words are as typed. */
    mistakes: {
      twoQuestions: (one: StockVerb, other: StockVerb) =>
        `"${one}" and "${other}" are two questions. Ask one at a time.`,
      overUnits: 'Type a number of days after "over", not of units.',
      noProduct: (words: string) => `There is no product called ${quoted(words)}.`,
      noPeriods: (period: string) =>
        `Add a product to see its stock for ${quoted(period)}. Without a product, /stock shows the latest stock.`,
      latestOnly: (word: StockVerb, period: string) =>
        `Leave out ${quoted(period)}. "${word}" only shows the latest stock.`,
      onePeriod: (period: string) => `Leave out ${quoted(period)}. A question can have one period.`,
      noStores: {
        each: 'Stock is only available for the whole chain, not per store. Use /sales to see what each store sells.',
        one: (storeId: string) =>
          `Stock is only available for the whole chain, not per store. Use /sales to see what store ${storeId} sells.`,
        some: 'Stock is only available for the whole chain, not per store. Use /sales to see what a store sells.',
      },
    },
    /** Titles of the columns of files. */
    sheet: {
      date: 'Stock date',
      units: 'Units',
      unitsBefore: 'Units (day before)',
      unitsWeekAgo: 'Units (week before)',
      cover: 'Days of cover',
      sold: 'Units sold (basis for cover)',
      stores: 'Stores with stock',
      order: 'Order (units)',
      packs: 'Order (cases)',
      by: 'Order by',
    },
    /** The age of the data, on App Home. Instants are formatted. */
    home: {
      none: ':hourglass_flowing_sand: Stock: not fetched yet. The app tries every few minutes.',
      stock: (isLate: boolean, day: string, products: number, readAt: string) =>
        `${isLate ? ':warning:' : ':white_check_mark:'} Stock for *${format.day(day)}*, ${format.counted(products, 'product')}, fetched ${readAt}`,
      unchanged: (day: string) => `Stock didn't change on ${format.day(day)}.`,
      late: (expectedAt: string) =>
        `Newer stock was expected ${expectedAt} and hasn't arrived yet. The app keeps checking.`,
    },
    digest: digest(format),
    why: why(format),
    /** Buttons below an answer. */
    followUps: {
      stock_of_it: 'Stock',
      thirty_days: '30-day chart',
      sales_of_it: 'Sales by store, 7 days',
      stock_out: 'Out of stock',
      stock_low: 'Running low',
      stock_changes: 'Changes',
    },
    /** Parts of the names of files: letters a to z, digits and hyphens. */
    fileName: {
      overview: 'stock',
      out: 'stock-out',
      low: 'stock-low',
      fewer: 'stock-few-units',
      over: 'stock-plenty',
      changes: 'stock-changes',
      products: 'stock',
      all: 'all',
    },
  };
};

function daysBehind({ counted, day }: Formatter, { days, kind, from }: DaysBehind): string {
  switch (kind) {
    case 'new':
      return `the ${counted(days, 'day')} since its first sale`;
    case 'read':
      return `the ${counted(days, 'day')} of sales fetched since ${day(from)}`;
    case 'all':
      return `the last ${counted(days, 'day')}`;
  }
}

export type StockWords = ReturnType<typeof english>;
