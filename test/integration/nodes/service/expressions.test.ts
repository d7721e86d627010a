import { describe, expect, test } from 'vitest';
import { pollTrigger } from '../../../support/nodes/poll.ts';
import { useService } from '../../../support/nodes/service.ts';

const startService = useService();
const SALES = 'retailDataDailySales';
const STOCK = 'retailDataAccumulatedStock';
const STORES = 'retailDataStores';
const MISSING = '={{ $json.missing }}';
const locator = { __rl: true, mode: 'id', value: MISSING };
const dates = { period: 'custom', fromSalesDate: '2026-11-19', toSalesDate: '2026-11-19' };

describe('a filter whose expression gives nothing is refused by its name', () => {
  test.each([
    [SALES, 'Product IDs', { ...dates, filters: { productId: MISSING } }],
    [SALES, 'Store', { ...dates, filters: { storeId: locator } }],
    [SALES, 'To Store ID', { ...dates, filters: { toStoreId: MISSING } }],
    [SALES, 'Changed Since', { ...dates, filters: { changedSince: MISSING } }],
    [SALES, 'From Sales Date', { ...dates, fromSalesDate: MISSING }],
    [SALES, 'To Sales Date', { ...dates, toSalesDate: MISSING }],
    [STOCK, 'Product IDs', { filters: { productId: '={{ "" }}' } }],
    [STOCK, 'Changed Since', { filters: { changedSince: '={{ null }}' } }],
    [STORES, 'Store', { filters: { storeId: locator } }],
    [STORES, 'Store Name Contains', { filters: { storeNameContains: MISSING } }],
  ])('%s: %s', async (node, label, parameters) => {
    const service = await startService();
    const { error } = await service.run(node, { parameters });
    expect(error?.message).toContain(`The expression of '${label}' gave nothing: {{ `);
    expect(error?.description).toContain(`or leave '${label}' out to get everything`);
    expect(service.sandbox.requests).toEqual([]);
  });

  test('in the trigger, when the workflow is published', async () => {
    const service = await startService();
    const filters = { productId: '={{ $vars.missing }}' };
    const trigger = await pollTrigger(service, { event: 'salesAvailable', filters });
    await expect(trigger.at('2026-11-20T05:00:00Z')).rejects.toThrow(
      "The expression of 'Product ID' gave nothing",
    );
  });
});

test('what is typed in as empty, and dates that are not shown, are no expressions without a value', async () => {
  const service = await startService();
  const filters = { productId: '', storeId: { __rl: true, mode: 'list', value: '' } };
  const parameters = { period: 'yesterday', fromSalesDate: MISSING, filters };
  const { status } = await service.run(SALES, { parameters });
  expect(status).toBe('success');
});

test('an agent may leave a filter out', async () => {
  const service = await startService();
  const { status, json } = await service.run(STOCK, {
    parameters: { filters: { productId: MISSING } },
    asTool: true,
  });
  expect([status, json.length > 1]).toEqual(['success', true]);
});

test.each([
  ['{{ new Date("2026-11-19T00:00:00Z") }}', '2026-11-19'],
  ['{{ new Date("2026-11-18T23:00:00Z") }}', '2026-11-19'],
])('a JavaScript date is a day of the service: %s', async (expression, day) => {
  const service = await startService();
  const parameters = { ...dates, fromSalesDate: `=${expression}`, limit: 1 };
  const { status } = await service.run(SALES, { parameters });
  expect(status).toBe('success');
  expect(service.queries()[0]?.fromSalesDate).toBe(day);
});

test('a date that is none is refused', async () => {
  const service = await startService();
  const parameters = { ...dates, fromSalesDate: '={{ new Date("never") }}' };
  const { error } = await service.run(SALES, { parameters });
  expect(error?.message).toContain("'From Sales Date' is");
});
