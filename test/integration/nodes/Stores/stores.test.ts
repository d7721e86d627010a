import type { Store } from 'retail-data-client';
import { checkAnswer } from 'retail-data-client/http/validation';
import { storesOperation } from 'retail-data-client/operations/stores';
import type { Sandbox } from 'retail-data-client/sandbox';
import { describe, expect, test } from 'vitest';
import { simplifiedStore } from '../../../../nodes/Stores/storeView.ts';
import { useService } from '../../../support/nodes/service.ts';

const startService = useService();
const NODE = 'retailDataStores';

test('gives every store with every field as the service gave it', async () => {
  const service = await startService();
  const { json, items } = await service.run(NODE, { parameters: { returnAll: true, simplify: false } });
  expect(json).toEqual(service.sandbox.truth.stores());
  expect(service.queries()).toEqual([{}]);
  expect(items.at(-1)?.pairedItem).toEqual({ item: 0 });
});

test('stops at the limit', async () => {
  const service = await startService();
  const { json } = await service.run(NODE, { parameters: { limit: 3, simplify: false } });
  expect(json).toEqual(service.sandbox.truth.stores().slice(0, 3));
});

test('sends every filter under its name', async () => {
  const service = await startService();
  await service.run(NODE, {
    parameters: { filters: { storeId: '94', storeNameContains: 'Bø & Å', changedSince: '2026-11-01' } },
  });
  expect(service.queries()).toEqual([
    { storeId: '94', storeNameContains: 'Bø & Å', changedSince: '2026-11-01' },
  ]);
});

/** An open store as the client gives it. */
function openStoreOf({ truth }: Sandbox): Store {
  const store = checkAnswer(storesOperation, truth.stores(), (text) => text).find(
    ({ status }) => status === 'Open',
  );
  if (store === undefined) throw new Error('The sandbox has no open store.');
  return store;
}

describe('a store id', () => {
  test.each([
    ['={{ 94 }}'],
    ['94'],
    ['0094'],
    ['={{ { "__rl": true, "mode": "id", "value": "0094" } }}'],
    ['={{ { "mode": "list", "value": 94 } }}'],
  ])('is read from %s', async (storeId) => {
    const service = await startService();
    const { json } = await service.run(NODE, { parameters: { filters: { storeId } } });
    expect(service.queries()).toEqual([{ storeId: '94' }]);
    expect(json.map((store) => store.storeId)).toEqual(['0094']);
  });

  test('that is empty is not sent', async () => {
    const service = await startService();
    await service.run(NODE, { parameters: { filters: { storeId: '' } } });
    expect(service.queries()).toEqual([{}]);
  });

  test('that is no number is refused before anything is sent', async () => {
    const service = await startService();
    const { error } = await service.run(NODE, { parameters: { filters: { storeId: 'Majorstuen' } } });
    expect(error?.message).toBe(
      `'Store' is "Majorstuen", but it must be a whole number such as 143 [item 0].`,
    );
    expect(service.sandbox.requests).toEqual([]);
  });
});

describe('simplified', () => {
  test('as it is by default, a store has at most ten flat fields', async () => {
    const service = await startService();
    const { json } = await service.run(NODE, { parameters: { returnAll: true } });
    expect(json).toHaveLength(service.sandbox.truth.stores().length);
    for (const store of json) {
      expect(Object.keys(store).length).toBeLessThanOrEqual(10);
      for (const value of Object.values(store))
        expect(typeof value === 'object' && value !== null).toBe(false);
      expect([true, false, null]).toContain(store.openToday);
    }
  });

  test('tells position and whether it is open on a day', async () => {
    const { sandbox } = await startService();
    const store = openStoreOf(sandbox);
    const at = { ...store, address: { ...store.address, gpsCoord: '(59.5, 10.25)' } };
    expect(simplifiedStore(at, '2026-11-20')).toMatchObject({
      latitude: 59.5,
      longitude: 10.25,
      openToday: true,
    });
    expect(simplifiedStore(at, '2026-11-22').openToday).toBe(false);
  });

  test('what cannot be read is null, never a guess', async () => {
    const { sandbox } = await startService();
    const store = openStoreOf(sandbox);
    const unreadable = {
      ...store,
      address: { ...store.address, gpsCoord: 'somewhere' },
      openingHours: { regularHours: [], exceptionHours: [] },
    };
    expect(simplifiedStore(unreadable, '2026-11-20')).toMatchObject({
      latitude: null,
      longitude: null,
      openToday: null,
    });
  });
});

describe('a lookup for many items', () => {
  test('asks each distinct question once, and gives each item its own copy', async () => {
    const service = await startService();
    const [one, other] = service.sandbox.truth.stores().map(({ storeId }) => storeId);
    const { items } = await service.run(NODE, {
      input: [one, other, Number(one), Number(other), `  ${one}`].map((id) => ({ id })),
      parameters: { simplify: false, filters: { storeId: '={{ $json.id }}' } },
    });
    expect(service.sandbox.requests).toHaveLength(2);
    expect(items.map(({ json, pairedItem }) => [json.storeId, pairedItem])).toEqual([
      [one, { item: 0 }],
      [other, { item: 1 }],
      [one, { item: 2 }],
      [other, { item: 3 }],
      [one, { item: 4 }],
    ]);
    const [first, , second, , third] = items.map(({ json }) => json);
    expect(second).toEqual(first);
    expect(third).toEqual(first);
    expect(new Set([first, second, third].map((json) => json?.address)).size).toBe(3);
  });

  test('a refusal holds for every item that asks the same', async () => {
    const service = await startService();
    const [one, other] = service.sandbox.truth.stores().map(({ storeId }) => storeId);
    service.sandbox.fail({ fault: { kind: 'status', status: 400 } });
    const { outputs } = await service.run(NODE, {
      input: [one, other, one].map((id) => ({ id })),
      parameters: { filters: { storeId: '={{ $json.id }}' } },
      onError: 'continueErrorOutput',
    });
    expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
    expect(outputs[1]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
    expect(service.sandbox.requests).toHaveLength(2);
  });

  test('an item that finds no store, an empty filter and a limit that is reached are told of in hints', async () => {
    const service = await startService();
    const { items, hints } = await service.run(NODE, {
      input: [{ name: 'nowhere' }, { name: 'a' }],
      parameters: { filters: { storeId: '', storeNameContains: '={{ $json.name }}' }, limit: 1 },
    });
    expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
    expect(hints.map(({ message, type }) => [type, message])).toEqual([
      ['info', 'No store was found for at least one of the input items.'],
      ['warning', "'Store' is empty, so it filters nothing."],
      [
        'warning',
        "1 of 2 input items gave as much as 'Limit' allows. Turn on 'Return All' or raise 'Limit' for more.",
      ],
    ]);
  });
});
