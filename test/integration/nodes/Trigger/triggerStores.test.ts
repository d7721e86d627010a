import { createCalendar, type Store, storesOperation } from 'retail-data-client';
import { startSandbox } from 'retail-data-client/sandbox';
import { beforeAll, describe, expect, test } from 'vitest';
import { keep, readStores } from '../../../../nodes/Trigger/memory.ts';
import { asking } from '../../../../nodes/Trigger/pause.ts';
import {
  beginStores,
  concludeStores,
  isCheckDue,
  type StoresMemory,
} from '../../../../nodes/Trigger/storeChanges.ts';
import { NOON } from '../../../support/nodes/service.ts';

const calendar = createCalendar();
const TOMORROW = NOON + 86_400_000;
let stores: readonly Store[];

async function storesOfSandbox(count: number): Promise<Store[]> {
  const sandbox = await startSandbox({ now: () => NOON, stores: count });
  try {
    return storesOperation.answer.parse(sandbox.truth.stores());
  } finally {
    await sandbox.close();
  }
}

beforeAll(async () => {
  stores = await storesOfSandbox(4);
});

/** Memory after a first check of these stores. */
function rememberedOf(answer: readonly Store[]): StoresMemory {
  return concludeStores(beginStores(undefined, '{}'), answer, NOON, calendar).memory;
}

/** What is fired when the first store has become another. */
function changesAfter(edit: (store: Store) => Store, before: (store: Store) => Store = (store) => store) {
  const [first, ...others] = stores;
  if (first === undefined) throw new Error('The sandbox has no store.');
  const memory = rememberedOf([before(first), ...others]);
  return concludeStores(memory, [edit(first), ...others], TOMORROW, calendar).fired;
}

const withHours = (store: Store, hours: Partial<Store['openingHours']>): Store => ({
  ...store,
  openingHours: { ...store.openingHours, ...hours },
});
const exception = (date: string) => ({ date, openingTime: '', closingTime: '', message: 'x' });

test('the first check fires nothing, and the same stores fire nothing', () => {
  expect(concludeStores(beginStores(undefined, '{}'), stores, NOON, calendar).fired).toEqual([]);
  expect(concludeStores(rememberedOf(stores), stores, TOMORROW, calendar).fired).toEqual([]);
});

test('one change is one item with both sides', () => {
  const [first] = stores;
  const fired = changesAfter(
    (store) => ({ ...store, status: 'Temporarily closed' }),
    (store) => ({ ...store, status: 'Open' }),
  );
  expect(fired).toEqual([
    {
      event: 'storesChanged',
      date: '2026-11-21',
      storeId: first?.storeId,
      storeName: first?.storeName,
      change: 'changed',
      changed: ['status'],
      before: expect.objectContaining({
        status: 'Open',
        address: first?.address,
        openingHours: first?.openingHours,
      }),
      after: expect.objectContaining({ status: 'Temporarily closed' }),
      remembered: { stores: 4, kilobytes: expect.any(Number), mostKilobytes: 500 },
    },
  ]);
});

describe('what counts as a change', () => {
  test.each<[string, (store: Store) => Store, string[]]>([
    ['the name', (store) => ({ ...store, storeName: 'New' }), ['storeName']],
    ['the street', (store) => ({ ...store, address: { ...store.address, street: 'New' } }), ['address']],
    ['the telephone', (store) => ({ ...store, telephone: '1' }), ['details']],
    [
      'a regular day less',
      (store) => withHours(store, { regularHours: store.openingHours.regularHours.slice(1) }),
      ['openingHours'],
    ],
    [
      'an exception to come',
      (store) =>
        withHours(store, { exceptionHours: [...store.openingHours.exceptionHours, exception('2027-03-01')] }),
      ['openingHours'],
    ],
    [
      'an exception in a format unknown',
      (store) => withHours(store, { exceptionHours: [exception('1. mai')] }),
      ['openingHours'],
    ],
  ])('%s', (_, edit, changed) => {
    expect(changesAfter(edit).map((change) => change.changed)).toEqual([changed]);
  });

  test.each<[string, (store: Store) => Store]>([
    ['lastChanged alone', (store) => ({ ...store, lastChanged: { date: 'x', time: 'y' } })],
    ['a field that is not in the interface', (store) => ({ ...store, generatedAt: 'now' })],
    [
      'another order of the hours',
      (store) => withHours(store, { regularHours: store.openingHours.regularHours.toReversed() }),
    ],
    [
      'an exception that is over',
      (store) =>
        withHours(store, { exceptionHours: [...store.openingHours.exceptionHours, exception('2026-11-20')] }),
    ],
  ])('not %s', (_, edit) => {
    expect(changesAfter(edit)).toEqual([]);
    expect(changesAfter((store) => store, edit)).toEqual([]);
  });
});

test('a store that appears or vanishes has one side', () => {
  const [first, second] = stores;
  const memory = rememberedOf(stores.slice(1));
  const fired = concludeStores(
    memory,
    stores.filter((store) => store !== second),
    TOMORROW,
    calendar,
  ).fired;
  expect(fired).toMatchObject([
    { storeId: second?.storeId, change: 'removed', changed: [], after: null },
    { storeId: first?.storeId, change: 'added', changed: [], before: null },
  ]);
});

test('is checked at once, then once a day from 07:00, and not within 20 minutes of a failure', () => {
  const at = (day: string, time: string) => calendar.instantOf(day, time);
  const memory = rememberedOf(stores);
  expect(isCheckDue(beginStores(undefined, '{}'), at('2026-11-20', '03:00'), calendar)).toBe(true);
  expect(isCheckDue(memory, at('2026-11-20', '23:59'), calendar)).toBe(false);
  expect(isCheckDue(memory, at('2026-11-21', '06:59'), calendar)).toBe(false);
  expect(isCheckDue(memory, at('2026-11-21', '07:00'), calendar)).toBe(true);
  const failed = { ...memory, ...asking(memory, at('2026-11-21', '07:00'), 1) };
  expect(isCheckDue(failed, at('2026-11-21', '07:19'), calendar)).toBe(false);
  expect(isCheckDue(failed, at('2026-11-21', '07:20'), calendar)).toBe(true);
});

test('a chain of 400 stores fits into what is kept, survives being written down, and 1500 do not fit', async () => {
  const chain = await storesOfSandbox(400);
  const memory = rememberedOf(chain);
  const kept = {};
  keep(kept, 'storesChanged', memory);
  const read = readStores(JSON.parse(JSON.stringify(kept)));
  expect(read).toEqual(memory);
  if (read === undefined) throw new Error('The memory was not read.');
  expect(concludeStores(read, chain, TOMORROW, calendar).fired).toEqual([]);
  const tooMany = await storesOfSandbox(1500);
  expect(() => rememberedOf(tooMany)).toThrow(/^The 1500 stores take \d{3,4} kB/);
});

test('notes that cannot be read are none: the next check is a first one', () => {
  const kept = {};
  keep(kept, 'storesChanged', rememberedOf(stores));
  const broken = { ...kept, stores: { 1: { storeName: 7 } } };
  expect(readStores(broken)?.stores).toBeNull();
  expect(readStores({ event: 'storesChanged' })).toBeUndefined();
});
