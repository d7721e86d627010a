import { describe, expect, test } from 'vitest';
import { useService } from '../../../support/nodes/service.ts';
import { skipRetryWaits } from '../../../support/nodes/waits.ts';
import { searchList } from './list.ts';

const startService = useService();
skipRetryWaits();
const NODES = ['retailDataStores', 'retailDataDailySales'];

describe.each(NODES)('the list of stores of %s', (node) => {
  test('has every store by name with its number, in one call', async () => {
    const service = await startService();
    const { results, paginationToken } = await searchList(service, node, 'searchStores');
    const stores = service.sandbox.truth.stores();
    expect(paginationToken).toBeUndefined();
    expect(results.map(({ value }) => value).sort()).toEqual(stores.map(({ storeId }) => storeId).sort());
    const names = results.map(({ name }) => name);
    expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'nb')));
    const [open] = stores.filter(({ status }) => status === 'Open');
    expect(names).toContain(`${open?.storeName} (${open?.storeId})`);
    const closed = stores.find(({ status }) => status === 'Temporarily closed');
    expect(names).toContain(`${closed?.storeName} (${closed?.storeId}), temporarily closed`);
    expect(service.queries()).toEqual([{}]);
  });

  test('is searched by name, city and number, in any case', async () => {
    const service = await startService();
    const [store] = service.sandbox.truth.stores();
    if (store === undefined) throw new Error('The sandbox has no store.');
    const { storeId, storeName, address } = store;
    for (const filter of [
      storeName.toUpperCase(),
      `${address.city} ${storeName}`,
      storeId,
      storeId.slice(1),
    ]) {
      const { results } = await searchList(service, node, 'searchStores', filter);
      expect(results.map(({ value }) => value)).toContain(storeId);
    }
    expect((await searchList(service, node, 'searchStores', 'no such store')).results).toEqual([]);
  });
});

test('a long list comes in pieces that together are the whole', async () => {
  const service = await startService({ stores: 1100 });
  const values: unknown[] = [];
  let token: string | undefined;
  let pieces = 0;
  do {
    const piece = await searchList(service, 'retailDataStores', 'searchStores', '', token);
    for (const { value } of piece.results) values.push(value);
    token = piece.paginationToken;
    pieces += 1;
  } while (token !== undefined);
  expect(pieces).toBe(3);
  expect(values).toHaveLength(1100);
  expect(new Set(values).size).toBe(1100);
});

test('a list that cannot be had says why, without the key', async () => {
  const service = await startService();
  const credentials = { ...service.credentials, subscriptionKey: 'wrong-key-4711-secret' };
  const refusal = await searchList({ credentials }, 'retailDataStores', 'searchStores').catch(String);
  expect(refusal).toContain('rejected the subscription key');
  expect(refusal).not.toContain('4711');
});
