import { isoWeekOf } from 'retail-data-client/calendar/calendar';
import { toLitres, toMillilitres } from 'retail-data-client/litres';
import type { SalesRow } from 'retail-data-client/portable';

export const GROUPS = ['day', 'month', 'product', 'store', 'week'] as const;
export type Group = (typeof GROUPS)[number];

const FIELD_OF = {
  day: 'salesDate',
  month: 'month',
  product: 'productId',
  store: 'storeId',
  week: 'week',
} as const;

/** The sum of one product, store, day, week or month, or of two of them, which stand under names of their own beside these. */
export interface Total {
  readonly [group: string]: string | number;
  /** Litres. */
  readonly salesVolume: number;
  readonly salesQuantity: number;
  /** Sales that were added up. */
  readonly salesCount: number;
}

interface Sum {
  /** What each group stands for, such as a store number and a week. */
  readonly values: readonly string[];
  millilitres: number;
  quantity: number;
  count: number;
}

/** True for a group that has an order of its own. */
export function isTime(group: Group): boolean {
  return group === 'day' || group === 'week' || group === 'month';
}

/**
 * Adds sales up per one or two groups. Litres are added as whole millilitres; quantities as they come, rounded at the end
 * to the six decimals below which binary fractions leave residue. The totals are ordered by the first group, then by the
 * second: days, weeks and months in order of time, products and stores in the order of the service.
 */
export async function addUp(
  batches: AsyncIterable<readonly SalesRow[]>,
  groups: readonly Group[],
): Promise<Total[]> {
  const sums = new Map<string, Sum>();
  for await (const batch of batches) {
    for (const row of batch) {
      let key = '';
      for (const group of groups) key = `${key}\n${memberOf(row, group)}`;
      const sum = sums.get(key) ?? newSum(row, groups);
      sum.millilitres += toMillilitres(row.salesVolume);
      sum.quantity += row.salesQuantity;
      sum.count += 1;
      sums.set(key, sum);
    }
  }
  return inOrder([...sums.values()], groups).map(({ values, millilitres, quantity, count }) => ({
    ...Object.fromEntries(groups.map((group, at) => [FIELD_OF[group], values[at] ?? ''])),
    salesVolume: toLitres(millilitres),
    salesQuantity: roundedQuantity(quantity),
    salesCount: count,
  }));
}

function newSum(row: SalesRow, groups: readonly Group[]): Sum {
  const values = groups.map((group) => memberOf(row, group));
  return { values, millilitres: 0, quantity: 0, count: 0 };
}

function inOrder(sums: Sum[], groups: readonly Group[]): Sum[] {
  const ranks = groups.map((group, at) => {
    const values = [...new Set(sums.map((sum) => sum.values[at]))];
    if (isTime(group)) values.sort();
    return new Map(values.map((value, rank) => [value, rank]));
  });
  const rankOf = (sum: Sum, at: number) => ranks[at]?.get(sum.values[at]) ?? 0;
  return sums.sort((one, other) => rankOf(one, 0) - rankOf(other, 0) || rankOf(one, 1) - rankOf(other, 1));
}

/** Six decimals: what stands below them are residues of binary fractions. */
export function roundedQuantity(quantity: number): number {
  return Math.round(quantity * 1e6) / 1e6;
}

function memberOf(row: SalesRow, group: Group): string {
  switch (group) {
    case 'day':
      return row.salesDate;
    case 'month':
      return row.salesDate.slice(0, 7);
    case 'product':
      return row.productId;
    case 'store':
      return row.storeId;
    case 'week':
      return isoWeekOf(row.salesDate);
  }
}
