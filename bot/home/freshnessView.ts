import type { Catalog } from '../language/language.ts';
import type { SalesFreshness, StockFreshness } from './homeFacts.ts';

type Instant = (at: number) => string;

/** How new the stock is and when newer comes. */
export function stockLines(stock: StockFreshness, { home }: Catalog, instant: Instant): string[] {
  const { held, unchangedOn, late, nextAt } = stock;
  if (held === undefined) return [home.noStock];
  return [
    home.stock(late, held.day, held.products, instant(held.takenAt)),
    ...(unchangedOn === undefined ? [] : [home.stockUnchanged(unchangedOn)]),
    late ? home.stockLate(instant(nextAt)) : home.next(instant(nextAt)),
  ];
}

/** How new the sales are, when newer come, and how much of the past has been read. */
export function salesLines(sales: SalesFreshness, { home }: Catalog, instant: Instant): string[] {
  const { newestDay, latest, asOf, nextAt, nextTryAt } = sales;
  const isThere = latest.state !== 'missing';
  return [
    newestDay === undefined
      ? home.noSales(isThere)
      : home.sales(isThere, newestDay, asOf === undefined ? undefined : instant(asOf)),
    ...(latest.state === 'empty' ? [home.noSalesOn(latest.day)] : []),
    isThere ? home.next(instant(nextAt)) : home.salesLate(latest.day, instant(nextAt)),
    progressLine(sales, home),
    ...(nextTryAt === undefined ? [] : [home.readingFailed(instant(nextTryAt))]),
  ];
}

const BAR_CHARACTERS = 10;

function progressLine({ progress }: SalesFreshness, home: Catalog['home']): string {
  const { daysDone, daysTotal } = progress;
  if (daysDone >= daysTotal) return home.daysHeld(daysTotal);
  const share = daysTotal === 0 ? 0 : daysDone / daysTotal;
  const full = Math.floor(share * BAR_CHARACTERS);
  const bar = '▓'.repeat(full) + '░'.repeat(BAR_CHARACTERS - full);
  return home.readingPast(bar, daysDone, daysTotal);
}
