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
    ['product'],
  );
  expect(totals).toEqual([{ productId: '1', salesVolume: 3.015, salesQuantity: 0.3, salesCount: 3 }]);
});

test('two groups are ordered by the first, then by the second; times by themselves', async () => {
  const of = (salesDate: string, storeId: string) => ({ ...sale('1', 1, 1), salesDate, storeId });
  const sales = [
    of('2026-11-30', '9'),
    of('2026-11-30', '10'),
    of('2026-12-01', '10'),
    of('2026-11-02', '9'),
  ];
  const months = await addUp(batchesOf(sales), ['store', 'month']);
  expect(months.map(({ storeId, month, salesCount }) => [storeId, month, salesCount])).toEqual([
    ['9', '2026-11', 2],
    ['10', '2026-11', 1],
    ['10', '2026-12', 1],
  ]);
  const days = await addUp(batchesOf(sales), ['day', 'store']);
  expect(days.map(({ salesDate, storeId }) => [salesDate, storeId])).toEqual([
    ['2026-11-02', '9'],
    ['2026-11-30', '9'],
    ['2026-11-30', '10'],
    ['2026-12-01', '10'],
  ]);
});
