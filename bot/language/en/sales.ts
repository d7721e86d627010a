import type { EnglishFormatter as Formatter } from './englishFormatter.ts';

/** Names of what narrows the sales, escaped; an empty list narrows nothing. */
export interface Narrowed {
  readonly products: readonly string[];
  readonly stores: readonly string[];
  readonly withoutProducts: readonly string[];
  readonly withoutStores: readonly string[];
  /** What stands for more than can be listed. */
  readonly named: readonly NamedMany[];
  readonly withoutNamed: readonly NamedMany[];
}

/** All products or stores of a name, or all products of a group; `words` escaped. */
export interface NamedMany {
  readonly meaning: 'product' | 'store';
  readonly kind: 'name' | 'group';
  readonly words: string;
}

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

interface Days {
  readonly from: string;
  readonly to: string;
}

const MOST_NAMED = 3;

/** " of product 1101 Pale Ale in store 143 without store 7"; empty when nothing narrows. */
export function narrowedBy(
  { products, stores, withoutProducts, withoutStores, named, withoutNamed }: Narrowed,
  format: Formatter,
): string {
  const list = (before: string, names: readonly string[]) =>
    names.length === 0
      ? ''
      : ` ${before}${names.length === 1 ? '' : 's'} ${format.list(names.slice(0, MOST_NAMED), Math.max(0, names.length - MOST_NAMED))}`;
  const many = (before: string, wanted: NamedMany['meaning'], all: readonly NamedMany[]) =>
    all
      .filter(({ meaning }) => meaning === wanted)
      .map(({ kind, words }) =>
        kind === 'group' ? ` ${before} the group ${words}` : ` ${before} ${wanted}s named ${words}`,
      );
  const together = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(' and');
  return [
    together(list('of product', products), ...many('of', 'product', named)),
    together(list('in store', stores), ...many('in', 'store', named)),
    together(list('without product', withoutProducts), ...many('without', 'product', withoutNamed)),
    together(list('without store', withoutStores), ...many('without', 'store', withoutNamed)),
  ].join('');
}

/** What `/sales` says of one period. Days are yyyy-MM-dd, volumes millilitres. */
export const sales = (format: Formatter) => {
  const { litres, counted, range, days } = format;
  const share = (percent: number | undefined) =>
    percent === undefined ? '' : ` (${format.percentChange(percent)})`;
  const side = (name: string, count: number, of: 'product' | 'store') =>
    count === 1 ? name : `${name} (${counted(count, of)})`;
  const what = (isOfReturns: boolean) => (isOfReturns ? 'Returns' : 'Sales');
  return {
    total: (isOfReturns: boolean, narrowed: Narrowed, period: Days, millilitres: number, items: number) =>
      `${what(isOfReturns)}${narrowedBy(narrowed, format)}, ${range(period)}: *${litres(millilitres)} litres*, *${counted(items, 'item')}*.`,
    /** Sums that are set beside each other; `left` are as many more. */
    sides: (
      isOfReturns: boolean,
      narrowed: Narrowed,
      period: Days,
      of: 'product' | 'store',
      each: readonly Side[],
      left: number,
    ) =>
      `${what(isOfReturns)}${narrowedBy(narrowed, format)}, ${range(period)}: ${each
        .map(
          ({ name, count, millilitres, items }) =>
            `${side(name, count, of)} *${litres(millilitres)} litres*, *${counted(items, 'item')}*`,
        )
        .join('; ')}${left === 0 ? '' : `; and ${left} more`}.`,
    /** The first of two beside the second; shares in per cent, undefined where there is nothing to hold it against. */
    difference: (
      name: string,
      other: string,
      volume: { readonly millilitres: number; readonly percent: number | undefined },
      quantity: { readonly items: number; readonly percent: number | undefined },
    ) =>
      `${name} against ${other}: *${format.litresChange(volume.millilitres)} litres*${share(volume.percent)}, *${format.change(quantity.items)} ${Math.abs(quantity.items) === 1 ? 'item' : 'items'}*${share(quantity.percent)}.`,
    /** "oslo (12 stores)"; `name` as it was typed, or the label of the only one. */
    side,
    none: (isOfReturns: boolean, narrowed: Narrowed, period: Days) =>
      `No ${isOfReturns ? 'returns' : 'sales'}${narrowedBy(narrowed, format)}${period.from === period.to ? ' on ' : ', '}${range(period)}`,
    /** Behind a sentence that says that there are none. */
    whyNone: {
      notRead: 'the sales of these days are not fetched yet',
      unknown: 'nothing was sold, the stores were closed, or the sales are not available yet',
      closed: 'the stores were closed, or nothing at all was sold',
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
    notShown: (left: number, { name, plural }: Grouping) =>
      `${counted(left, `more ${name}`, `more ${plural}`)} not shown`,
    returns: (millilitres: number, items: number, percent: number | undefined) =>
      `returns of ${litres(millilitres)} litres, ${counted(items, 'item')}${percent === undefined ? '' : ` (${format.percent(percent)} of the items sold)`} are subtracted`,
    source: {
      service: (instant: number, timeZone: string) =>
        `fetched live from the data service at ${format.instant(instant, timeZone)}`,
      nothing: 'no sales are stored yet',
      asOf: (instant: number, timeZone: string) => `as of ${format.instant(instant, timeZone)}`,
      missing: (missing: readonly string[]) =>
        `:warning: *not fetched yet and not included: ${days(missing)}*`,
      empty: (empty: readonly string[]) => `no sales at all on ${days(empty)}`,
    },
    /** For the text that stands alone. */
    incomplete: (missing: readonly string[]) => `Not fetched yet and not included: ${days(missing)}.`,
    caption: (isOfReturns: boolean, by: string) => `${what(isOfReturns)} by ${by}, in litres and items`,
    columns: {
      litres: 'Litres',
      items: 'Items',
      returnedLitres: 'Returned litres',
      returnedItems: 'Returned items',
    },
    chart: (isOfReturns: boolean, by: string) => `${isOfReturns ? 'Returned litres' : 'Litres'} per ${by}`,
    unit: 'Litres',
    span: (first: string, last: string) => `${first} – ${last}`,
    /** The days that are asked for are not stored, and too much is being fetched already. */
    busy: {
      withYours:
        'The app is still fetching days for your earlier question. Wait until it has answered, then ask again.',
      withOthers: 'The app is fetching days for other people right now. Ask again in a minute.',
    },
    returnsNotCompared: 'Returns are shown of one period; they are not compared.',
    nothingLeft: {
      product: 'Without these products there is nothing left to show.',
      store: 'Without these stores there is nothing left to show.',
    },
    /** Said of the only product that was asked for, or of all of several. */
    unknownProducts: (productId: string, count: number) =>
      `${count === 1 ? `Product ${productId} is not` : `None of these ${count} products is`} in your sales of the last 90 days.`,
    unknownStore: (storeId: string) => `There is no store ${storeId}.`,
  };
};
