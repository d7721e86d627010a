import type { EnglishFormatter as Formatter } from '../formatter.ts';
import { type Narrowed, type NarrowingWords, noneOf, subjectOf } from '../narrowed.ts';

/** What rows are of, as the catalog has it. */
interface Grouping {
  readonly name: string;
  readonly plural: string;
}

interface Side {
  /** Escaped. */
  readonly name: string;
  /** How many products or stores it stands for. */
  readonly count: number;
  readonly millilitres: number;
  readonly items: number;
}

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

/** What `/sales` says of one period. Periods are written already; days are yyyy-MM-dd, volumes millilitres. */
export const sales = (format: Formatter) => {
  const { litres, counted, days } = format;
  const share = (percent: number | undefined) =>
    percent === undefined ? '' : ` (${format.percentChange(percent)})`;
  const side = (name: string, count: number, of: 'product' | 'store') =>
    count === 1 ? name : `${name} (${counted(count, of)})`;
  const what = (isOfReturns: boolean) => (isOfReturns ? 'Returns' : 'Sales');
  return {
    heading: (isOfReturns: boolean, narrowed: Narrowed, period: string, millilitres: number) =>
      `*${subjectOf(isOfReturns, narrowed, NARROWING, format)}, ${period}: ${format.litresInHeading(millilitres)} l*`,
    /** Below the heading, which may be rounded. */
    exactly: (millilitres: number, quantity: number) => {
      const isExact = format.litresInHeading(millilitres) === litres(millilitres);
      return `${isExact ? '' : `${litres(millilitres)} litres, `}${counted(quantity, 'unit')}`;
    },
    /** What the shares of the rows are of, and what one product, store or name is of everything. */
    wholeOfShares: (millilitres: number) => `In the table, 100% is ${format.litresInHeading(millilitres)} l`,
    partOfAll: (isOfReturns: boolean, percent: number, millilitres: number) =>
      `${format.percent(percent)} of all ${isOfReturns ? 'returns' : 'sales'}, ${format.litresInHeading(millilitres)} l`,
    /** Where the period begins well before that day. */
    firstSales: (day: string) => `First sales on ${format.day(day)}`,
    /** What has no name. */
    numbered: { product: (id: string) => `product ${id}`, store: (id: string) => `store ${id}` },
    /** Above the sums of what is set beside each other. */
    sidesHeading: (isOfReturns: boolean, narrowed: Narrowed, period: string) =>
      `*${subjectOf(isOfReturns, narrowed, NARROWING, format)}, ${period}*`,
    sideSum: ({ name, count, millilitres, items }: Side, of: 'product' | 'store') =>
      `${side(name, count, of)}: *${litres(millilitres)} litres*, ${counted(items, 'unit')}`,
    moreSides: (left: number) => `and ${format.units(left)} more`,
    /** The first of two beside the second; shares in per cent, undefined where there is nothing to hold it against. */
    difference: (
      name: string,
      other: string,
      volume: { readonly millilitres: number; readonly percent: number | undefined },
      quantity: { readonly items: number; readonly percent: number | undefined },
    ) =>
      `${name} vs ${other}: *${format.litresChange(volume.millilitres)} litres*${share(volume.percent)}, ${format.change(quantity.items)} ${Math.abs(quantity.items) === 1 ? 'unit' : 'units'}${share(quantity.percent)}`,
    /** "oslo (12 stores)"; `name` as it was typed, or the label of the only one. */
    side,
    none: (isOfReturns: boolean, narrowed: Narrowed, period: string) =>
      `${noneOf(isOfReturns, narrowed, NARROWING, format)}, ${period}`,
    /** Behind a sentence that says that there are none. */
    whyNone: {
      notRead: "sales for these days aren't fetched yet",
      unknown: "nothing was sold, the stores were closed, or the data isn't available yet",
      /** `day`: the first whose sales the app stores. */
      tooOld: (day: string) =>
        `the data service has no sales from that time; the app has sales from ${format.day(day)}`,
      closed: 'the stores were closed, or nothing was sold',
      nothingOfIt: 'none of it was sold',
      /** `sentences` as in `notOpen`. */
      stores: (sentences: readonly string[]) => sentences.join('; '),
    },
    /** Of a store that was asked for; `name` is escaped. */
    notOpen: {
      'Temporarily closed': (name: string) => `store ${name} is temporarily closed`,
      'To be opened': (name: string) => `store ${name} hasn't opened yet`,
      Closed: (name: string) => `store ${name} has closed down`,
    },
    spread: (products: number, stores: number, daysWithSales: number) =>
      `${counted(products, 'product')} in ${counted(stores, 'store')} on ${counted(daysWithSales, 'day')} with sales`,
    /** The row of all products without a group. */
    noGroup: 'No group',
    ungrouped:
      'None of these products has a group in the product list. Add a column with groups to the list and upload it again.',
    /** Rows are of both: "store and week". */
    both: (one: string, other: string) => `${one} and ${other}`,
    /** What a row of both is called. */
    line: { name: 'line', plural: 'lines' },
    notShown: (left: number, { name, plural }: Grouping) =>
      `${counted(left, `more ${name}`, `more ${plural}`)} not shown`,
    returns: (millilitres: number, items: number, percent: number | undefined) =>
      `returns of ${litres(millilitres)} litres, ${counted(items, 'unit')}${percent === undefined ? '' : ` (${format.percent(percent)} of the units sold)`} are subtracted`,
    source: {
      service: (instant: number, timeZone: string) =>
        `fetched live from the data service at ${format.instant(instant, timeZone)}`,
      nothing: 'no sales are stored yet',
      asOf: (instant: number, timeZone: string) => `as of ${format.instant(instant, timeZone)}`,
      missing: (missing: readonly string[]) =>
        `:warning: *not fetched yet and not included: ${days(missing)}*`,
      empty: (empty: readonly string[]) => `days without sales: ${days(empty)}`,
    },
    /** For the text that stands alone. */
    incomplete: (missing: readonly string[]) => `Not fetched yet and not included: ${days(missing)}.`,
    caption: (isOfReturns: boolean, by: string) => `${what(isOfReturns)} by ${by}, in litres and units`,
    columns: {
      litres: 'Litres',
      share: 'Share',
      items: 'Units',
      returnedLitres: 'Returned litres',
      returnedItems: 'Returned units',
    },
    chart: (isOfReturns: boolean, by: string) => `${isOfReturns ? 'Returned litres' : 'Litres'} per ${by}`,
    unit: 'Litres',
    /** The only line of a chart. */
    series: (isOfReturns: boolean): string => (isOfReturns ? 'Returned' : 'Sold'),
    span: (first: string, last: string) => `${first} – ${last}`,
    /** The days that are asked for are not stored, and too much is being fetched already. */
    busy: {
      withYours:
        'The app is still fetching days for your earlier question. Wait until it has answered, then ask again.',
      withOthers: 'The app is fetching days for other people right now. Ask again in a minute.',
    },
    returnsNotCompared: "Returns can only be shown for one period. They can't be compared.",
    nothingLeft: {
      product: 'Without these products, there is nothing left to show.',
      store: 'Without these stores, there is nothing left to show.',
    },
    /** Said of the only product that was asked for, or of all of several. */
    unknownProducts: (productId: string, count: number) =>
      `${count === 1 ? `Product ${productId} isn't` : `None of these ${count} products is`} in your sales for the last 90 days.`,
    unknownStore: (storeId: string) => `There is no store ${storeId}.`,
  };
};
