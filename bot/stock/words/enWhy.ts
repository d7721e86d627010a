import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';

export interface StockSum {
  readonly units: number;
  readonly products: number;
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

/** The lines of "Why these numbers?". */
export const why = (format: Formatter) => {
  const { units, counted, day, quantity } = format;
  const unitsOf = (sold: number) => `${quantity(sold)} ${sold === 1 ? 'unit' : 'units'}`;
  return {
    units: (now: StockSum, earlier: readonly { readonly units: number; readonly businessDate: string }[]) => {
      const before = earlier.map((each) => `${units(each.units)} (${day(each.businessDate)})`).join(', ');
      return `*Units*: the stock of each product in all stores, added up: ${units(now.units)} for ${counted(now.products, 'product')}.${before === '' ? '' : ` Earlier: ${before}. The changes are the differences.`}`;
    },
    shorterList: ({ products, before }: { readonly products: number; readonly before: number }) =>
      `The data service listed ${counted(products, 'product')}, far fewer than the ${quantity(before)} before. Products it no longer lists are missing here.`,
    stores: '*Stores*: the data says how many stores have a product, not which ones.',
    mine: '*Your products*: those sold in the last 90 days or in your product list.',
    out: '*Out of stock*: 0 units or fewer. "New" were in stock last time; "back in stock" were not. "Rising" were in stock before, "falling" still are.',
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
      `*Order*: units sold per day × (lead time + ${counted(days, 'day')}) − stock, in whole cases. Order by the day on which the stock is gone, less the lead time. This is stock in the chain's stores only, not your own warehouse.`,
    orderExample: (name: string, sum: OrderSum) => {
      const lasting = `(${unitsOf(sum.sold)} ÷ ${counted(sum.restsOn, 'day')}) × (${sum.leadDays} + ${counted(sum.days, 'day')}) − ${units(sum.stock)}`;
      const packs =
        sum.packs === undefined || sum.packSize === undefined
          ? ''
          : `, ${counted(sum.packs, 'case')} of ${units(sum.packSize)}`;
      return `${name}: ${lasting}, rounded up to ${units(sum.quantity)}${packs}. Gone on ${sum.goneOn}, less ${counted(sum.leadDays, 'day')}, on a working day: ${sum.by}.`;
    },
    read: (at: number, timeZone: string) =>
      `Fetched from the data service ${format.instant(at, timeZone)} (${timeZone}).`,
  };
};
