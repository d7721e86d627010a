import { valueAt } from '../errors/valueAt.ts';
import type { Changed } from './changedSince.ts';
import { listAt, textAt } from './textAt.ts';

/** One sales occurrence as far as it could be read. */
export interface SaleSeen extends Changed {
  readonly day: string;
  readonly storeId: string;
  readonly productId: string;
  readonly quantity: unknown;
  readonly volume: unknown;
  readonly time: string;
}

/** The occurrences of an answer in its order. */
export function salesSeen(days: readonly unknown[]): readonly SaleSeen[] {
  const seen: SaleSeen[] = [];
  for (const ofDay of days) {
    const day = textAt(ofDay, 'salesDate') ?? '';
    for (const ofStore of listAt(ofDay, 'storeSales')) {
      const storeId = textAt(ofStore, 'storeId') ?? '';
      for (const sale of listAt(ofStore, 'sales')) {
        const productId = textAt(sale, 'productId') ?? '';
        seen.push({
          key: `${day} ${storeId} ${productId}`,
          day,
          storeId,
          productId,
          quantity: valueAt(sale, ['salesQuantity']),
          volume: valueAt(sale, ['salesVolume']),
          changed: textAt(sale, 'lastChanged', 'date') ?? '',
          time: textAt(sale, 'lastChanged', 'time') ?? '',
        });
      }
    }
  }
  return seen;
}

/** Consecutive sales with the same mark, as groups. */
export function runsOf(
  sales: readonly SaleSeen[],
  markOf: (sale: SaleSeen) => string,
): readonly (readonly SaleSeen[])[] {
  const runs: SaleSeen[][] = [];
  let mark: string | undefined;
  for (const sale of sales) {
    if (markOf(sale) !== mark) runs.push([]);
    mark = markOf(sale);
    runs.at(-1)?.push(sale);
  }
  return runs;
}
