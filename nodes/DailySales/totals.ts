import { isoWeekOf, type SalesRow, toLitres, toMillilitres } from 'retail-data-client/portable';

export const GROUPS = ['day', 'product', 'store', 'week'] as const;
export type Group = (typeof GROUPS)[number];

const FIELD_OF = { day: 'salesDate', product: 'productId', store: 'storeId', week: 'week' } as const;

/** The sum of one product, store, day or week, which stands under a name of its own beside these. */
export interface Total {
  readonly [group: string]: string | number;
  /** Litres. */
  readonly salesVolume: number;
  readonly salesQuantity: number;
  /** Sales that were added up. */
  readonly rows: number;
}

interface Sum {
  millilitres: number;
  quantity: number;
  rows: number;
}

/**
 * Adds sales up per product, store, sales date or ISO week. Litres are added as whole millilitres; quantities as they
 * come, rounded at the end to the six decimals below which binary fractions leave residue. Days and weeks come out in
 * order of time, products and stores in the order of the service.
 */
export async function addUp(batches: AsyncIterable<readonly SalesRow[]>, group: Group): Promise<Total[]> {
  const sums = new Map<string, Sum>();
  for await (const batch of batches) {
    for (const row of batch) {
      const key = keyOf(row, group);
      const sum = sums.get(key) ?? { millilitres: 0, quantity: 0, rows: 0 };
      sum.millilitres += toMillilitres(row.salesVolume);
      sum.quantity += row.salesQuantity;
      sum.rows += 1;
      sums.set(key, sum);
    }
  }
  const entries = [...sums];
  if (group === 'day' || group === 'week') entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([key, sum]) => ({
    [FIELD_OF[group]]: key,
    salesVolume: toLitres(sum.millilitres),
    salesQuantity: roundedQuantity(sum.quantity),
    rows: sum.rows,
  }));
}

/** Six decimals: what stands below them are residues of binary fractions. */
export function roundedQuantity(quantity: number): number {
  return Math.round(quantity * 1e6) / 1e6;
}

function keyOf(row: SalesRow, group: Group): string {
  switch (group) {
    case 'day':
      return row.salesDate;
    case 'product':
      return row.productId;
    case 'store':
      return row.storeId;
    case 'week':
      return isoWeekOf(row.salesDate);
  }
}
