import { expect, test } from 'vitest';
import { addUp } from '../../../nodes/DailySales/totals.ts';
import { useService } from '../../support/nodes/service.ts';

const startService = useService();

test('the node gives two hundred thousand sales as items, and says that a file would be better', async () => {
  const service = await startService({ stores: 1500, products: 300 });
  const parameters = {
    period: 'custom',
    fromSalesDate: '2026-11-19',
    toSalesDate: '2026-11-19',
    returnAll: true,
  };
  const { items, hints } = await service.run('retailDataDailySales', { parameters });
  expect(items.length).toBe(service.sandbox.truth.sales('2026-11-19', '2026-11-19').length);
  expect(items.length).toBeGreaterThan(200_000);
  expect(hints.at(-1)?.message).toContain('More than 100,000 items');
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
