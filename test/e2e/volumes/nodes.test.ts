import { expect, test } from 'vitest';
import { addUp } from '../../../nodes/DailySales/totals.ts';
import { useService } from '../../support/nodes/service.ts';

const startService = useService();

test('two hundred thousand sales as items are refused by the outputs that hold them; 100,000 of them are given', async () => {
  const service = await startService({ stores: 1500, products: 300 });
  const parameters = {
    period: 'custom',
    fromSalesDate: '2026-11-19',
    toSalesDate: '2026-11-19',
    returnAll: true,
  };
  const { items, error } = await service.run('retailDataDailySales', { parameters });
  expect(service.sandbox.truth.sales('2026-11-19', '2026-11-19').length).toBeGreaterThan(200_000);
  expect(items).toEqual([]);
  expect(error?.message).toContain(
    "'Output' is \"One Item per Sale\", but it must be 'File', 'Totals', 'One Item per Day' or 'One Item per Store and Day', because there are more than 100,000 sales.",
  );
  const cut = await service.run('retailDataDailySales', {
    parameters: { ...parameters, returnAll: false, limit: 100_000 },
  });
  expect(cut.items).toHaveLength(100_000);
});

test('the totals of a million small sales keep every millilitre', async () => {
  const sale = {
    salesDate: '2026-11-19',
    storeId: '0094',
    productId: '1',
    salesVolume: 0.001,
    salesQuantity: 1,
    lastChangedDate: '2026-11-20',
    lastChangedTime: '07:45',
  };
  async function* million() {
    yield Array.from({ length: 1_000_000 }, () => sale);
  }
  expect(await addUp(million(), ['store'])).toEqual([
    { storeId: '0094', salesVolume: 1000, salesQuantity: 1_000_000, salesCount: 1_000_000 },
  ]);
});
