import type { DateContext } from '../../parse/dates/period.ts';
import type { DayRange } from '../../text/dayRange.ts';
import { type PeriodUnit, periodsBefore } from '../periods.ts';
import { lackingIn, type SalesResult, type SalesRowOf } from '../query.ts';
import type { SalesFigures } from '../reader.ts';
import { addUp, NO_SALES } from '../sums.ts';

/** Periods before that are searched for a product. */
const SEARCHED_PERIODS = 13;
/** Periods in which a product must have been sold to have stopped. */
const RECENT_PERIODS = 4;
/** A product that was sold in so many of them had a place in the stores. */
const MOST_OF_RECENT = 3;

/** Products, by volume, that the periods before tell about. */
export interface FoundSales {
  readonly found: readonly SalesRowOf[];
  readonly periods: number;
}

export interface Novelty {
  readonly unit: PeriodUnit;
  /** Weren't sold in any of the stored periods before; undefined while fewer than RECENT_PERIODS are stored. */
  readonly fresh: FoundSales | undefined;
  /** Were sold in most of the RECENT_PERIODS before, with their volume then, and not in this one. */
  readonly stopped: FoundSales | undefined;
}

/** Which products are new and which have stopped, from what `stored` gives of the periods before. */
export async function readNovelty(
  unit: PeriodUnit,
  { now: { days }, rows: products }: SalesResult,
  stored: (of: DayRange, rows: 'product') => Promise<SalesResult>,
  { calendar }: Pick<DateContext, 'calendar'>,
): Promise<Novelty> {
  const earlier = periodsBefore(unit, days, SEARCHED_PERIODS, calendar);
  const [last = days, oldest = days] = [earlier[0], earlier.at(-1)];
  const searched = await stored({ from: oldest.from, to: last.to }, 'product');
  const lacking = lackingIn(searched.now);
  const firstGap = earlier.findIndex(({ from, to }) => lacking.some((day) => day >= from && day <= to));
  const periods = firstGap === -1 ? earlier.length : firstGap;
  if (periods < RECENT_PERIODS) return { unit, fresh: undefined, stopped: undefined };
  const recent = await Promise.all(earlier.slice(0, RECENT_PERIODS).map((of) => stored(of, 'product')));
  return {
    unit,
    fresh: { found: freshIn(products, searched), periods },
    stopped: { found: stoppedIn(products, recent), periods: RECENT_PERIODS },
  };
}

function isSale({ millilitres, quantity }: SalesFigures): boolean {
  return millilitres > 0 || quantity > 0;
}

/** Products that are sold now and have no row in `searched`. */
function freshIn(products: readonly SalesRowOf[], searched: SalesResult): readonly SalesRowOf[] {
  const known = new Set(searched.rows.map(({ key }) => key));
  return products.filter(({ key, now = NO_SALES }) => isSale(now) && !known.has(key));
}

/** Products that were sold in most of `recent` and aren't now. */
function stoppedIn(products: readonly SalesRowOf[], recent: readonly SalesResult[]): readonly SalesRowOf[] {
  const sold = new Set(products.filter(({ now = NO_SALES }) => isSale(now)).map(({ key }) => key));
  const then = recent.flatMap(({ rows }) =>
    rows.flatMap(({ key, now = NO_SALES }) => (isSale(now) && !sold.has(key) ? [{ ...now, key }] : [])),
  );
  return [...Map.groupBy(then, ({ key }) => key)]
    .filter(([, sums]) => sums.length >= MOST_OF_RECENT)
    .map(([key, sums]) => ({ key, now: addUp(sums) }))
    .toSorted((one, other) => other.now.millilitres - one.now.millilitres || (one.key < other.key ? -1 : 1));
}
