import { afterEach, describe, expect, test, vi } from 'vitest';
import { pollTrigger } from '../../../support/nodes/poll.ts';
import { useService } from '../../../support/nodes/service.ts';
import { skipRetryWaits } from '../../../support/nodes/waits.ts';

const startService = useService();
skipRetryWaits();
afterEach(() => {
  vi.useRealTimers();
});

/** The sandbox goes by the same clock as the polls. */
const following = { now: () => Date.now() };
/** Every minute from one instant up to another, as the editor's default polls. */
function* minutes(from: string, to: string): Generator<number> {
  for (let at = Date.parse(from); at <= Date.parse(to); at += 60_000) yield at;
}
const quiet = { missedFrom: null, missedTo: null };

describe('stock updated', () => {
  test('fires once a day, at the first poll that finds it, and costs one call', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'stockUpdated' });
    const fired: unknown[] = [];
    for (const at of minutes('2026-11-20T06:00:00Z', '2026-11-20T09:00:00Z')) {
      const output = await trigger.at(at);
      if (output !== null) fired.push({ at: new Date(at).toISOString(), output });
    }
    expect(fired).toEqual([
      {
        at: '2026-11-20T07:30:00.000Z',
        output: [
          { event: 'stockUpdated', date: '2026-11-20', empty: false, rows: expect.any(Number), ...quiet },
        ],
      },
    ]);
    expect(service.queries()).toEqual([{ changedSince: '2026-11-20', maxResults: '1' }]);
  });

  test('a Sunday is settled at noon as empty, after three calls an hour', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'stockUpdated' });
    await trigger.at('2026-11-22T05:00:00Z');
    const fired: unknown[] = [];
    for (const at of minutes('2026-11-22T06:00:00Z', '2026-11-22T16:00:00Z')) {
      const output = await trigger.at(at);
      if (output !== null) fired.push({ at: new Date(at).toISOString(), output });
    }
    expect(fired).toEqual([
      {
        at: '2026-11-22T11:00:00.000Z',
        output: [{ event: 'stockUpdated', date: '2026-11-22', empty: true, rows: 0, ...quiet }],
      },
    ]);
    const asked = service.sandbox.requests.map(({ at }) => new Date(at).toISOString().slice(11, 16));
    expect(asked.slice(0, 4)).toEqual(['07:30', '07:50', '08:10', '08:30']);
    // The last one before noon leaves room for the one at noon.
    expect(asked.slice(-3)).toEqual(['10:10', '10:30', '11:00']);
    expect(asked).toHaveLength(11);
    expect(await trigger.at('2026-11-22T22:59:00Z')).toBeNull();
    expect(service.sandbox.requests).toHaveLength(11);
  });

  test('after two days of downtime it fires for today and names the days whose stock is gone', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'stockUpdated' });
    await trigger.at('2026-11-17T10:00:00Z');
    trigger.restart();
    expect(await trigger.at('2026-11-20T10:00:00Z')).toMatchObject([
      { date: '2026-11-20', empty: false, missedFrom: '2026-11-18', missedTo: '2026-11-19' },
    ]);
    expect(service.sandbox.requests).toHaveLength(2);
    expect(await trigger.at('2026-11-20T11:00:00Z')).toBeNull();
  });

  test('sends its filters', async () => {
    const service = await startService(following);
    const filters = { productId: '0401', includeZeroStock: true, vendorId: '7' };
    const trigger = await pollTrigger(service, { event: 'stockUpdated', filters });
    await trigger.at('2026-11-20T10:00:00Z');
    expect(service.queries()).toEqual([
      { changedSince: '2026-11-20', maxResults: '1', productId: '401', includeZeroStock: 'true' },
    ]);
  });
});

describe('sales available', () => {
  test('fires for the day before from 07:45, with filters, and with the count when the service gives it', async () => {
    const service = await startService({ ...following, salesTotalHeader: true });
    const trigger = await pollTrigger(service, { event: 'salesAvailable', filters: { toStoreId: 9999 } });
    expect(await trigger.at('2026-11-20T06:44:59Z')).toBeNull();
    const rows = await trigger.at('2026-11-20T06:45:00Z');
    expect(rows).toEqual([
      {
        event: 'salesAvailable',
        date: '2026-11-19',
        empty: false,
        rows: service.sandbox.truth.sales('2026-11-19', '2026-11-19').length,
        ...quiet,
      },
    ]);
    expect(service.queries()).toEqual([
      { fromSalesDate: '2026-11-19', toSalesDate: '2026-11-19', toStoreId: '9999', maxResults: '1' },
    ]);
    trigger.restart();
    expect(await trigger.at('2026-11-20T06:46:00Z')).toBeNull();
    expect(service.sandbox.requests).toHaveLength(1);
  });

  test('days missed are caught up, each once and in order, the one without sales as empty', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'salesAvailable' });
    await trigger.at('2026-11-21T08:00:00Z');
    trigger.restart();
    const output = await trigger.at('2026-11-24T08:00:00Z');
    expect(output?.map(({ date, empty }) => [date, empty])).toEqual([
      ['2026-11-21', false],
      ['2026-11-22', true],
      ['2026-11-23', false],
    ]);
  });

  test('a poll that fails throws, notes only its pause, and the days come later, each once', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'salesAvailable' });
    await trigger.at('2026-11-17T08:00:00Z');
    service.sandbox.fail({ fault: { kind: 'status', status: 500 } });
    await expect(trigger.at('2026-11-20T08:00:00Z')).rejects.toMatchObject({
      httpCode: '500',
      failure: {
        cause: 'temporarily-unavailable',
        retryAfterMs: 20 * 60_000,
        resetsAtEpochMs: Date.parse('2026-11-20T08:20:00Z'),
      },
    });
    // Asked once: the next poll is the repetition.
    expect(service.sandbox.requests).toHaveLength(2);
    expect(trigger.kept()).toMatchObject({ settledDate: '2026-11-16' });
    expect(await trigger.at('2026-11-20T08:19:00Z')).toBeNull();
    trigger.restart();
    const output = await trigger.at('2026-11-20T08:20:00Z');
    expect(output?.map(({ date }) => date)).toEqual(['2026-11-17', '2026-11-18']);
    // Three calls an hour, those of the catching up included.
    expect(await trigger.at('2026-11-20T08:59:00Z')).toBeNull();
    expect((await trigger.at('2026-11-20T09:00:00Z'))?.map(({ date }) => date)).toEqual(['2026-11-19']);
  });

  test('days before the one that cannot be read are fired; if it fails again, it has the word', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'salesAvailable' });
    await trigger.at('2026-11-17T08:00:00Z');
    service.sandbox.fail({ fault: { kind: 'status', status: 400 }, skip: 1, times: 2 });
    const output = await trigger.at('2026-11-20T08:00:00Z');
    expect(output?.map(({ date }) => date)).toEqual(['2026-11-17']);
    await expect(trigger.at('2026-11-20T08:20:00Z')).rejects.toMatchObject({
      httpCode: '400',
      failure: { cause: 'configuration-invalid' },
    });
    expect(trigger.kept()).toMatchObject({ settledDate: '2026-11-17' });
    const rest = await trigger.at('2026-11-20T09:20:00Z');
    expect(rest?.map(({ date }) => date)).toEqual(['2026-11-18', '2026-11-19']);
  });

  test('a poll that overtakes a slow one does not double it', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'salesAvailable' });
    const both = await Promise.all([trigger.at('2026-11-20T08:00:00Z'), trigger.at('2026-11-20T08:01:00Z')]);
    expect(both.filter((output) => output !== null)).toHaveLength(1);
  });
});

describe('stores changed', () => {
  test('fires one item for each store that changed, with before and after, at one call a day', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'storesChanged' });
    expect(await trigger.at('2026-09-01T15:00:00Z')).toBeNull();
    const [before] = [service.sandbox.truth.stores()];
    trigger.restart();
    let output: Awaited<ReturnType<typeof trigger.at>> = null;
    let polls = 0;
    while (output === null && polls < 60) {
      polls += 1;
      const day = Date.parse('2026-09-01T05:00:00Z') + polls * 86_400_000;
      expect(await trigger.at(day - 3_600_000)).toBeNull();
      output = await trigger.at(day);
    }
    expect(service.sandbox.requests).toHaveLength(1 + polls);
    const after = service.sandbox.truth.stores();
    expect(output?.length).toBeGreaterThan(0);
    for (const item of output ?? []) {
      const old = before.find(({ storeId }) => storeId === item.storeId);
      const fresh = after.find(({ storeId }) => storeId === item.storeId);
      expect(item).toMatchObject({
        event: 'storesChanged',
        change: 'changed',
        changed: ['openingHours'],
        storeName: fresh?.storeName,
        before: { status: old?.status, address: old?.address, openingHours: old?.openingHours },
        after: { status: fresh?.status, address: fresh?.address, openingHours: fresh?.openingHours },
      });
    }
  });

  test('other filters begin anew, and do not make stores appear or vanish', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'storesChanged' });
    await trigger.at('2026-11-19T15:00:00Z');
    const storeId = { __rl: true, mode: 'id', value: '94' };
    trigger.setParameters({ event: 'storesChanged', filters: { storeId } });
    expect(await trigger.at('2026-11-20T15:00:00Z')).toBeNull();
    expect(service.queries().at(-1)).toEqual({ storeId: '94' });
  });

  test('an answer without any store is a failed read, and closes none', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'storesChanged' });
    await trigger.at('2026-11-19T15:00:00Z');
    const { stores } = Object(trigger.kept());
    service.sandbox.fail({ fault: { kind: 'shape', body: [] } });
    await expect(trigger.at('2026-11-20T15:00:00Z')).rejects.toMatchObject({
      message: 'The service answered without any store, although no filter is set.',
      failure: { cause: 'temporarily-unavailable', retryAfterMs: 20 * 60_000 },
    });
    expect(trigger.kept()).toMatchObject({ stores });
    expect(await trigger.at('2026-11-20T15:19:00Z')).toBeNull();
    expect(service.sandbox.requests).toHaveLength(2);
    const output = await trigger.at('2026-11-20T15:20:00Z');
    expect(service.sandbox.requests).toHaveLength(3);
    expect((output ?? []).filter(({ change }) => change === 'removed')).toEqual([]);
  });

  test('a filter that no store meets is no failure', async () => {
    const service = await startService(following);
    const filters = { storeNameContains: 'no such name' };
    const trigger = await pollTrigger(service, { event: 'storesChanged', filters });
    expect(await trigger.at('2026-11-19T15:00:00Z')).toBeNull();
    expect(trigger.kept()).toMatchObject({ stores: {} });
  });

  test('a chain too large to remember is refused with the way out, and nothing is noted of it', async () => {
    const service = await startService({ ...following, stores: 1500 });
    const trigger = await pollTrigger(service, { event: 'storesChanged' });
    await expect(trigger.at('2026-11-19T15:00:00Z')).rejects.toMatchObject({
      message: expect.stringMatching(/^The 1500 stores take \d+ kB to remember, more than the 500 kB/),
      description: expect.stringContaining("Set a filter, 'Store' or 'Store Name Contains'"),
    });
    expect(trigger.kept()).toMatchObject({ stores: null });
  });
});

test.each([
  ['stockUpdated', { date: '2026-11-20', empty: false }],
  ['salesAvailable', { date: '2026-11-19', empty: false }],
  ['storesChanged', { date: '2026-11-20', change: 'changed', changed: [] }],
])('testing %s in the editor gives a sample and moves nothing', async (event, sample) => {
  const service = await startService(following);
  const trigger = await pollTrigger(service, { event });
  await trigger.at('2026-11-19T12:00:00Z');
  const kept = trigger.kept();
  for (let time = 0; time < 2; time += 1) {
    expect(await trigger.at('2026-11-20T12:00:00Z', 'manual')).toMatchObject([{ event, ...sample }]);
  }
  expect(trigger.kept()).toEqual(kept);
});

test('an event that does not exist and a rejected key are told as such, without the key', async () => {
  const service = await startService(following);
  const wrong = await pollTrigger(service, { event: 'moonrise' });
  await expect(wrong.at('2026-11-20T12:00:00Z')).rejects.toThrow(`'Event' is "moonrise"`);
  const credentials = { ...service.credentials, subscriptionKey: 'wrong-key-4711' };
  const rejected = await pollTrigger({ ...service, credentials }, { event: 'stockUpdated' });
  const error: unknown = await rejected.at('2026-11-20T12:00:00Z').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ httpCode: '401', failure: { cause: 'credential-invalid' } });
  expect(JSON.stringify(error)).not.toContain('wrong-key-4711');
});
