import { createServer } from 'node:http';
import type { Store } from 'retail-data-client';
import { startSandbox } from 'retail-data-client/sandbox';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { listenInTest } from '../../../support/listening.ts';
import { pollTrigger } from '../../../support/nodes/poll.ts';
import { NOON } from '../../../support/nodes/service.ts';

afterEach(() => {
  vi.useRealTimers();
});

const DAY = 86_400_000;
let chain: readonly Store[];
beforeAll(async () => {
  const sandbox = await startSandbox({ now: () => NOON, stores: 4 });
  chain = sandbox.truth
    .stores()
    .map((store) => ({ ...store, lastChanged: { date: '2026-10-01', time: '12:00:00' } }));
  await sandbox.close();
});

/** A service of these stores, which answers `changedSince` by the date of their last change; tests edit the list. */
async function startStores(stores: Store[]) {
  const queries: string[] = [];
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://service');
    queries.push(searchParams.toString());
    const since = searchParams.get('changedSince') ?? '';
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(stores.filter(({ lastChanged }) => lastChanged.date >= since)));
  });
  const port = await listenInTest(server);
  const credentials = { baseUrl: `http://127.0.0.1:${port}`, subscriptionKey: 'key' };
  const trigger = await pollTrigger({ credentials }, { event: 'storesChanged' }, 'onFire');
  return {
    queries,
    trigger,
    /** Polls at 13:00 local time so many days after the first poll; the ids that came. */
    async after(days: number): Promise<unknown[]> {
      return ((await trigger.at(NOON + days * DAY)) ?? []).map(({ storeId }) => storeId);
    },
    change(index: number, date: string, time: string, edit: Partial<Store> = {}) {
      const store = stores[index] ?? chain[index];
      if (store === undefined) throw new Error(`There is no store ${index}.`);
      stores[index] = { ...store, ...edit, lastChanged: { date, time } };
    },
  };
}

const idOf = (index: number) => chain[index]?.storeId;

test('a store is given once for each change', async () => {
  const { after, change, queries } = await startStores([...chain]);
  expect(await after(0)).toEqual([]);
  change(1, '2026-11-20', '15:00:00');
  expect(await after(1)).toEqual([idOf(1)]);
  expect(await after(2)).toEqual([]);
  change(1, '2026-11-22', '15:00:00');
  change(2, '2026-11-22', '15:00:00');
  expect(await after(3)).toEqual([idOf(1), idOf(2)]);
  expect(queries).toEqual([
    '',
    'changedSince=2026-11-19',
    'changedSince=2026-11-20',
    'changedSince=2026-11-21',
  ]);
});

test('a second change on the day of the first is given too', async () => {
  const { after, change } = await startStores([...chain]);
  await after(0);
  change(1, '2026-11-21', '06:00:00');
  expect(await after(1)).toEqual([idOf(1)]);
  change(1, '2026-11-21', '15:00:00');
  expect(await after(2)).toEqual([idOf(1)]);
  expect(await after(3)).toEqual([]);
});

test('a new store is given, and what the same change looks like otherwise does not matter', async () => {
  const { after, change } = await startStores(chain.slice(0, 3));
  expect(await after(0)).toEqual([]);
  change(3, '2026-11-20', '18:00:00');
  change(0, '2026-10-01', '12:00:00', { telephone: 'written otherwise' });
  expect(await after(1)).toEqual([idOf(3)]);
});

test('changes of days without n8n come afterwards, those it gave before do not come again', async () => {
  const { after, change, trigger } = await startStores([...chain]);
  await after(0);
  change(0, '2026-11-20', '15:00:00');
  expect(await after(1)).toEqual([idOf(0)]);
  trigger.restart();
  change(1, '2026-11-24', '15:00:00');
  expect(await after(10)).toEqual([idOf(1)]);
});

test('an answer without changes forgets nothing', async () => {
  const stores = [...chain];
  const { after, change } = await startStores(stores);
  await after(0);
  change(0, '2026-11-20', '15:00:00');
  expect(await after(1)).toEqual([idOf(0)]);
  const all = stores.splice(0);
  expect(await after(2)).toEqual([]);
  stores.push(...all);
  expect(await after(2.9)).toEqual([]);
  expect(await after(3)).toEqual([]);
});

test('the check is made at once, then once a day from 07:00 local time', async () => {
  const { queries, trigger } = await startStores([...chain]);
  for (const at of ['20T07:00', '20T22:59', '21T05:59', '21T06:00', '21T12:00', '22T06:00']) {
    await trigger.at(`2026-11-${at}:00Z`);
  }
  expect(queries).toHaveLength(3);
});

test('polls before 07:00 alone check once a day too, and once a week what changed within it', async () => {
  const { change, queries, trigger } = await startStores([...chain]);
  for (const day of [20, 21, 22]) await trigger.at(`2026-11-${day}T04:00:00Z`);
  expect(queries).toHaveLength(3);
  change(1, '2026-11-24', '15:00:00');
  expect(await trigger.at('2026-11-29T04:00:00Z')).toMatchObject([{ storeId: idOf(1) }]);
});

test('other filters begin anew, and do not make stores appear', async () => {
  const { queries, trigger } = await startStores([...chain]);
  await trigger.at(NOON);
  const storeId = { __rl: true, mode: 'id', value: '94' };
  trigger.setParameters({ event: 'storesChanged', filters: { storeId } });
  expect(await trigger.at(NOON + DAY)).toBeNull();
  expect(queries).toEqual(['', 'storeId=94']);
});
