import { fromMillionths, percentOver, toMillionths } from '../text/numbers.ts';
import type { SalesFigures, SalesGroupSum, SalesSums } from './reader.ts';

/** The part of an answer that changes only when a stored day changes, so it can be cached. */
export type StoredSums = Omit<SalesSums, 'coverage'>;

export const NO_SALES: SalesFigures = {
  rows: 0,
  millilitres: 0,
  quantity: 0,
  returnedMillilitres: 0,
  returnedQuantity: 0,
};

/** Adds up sums; quantities, which can be fractions, as integers of millionths. */
export function addUp(sums: readonly SalesFigures[]): SalesFigures {
  const total = { ...NO_SALES };
  for (const sum of sums) {
    total.rows += sum.rows;
    total.millilitres += sum.millilitres;
    total.quantity += toMillionths(sum.quantity);
    total.returnedMillilitres += sum.returnedMillilitres;
    total.returnedQuantity += toMillionths(sum.returnedQuantity);
  }
  return {
    ...total,
    quantity: fromMillionths(total.quantity),
    returnedQuantity: fromMillionths(total.returnedQuantity),
  };
}

/** Adds up sums with the same key, or pair of keys. */
export function addUpPairs(sums: readonly SalesGroupSum[]): SalesGroupSum[] {
  const pairs = Map.groupBy(sums, ({ key, second = '' }) => JSON.stringify([key, second]));
  return [...pairs.values()].flatMap(([first, ...more]) =>
    first === undefined || more.length === 0 ? (first ?? []) : [{ ...first, ...addUp([first, ...more]) }],
  );
}

/** Sorts by the first grouping, then by the second: time by key, others by volume. */
export function arranged(
  sums: readonly SalesGroupSum[],
  isFirstInTime: boolean,
  isSecondInTime: boolean,
): readonly SalesGroupSum[] {
  const bySecond = (one: SalesGroupSum, other: SalesGroupSum) =>
    (isSecondInTime ? 0 : other.millilitres - one.millilitres) ||
    ((one.second ?? '') < (other.second ?? '') ? -1 : 1);
  const firsts = [...Map.groupBy(sums, ({ key }) => key)].map(([key, of]) => ({ key, ...addUp(of), of }));
  const ordered = isFirstInTime ? firsts.toSorted(inOrder) : byVolume(firsts);
  return ordered.flatMap(({ of }) => of.toSorted(bySecond));
}

function byVolume<Sum extends SalesGroupSum>(sums: readonly Sum[]): Sum[] {
  return sums.toSorted((one, other) => other.millilitres - one.millilitres || inOrder(one, other));
}

function inOrder(one: SalesGroupSum, other: SalesGroupSum): number {
  return one.key < other.key ? -1 : Number(one.key > other.key);
}

/**
 * Separates returns from sales, so that a day of returns doesn't look like a day of poor sales. Undefined without
 * returns. Returns that the service nets with sales in one row of day, store and product can't be seen (interface:
 * "Daily sales"). `percent` is of the items sold before returns; undefined when too few were sold.
 */
export function returnsOf(sums: SalesFigures) {
  const { returnedMillilitres, returnedQuantity } = sums;
  if (returnedMillilitres <= 0 && returnedQuantity <= 0) return undefined;
  const soldQuantity = sums.quantity + returnedQuantity;
  return {
    returnedMillilitres,
    soldQuantity,
    returnedQuantity,
    percent: percentOver(returnedQuantity, soldQuantity, soldQuantity),
  };
}

export type Returns = NonNullable<ReturnType<typeof returnsOf>>;

/** How a sum changed, in integer millilitres and items. */
export interface Change {
  /** The differences of the sums. */
  readonly millilitres: number;
  readonly quantity: number;
  /** Of the earlier sum or, where it is set, the earlier mean per open day; undefined for fewer than LEAST_UNITS. */
  readonly percent: number | undefined;
  readonly quantityPercent: number | undefined;
  /** Set when the periods have different numbers of open days, which makes their sums not comparable. */
  readonly perOpenDay: PerOpenDay | undefined;
}

export interface PerOpenDay {
  readonly openDays: number;
  readonly openDaysBefore: number;
  /** Means of one open day, rounded to the millilitre. */
  readonly value: number;
  readonly before: number;
}

export type Sold = Pick<SalesFigures, 'millilitres' | 'quantity'>;

/** Open days are those whose sales are known and on which stores were open; neither number is 0. */
export function changeOf(now: Sold, openDays: number, before: Sold, openDaysBefore: number): Change {
  const isAlike = openDays === openDaysBefore;
  const percent = (of: keyof Sold) => {
    const [value, valueBefore] = isAlike
      ? [now[of], before[of]]
      : [now[of] / openDays, before[of] / openDaysBefore];
    return percentOver(value - valueBefore, valueBefore, before.quantity);
  };
  return {
    millilitres: now.millilitres - before.millilitres,
    quantity: now.quantity - before.quantity,
    percent: percent('millilitres'),
    quantityPercent: percent('quantity'),
    perOpenDay: isAlike
      ? undefined
      : {
          openDays,
          openDaysBefore,
          value: Math.round(now.millilitres / openDays),
          before: Math.round(before.millilitres / openDaysBefore),
        },
  };
}

/** Fewer millilitres per open day are 0.0 litres. */
export const LEAST_MEAN = 50;

/** The change in millilitres; of an open day's mean where the open days differ. */
export function differenceOf({ millilitres, perOpenDay }: Change): number {
  return perOpenDay === undefined ? millilitres : perOpenDay.value - perOpenDay.before;
}
