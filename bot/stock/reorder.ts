import { addDays } from 'retail-data-client/calendar/calendar';
import { dayOf, isWorkingDay } from 'retail-data-client/calendar/openDays';
import { toMillionths } from '../text/numbers.ts';
import type { StockRow, Supply } from './levels.ts';

/** An order covers what sells until it arrives, and this many days more. */
export const ORDER_DAYS = 14;

type Ordered = Pick<StockRow, 'stock'> & Partial<Pick<StockRow, 'sold' | 'cover' | 'supply'>>;

/** What to order of a product: so much that it lasts for its lead time and ORDER_DAYS more. */
export interface Reorder extends Supply {
  /** In units; a multiple of the pack size where there is one. */
  readonly quantity: number;
  /** Undefined without a pack size. */
  readonly packs: number | undefined;
  /** The first day for all of which the stock doesn't last; days are yyyy-MM-dd. */
  readonly goneOn: string;
  /** The last working day on which an order arrives by then: can be in the past. */
  readonly by: string;
}

/**
 * The order for a product whose stock is that of `day`; undefined where the lead time or the pace isn't known, and for a
 * product with enough stock. The pace is that of its days of cover. As there, less than no stock counts as none.
 */
export function reorderOf({ stock, sold, cover, supply }: Ordered, day: string): Reorder | undefined {
  const millionths = BigInt(toMillionths(sold ?? 0));
  if (supply === undefined || cover === undefined || cover.restsOn === 0 || millionths <= 0n)
    return undefined;
  // The pace is a fraction: `millionths` of a unit in `parts` / 1,000,000 days.
  const parts = BigInt(cover.restsOn) * BigInt(toMillionths(1));
  const stocked = BigInt(Math.max(0, stock)) * parts;
  const { leadDays, packSize } = supply;
  const lacking = millionths * BigInt(leadDays + ORDER_DAYS) - stocked;
  if (lacking <= 0n) return undefined;
  const orders = Number(roundedUp(lacking, parts * BigInt(packSize ?? 1)));
  const goneAfter = Number(stocked / millionths);
  return {
    leadDays,
    packSize,
    quantity: orders * (packSize ?? 1),
    packs: packSize === undefined ? undefined : orders,
    goneOn: addDays(day, goneAfter),
    by: workingDayBy(addDays(day, goneAfter - leadDays)),
  };
}

function workingDayBy(day: string): string {
  return isWorkingDay(dayOf(day)) ? day : workingDayBy(addDays(day, -1));
}

function roundedUp(value: bigint, divisor: bigint): bigint {
  return (value + divisor - 1n) / divisor;
}
