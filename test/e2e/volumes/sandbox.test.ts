import { expect, test } from 'vitest';
import { open } from '../../support/shared/sandbox/asking.ts';

test('more sales than the sandbox keeps in memory are computed again alike', async () => {
  const { truth } = await open({ stores: 100, products: 200 });
  const first = truth.sales('2026-06-01', '2026-06-02');
  expect(truth.sales('2026-06-01', '2026-08-20').length).toBeGreaterThan(500_000);
  expect(truth.sales('2026-06-01', '2026-06-02')).toEqual(first);
});
