import { expect, test } from 'vitest';
import { useService } from '../../support/nodes/service.ts';

const startService = useService();

test('daily sales gives two hundred thousand sales as items, and says that a file would be better', async () => {
  const service = await startService({ stores: 1500, products: 300 });
  const [fromSalesDate, toSalesDate] = ['2026-11-19', '2026-11-19'];
  const { items, hints } = await service.run('retailDataDailySales', {
    parameters: { period: 'custom', fromSalesDate, toSalesDate, returnAll: true },
  });
  expect(items.length).toBe(service.sandbox.truth.sales(fromSalesDate, toSalesDate).length);
  expect(items.length).toBeGreaterThan(200_000);
  expect(hints.at(-1)?.message).toContain('More than 100,000 items');
});
