import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';
import type { PeriodUnit } from '../periods.ts';
import type { SalesTotals } from '../reader.ts';
import type { Change } from '../sums.ts';

/** The lists of an overview. */
export type ListName = 'products' | 'stores' | 'rises' | 'storeRises' | 'falls' | 'storeFalls';

const [UP, DOWN] = [':small_red_triangle:', ':small_red_triangle_down:'];

/** The sentences of `/sales` without rows, and of the sales digests. */
export const overview = (format: Formatter) => {
  const { counted } = format;
  const lists: Readonly<Record<ListName, readonly [icon: string, title: string]>> = {
    products: [':package:', 'Top products'],
    stores: [':department_store:', 'Top stores'],
    rises: [UP, 'Rose most'],
    storeRises: [UP, 'Stores that rose most'],
    falls: [DOWN, 'Fell most'],
    storeFalls: [DOWN, 'Stores that fell most'],
  };
  return {
    /** Below the headline, which has the litres and their change. */
    sold: ({ quantity, products, stores }: SalesTotals, change: Change | undefined) => {
      const each = change?.perOpenDay === undefined ? '' : ' per open day';
      const changed =
        change?.quantityPercent === undefined
          ? ''
          : ` (${format.percentChange(change.quantityPercent)}${each})`;
      return `${counted(quantity, 'unit')}${changed} of ${counted(products, 'product')} in ${counted(stores, 'store')}`;
    },
    /** `list`: "Havn Gin (−3.0 l), Solvik Cider (−2.0 l) and 5 more" */
    list: (name: ListName, list: string, isPerOpenDay: boolean) => {
      const [icon, title] = lists[name];
      return `${icon} *${title}${isPerOpenDay ? ' per open day' : ''}*: ${list}`;
    },
    /** `periods` are the stored ones before. */
    fresh: (unit: PeriodUnit, list: string, periods: number) =>
      `:new: *New or back on sale* (not sold in the ${counted(periods, unit)} before): ${list}`,
    /** With the volumes of the `periods` before. */
    stopped: (unit: PeriodUnit, list: string, periods: number) =>
      `:no_entry_sign: *Stopped selling* (with litres in the ${counted(periods, unit)} before): ${list}`,
    /** For a period that isn't complete: `days` have their volumes. */
    lacking: (closed: readonly string[]) => `:warning: No sales have arrived for ${format.days(closed)}.`,
    days: (days: string) => `*Sold per day*: ${days}`,
    /** Columns of the file, which has products and stores. */
    sheet: { what: 'Product or store', id: 'Number', name: 'Name', date: 'Sales date' },
  };
};
