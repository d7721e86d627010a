import type { SalesRow } from 'retail-data-client';
import { expect, test } from 'vitest';
import { addUp } from '../../../../nodes/DailySales/totals.ts';

function sale(productId: string, salesVolume: number, salesQuantity: number): SalesRow {
  return {
    salesDate: '2026-11-19',
    storeId: '0094',
    productId,
    salesVolume,
    salesQuantity,
    lastChangedDate: '2026-11-20',
    lastChangedTime: '07:45',
  };
}

async function* batchesOf(...batches: SalesRow[][]) {
  yield* batches;
}

test('litres and quantities add up without the residue of binary fractions', async () => {
  const totals = await addUp(
    batchesOf([sale('1', 1.005, 0.1), sale('1', 1.005, 0.2)], [sale('1', 1.005, 0)]),
    'product',
  );
  expect(1.005 * 1000 * 3).not.toBe(3015);
  expect(0.1 + 0.2).not.toBe(0.3);
  expect(totals).toEqual([{ productId: '1', salesVolume: 3.015, salesQuantity: 0.3, rows: 3 }]);
});

test('a million small sales keep every millilitre', async () => {
  const million = Array.from({ length: 1_000_000 }, () => sale('1', 0.001, 1));
  const totals = await addUp(batchesOf(million), 'store');
  expect(totals).toEqual([{ storeId: '0094', salesVolume: 1000, salesQuantity: 1_000_000, rows: 1_000_000 }]);
});

test('returns are subtracted', async () => {
  const totals = await addUp(batchesOf([sale('1', 0.7, 1), sale('1', -0.7, -1)]), 'product');
  expect(totals).toEqual([{ productId: '1', salesVolume: 0, salesQuantity: 0, rows: 2 }]);
});
