import { describe, expect, test } from 'vitest';
import { pollTrigger } from '../../../support/nodes/poll.ts';
import { NOON, useService } from '../../../support/nodes/service.ts';
import { jumpOverWaits } from '../../../support/nodes/waits.ts';

const startService = useService();
const { waits } = jumpOverWaits(NOON);

/** The sandbox goes by the same clock as the polls. */
const following = { now: () => Date.now() };
/** Every minute from one instant up to another, as the editor's default polls. */
function* minutes(from: string, to: string): Generator<number> {
  for (let at = Date.parse(from); at <= Date.parse(to); at += 60_000) yield at;
}
const quiet = { missedFrom: null, missedTo: null };
/** One poll a day. Without Poll Times it is one each minute, as in the editor. */
const seldom = { pollTimes: { item: [{ mode: 'everyDay', hour: 9, minute: 0 }] } };

describe('stock updated', () => {
  test('fires once a day, when the stock has stood still for ten minutes', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'stockUpdated' });
    const fired: unknown[] = [];
    for (const at of minutes('2026-11-20T06:00:00Z', '2026-11-20T15:00:00Z')) {
      const output = await trigger.at(at);
      if (output !== null) fired.push({ at: new Date(at).toISOString(), output });
    }
    expect(fired).toEqual([
      {
        at: '2026-11-20T07:40:00.000Z',
        output: [
          {
            event: 'stockUpdated',
            date: '2026-11-20',
            empty: false,
            rows: expect.any(Number),
            settled: true,
            ...quiet,
          },
        ],
      },
    ]);
    expect(waits).toEqual([]);
    const looks = service.queries().filter(({ start }) => start === undefined);
    expect(looks).toEqual(new Array(11).fill({ changedSince: '2026-11-20' }));
    // Once a look has shown that nothing follows the total, the others take one call.
    expect(service.queries()).toHaveLength(11 + 1);
    expect(trigger.logged).toEqual([
      ...new Array(10).fill(
        expect.stringMatching(
          /^Trigger: Stock 2026-11-20 \(\d+ products\) may still change: the next poll checks again\.$/,
        ),
      ),
      expect.stringMatching(/^Trigger: Stock 2026-11-20 \(\d+ products\): starts the workflow\.$/),
    ]);
  });

  test('polled once a day, a look at a change of ten minutes ago is enough', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'stockUpdated', ...seldom });
    await trigger.at('2026-11-19T05:00:00Z');
    expect(await trigger.at('2026-11-20T08:00:00Z')).toMatchObject([
      { date: '2026-11-20', settled: true, missedFrom: '2026-11-19' },
    ]);
    expect(waits).toEqual([]);
  });

  test('polled once a day, it looks again itself at a newer change, and says that it may be incomplete', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'stockUpdated', ...seldom });
    await trigger.at('2026-11-20T05:00:00Z');
    expect(await trigger.at('2026-11-20T07:31:00Z')).toMatchObject([{ date: '2026-11-20', settled: false }]);
    expect(waits).toEqual([60_000]);
  });

  test('with a settle time of 0 the first look fires', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'stockUpdated', options: { settleTime: 0 } });
    await trigger.at('2026-11-20T07:29:00Z');
    expect(await trigger.at('2026-11-20T07:30:00Z')).toMatchObject([{ date: '2026-11-20', settled: true }]);
  });

  test('a settle time that cannot be is refused when the workflow is published', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'stockUpdated', options: { settleTime: 45 } });
    await expect(trigger.at('2026-11-20T05:00:00Z')).rejects.toThrow(
      "'Settle Time (Minutes)' is 45, but it must be a number of minutes from 0 to 30",
    );
  });

  test('a poll that begins while another one waits asks nothing', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'stockUpdated', ...seldom });
    await trigger.at('2026-11-19T08:00:00Z');
    const asked = service.sandbox.requests.length;
    const both = await Promise.all([trigger.at('2026-11-20T07:30:00Z'), trigger.at('2026-11-20T07:30:01Z')]);
    expect(both).toEqual([[expect.objectContaining({ date: '2026-11-20' })], null]);
    const looks = service.queries().slice(asked);
    expect(looks.filter(({ start }) => start === undefined)).toHaveLength(2);
  });

  test('activated before the stock has settled it waits for nothing and leaves it to the next polls', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'stockUpdated' });
    expect(await trigger.at('2026-11-20T07:35:00Z')).toBeNull();
    expect(waits).toEqual([]);
    expect(trigger.kept()).toMatchObject({ lastDate: '2026-11-19', polledAt: 0, waitMs: 0 });
    expect(await trigger.at('2026-11-20T07:36:00Z')).toBeNull();
    expect(await trigger.at('2026-11-20T07:46:00Z')).toMatchObject([{ date: '2026-11-20', settled: true }]);
  });

  test('a minute poll asks at each poll for half an hour, then every five minutes, from noon every fifteen', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'stockUpdated' });
    for (const at of minutes('2026-11-22T06:00:00Z', '2026-11-23T07:29:00Z')) {
      expect(await trigger.at(at)).toBeNull();
    }
    const asked = service.sandbox.requests.map(({ at }) => new Date(at).toISOString().slice(11, 16));
    expect([asked.length, asked.slice(0, 3), asked.slice(28, 33)]).toEqual([
      30 + 36 + 82,
      ['07:30', '07:31', '07:32'],
      ['07:58', '07:59', '08:00', '08:05', '08:10'],
    ]);
    expect(asked.slice(64, 69)).toEqual(['10:50', '10:55', '11:00', '11:15', '11:30']);
    // An empty day is no missed one.
    expect(await trigger.at('2026-11-23T07:30:00Z')).toBeNull();
    expect(await trigger.at('2026-11-23T07:40:00Z')).toMatchObject([{ date: '2026-11-23', ...quiet }]);
    expect(trigger.logged).toHaveLength(2);
  });

  test('with "Emit Empty Days" a Sunday is fired at noon as empty, and not asked for again', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'stockUpdated', emitEmptyDays: true });
    const fired: unknown[] = [];
    for (const at of minutes('2026-11-22T06:00:00Z', '2026-11-22T16:00:00Z')) {
      const output = await trigger.at(at);
      if (output !== null) fired.push({ at: new Date(at).toISOString(), output });
    }
    expect(fired).toEqual([
      {
        at: '2026-11-22T11:00:00.000Z',
        output: [
          { event: 'stockUpdated', date: '2026-11-22', empty: true, rows: 0, settled: true, ...quiet },
        ],
      },
    ]);
    expect(service.sandbox.requests).toHaveLength(30 + 36 + 1);
  });

  test('activated in the afternoon it fires at once, after downtime too, and names the days whose stock is gone', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'stockUpdated' });
    expect(await trigger.at('2026-11-17T12:00:00Z')).toMatchObject([{ date: '2026-11-17', ...quiet }]);
    trigger.restart();
    expect(await trigger.at('2026-11-20T12:00:00Z')).toMatchObject([
      { date: '2026-11-20', empty: false, missedFrom: '2026-11-18', missedTo: '2026-11-19' },
    ]);
    const asked = service.sandbox.requests.length;
    expect(await trigger.at('2026-11-20T13:00:00Z')).toBeNull();
    expect(service.sandbox.requests).toHaveLength(asked);
  });

  test('stock of a Saturday is still that of Sunday: it is fired then, and the days before are named', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'stockUpdated', ...seldom });
    await trigger.at('2026-11-19T12:00:00Z');
    expect(await trigger.at('2026-11-22T12:00:00Z')).toMatchObject([
      { date: '2026-11-21', missedFrom: '2026-11-20', missedTo: '2026-11-20' },
    ]);
    expect(await trigger.at('2026-11-23T12:00:00Z')).toMatchObject([{ date: '2026-11-23', ...quiet }]);
  });

  test('sends its filters', async () => {
    const service = await startService(following);
    const filters = { productId: '0401', includeZeroStock: true, vendorId: '7' };
    const trigger = await pollTrigger(service, { event: 'stockUpdated', filters });
    await trigger.at('2026-11-20T12:00:00Z');
    expect(service.queries()).toEqual([
      { changedSince: '2026-11-20', productId: '401', includeZeroStock: 'true' },
    ]);
  });

  test.each([
    ['renamed', ['Stock Updated']],
    ['renamed, and back again on a later day', ['Stock Updated', 'Trigger']],
  ])('a node that is %s fires no day twice', async (_, names) => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'stockUpdated', ...seldom });
    let day = 17;
    expect(await trigger.at(`2026-11-${day}T12:00:00Z`)).toHaveLength(1);
    for (const name of names) {
      trigger.rename(name);
      expect(await trigger.at(`2026-11-${day}T12:30:00Z`)).toBeNull();
      day += 1;
      expect(await trigger.at(`2026-11-${day}T12:00:00Z`)).toMatchObject([
        { date: `2026-11-${day}`, ...quiet },
      ]);
    }
    expect(await trigger.at(`2026-11-${day}T12:30:00Z`)).toBeNull();
  });
});

describe('notes that n8n has lost', () => {
  test('the first poll after the restart leaves out the day that may have fired, says so, and goes on', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'stockUpdated', ...seldom }, 'onFire');
    expect(await trigger.at('2026-11-19T12:00:00Z')).toHaveLength(1);
    trigger.loseNotes();
    // However often n8n starts before a poll has looked.
    for (const minute of ['00', '10', '20']) {
      trigger.restart();
      expect(await trigger.at(`2026-11-19T13:${minute}:00Z`)).toBeNull();
      expect(trigger.kept()).toMatchObject({ isLost: true });
    }
    expect(await trigger.at('2026-11-19T13:30:00Z')).toBeNull();
    expect(trigger.logged.at(-1)).toBe(
      "Trigger: n8n has no notes of earlier polls. Days up to 2026-11-19 may have started the workflow before, so they don't start it again.",
    );
    expect(await trigger.at('2026-11-19T14:00:00Z')).toBeNull();
    expect(await trigger.at('2026-11-20T08:00:00Z')).toMatchObject([{ date: '2026-11-20', ...quiet }]);
  });

  test('a day whose stock is not there yet cannot have fired', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'stockUpdated', ...seldom }, 'onFire');
    trigger.restart();
    expect(await trigger.at('2026-11-20T07:39:00Z')).toBeNull();
    service.sandbox.fail({ fault: { kind: 'shape', body: [] } });
    expect(await trigger.at('2026-11-20T07:40:00Z')).toBeNull();
    expect(await trigger.at('2026-11-20T08:00:00Z')).toMatchObject([{ date: '2026-11-20', ...quiet }]);
  });

  test('a poll that cannot ask decides nothing', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'stockUpdated' }, 'onFire');
    trigger.restart();
    expect(await trigger.at('2026-11-20T09:00:00Z')).toBeNull();
    service.sandbox.fail({ fault: { kind: 'status', status: 500 } });
    await expect(trigger.at('2026-11-20T09:01:00Z')).rejects.toMatchObject({ httpCode: '500' });
    expect(trigger.kept()).toMatchObject({ isLost: true });
    expect(await trigger.at('2026-11-20T09:06:00Z')).toBeNull();
    expect(trigger.logged).toHaveLength(1);
  });

  test('publishing a change does not fire the day again', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'stockUpdated', ...seldom }, 'onFire');
    expect(await trigger.at('2026-11-19T12:00:00Z')).toHaveLength(1);
    trigger.loseNotes();
    trigger.setParameters({ event: 'stockUpdated', emitEmptyDays: true, ...seldom });
    expect(await trigger.at('2026-11-19T13:00:00Z')).toBeNull();
    // The notes stand under the node again, and outlive the process.
    trigger.restart();
    expect(await trigger.at('2026-11-20T08:00:00Z')).toHaveLength(1);
    expect(trigger.logged.filter((line) => line.includes('no notes'))).toEqual([]);
  });
});

describe('sales available', () => {
  test('fires for the day before, with its filters and the count of its sales', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'salesAvailable', filters: { toStoreId: 9999 } });
    expect(await trigger.at('2026-11-20T06:44:59Z')).toBeNull();
    expect(await trigger.at('2026-11-20T06:45:00Z')).toBeNull();
    expect(await trigger.at('2026-11-20T06:55:00Z')).toEqual([
      {
        event: 'salesAvailable',
        date: '2026-11-19',
        empty: false,
        rows: service.sandbox.truth.sales('2026-11-19', '2026-11-19').length,
        settled: true,
        ...quiet,
      },
    ]);
    const look = {
      fromSalesDate: '2026-11-19',
      toSalesDate: '2026-11-19',
      toStoreId: '9999',
      maxResults: '50000',
    };
    expect(service.queries().filter(({ start }) => start === undefined)).toEqual([look, look]);
    const asked = service.sandbox.requests.length;
    trigger.restart();
    expect(await trigger.at('2026-11-20T07:00:00Z')).toBeNull();
    expect(service.sandbox.requests).toHaveLength(asked);
  });

  test('sends every filter of sales', async () => {
    const service = await startService(following);
    const filters = {
      productId: '0401',
      vendorId: '12',
      wholesalerId: '7',
      fromStoreId: '94',
      toStoreId: '120',
    };
    const trigger = await pollTrigger(service, { event: 'salesAvailable', filters });
    await trigger.at('2026-11-20T12:00:00Z');
    const dates = { fromSalesDate: '2026-11-19', toSalesDate: '2026-11-19' };
    expect(service.queries()[0]).toEqual({ ...dates, ...filters, productId: '401', maxResults: '50000' });
  });

  test('one store is asked for as a range of one', async () => {
    const service = await startService(following);
    const storeId = { __rl: true, mode: 'list', value: '94' };
    const trigger = await pollTrigger(service, { event: 'salesAvailable', filters: { storeId } });
    await trigger.at('2026-11-20T12:00:00Z');
    expect(service.queries()[0]).toMatchObject({ fromStoreId: '94', toStoreId: '94' });
  });

  test.each([
    [false, ['2026-11-21', '2026-11-23']],
    [true, ['2026-11-21', '2026-11-22', '2026-11-23']],
  ])(
    'days missed are caught up, each once and in order; empty ones are fired: %s',
    async (emitEmptyDays, dates) => {
      const service = await startService(following);
      const trigger = await pollTrigger(service, { event: 'salesAvailable', emitEmptyDays });
      await trigger.at('2026-11-21T12:00:00Z');
      trigger.restart();
      const output = await trigger.at('2026-11-24T12:00:00Z');
      expect(output?.map(({ date }) => date)).toEqual(dates);
    },
  );

  test('after weeks without n8n seven days are caught up, and the first event lists those before', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'salesAvailable' });
    await trigger.at('2026-11-03T12:00:00Z');
    trigger.restart();
    const [first, ...others] = (await trigger.at('2026-11-20T12:00:00Z')) ?? [];
    expect(first).toMatchObject({ date: '2026-11-13', missedFrom: '2026-11-03', missedTo: '2026-11-12' });
    const dates = ['14', '16', '17', '18', '19'].map((day) => ({ date: `2026-11-${day}`, ...quiet }));
    expect(others).toMatchObject(dates);
  });

  test('a poll that fails throws, notes only its pause, and the days come later, each once', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'salesAvailable', ...seldom });
    await trigger.at('2026-11-17T12:00:00Z');
    const asked = service.sandbox.requests.length;
    service.sandbox.fail({ fault: { kind: 'status', status: 500 } });
    await expect(trigger.at('2026-11-20T12:00:00Z')).rejects.toMatchObject({
      httpCode: '500',
      failure: {
        cause: 'temporarily-unavailable',
        retryAfterMs: 270_000,
        resetsAtEpochMs: Date.parse('2026-11-20T12:04:30Z'),
      },
    });
    // Asked once: the next poll is the repetition.
    expect(service.sandbox.requests).toHaveLength(asked + 1);
    expect(trigger.kept()).toMatchObject({ lastDate: '2026-11-16' });
    expect(await trigger.at('2026-11-20T12:04:00Z')).toBeNull();
    trigger.restart();
    const output = await trigger.at('2026-11-20T12:15:00Z');
    expect(output?.map(({ date }) => date)).toEqual(['2026-11-17', '2026-11-18', '2026-11-19']);
  });

  test('a service that names a longer wait is left alone for so long, but no longer than an hour', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'salesAvailable', ...seldom });
    await trigger.at('2026-11-20T05:00:00Z');
    service.sandbox.fail({ fault: { kind: 'status', status: 429, headers: { 'retry-after': '36000' } } });
    await expect(trigger.at('2026-11-20T12:00:00Z')).rejects.toMatchObject({
      failure: { retryAfterMs: 60 * 60_000 },
    });
    expect(await trigger.at('2026-11-20T12:40:00Z')).toBeNull();
    expect(await trigger.at('2026-11-20T13:00:00Z')).toHaveLength(1);
  });

  test('days before the one that cannot be read are fired; if it fails again, it has the word', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'salesAvailable', ...seldom });
    await trigger.at('2026-11-17T12:00:00Z');
    // The first day is read in three calls: the service names no total of sales.
    service.sandbox.fail({ fault: { kind: 'status', status: 400 }, skip: 3, times: 2 });
    const output = await trigger.at('2026-11-20T12:00:00Z');
    expect(output?.map(({ date }) => date)).toEqual(['2026-11-17']);
    await expect(trigger.at('2026-11-20T12:30:00Z')).rejects.toMatchObject({
      httpCode: '400',
      failure: { cause: 'configuration-invalid' },
    });
    expect(trigger.kept()).toMatchObject({ lastDate: '2026-11-17' });
    const rest = await trigger.at('2026-11-20T12:50:00Z');
    expect(rest?.map(({ date }) => date)).toEqual(['2026-11-18', '2026-11-19']);
  });

  test('a poll that overtakes a slow one does not double it', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'salesAvailable' });
    const both = await Promise.all([trigger.at('2026-11-20T12:00:00Z'), trigger.at('2026-11-20T12:01:00Z')]);
    expect(both.filter((output) => output !== null)).toHaveLength(1);
  });
});

describe('stores changed', () => {
  test('gives each store that changed as the node for stores does, at one call a day', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'storesChanged' });
    expect(await trigger.at('2026-09-01T15:00:00Z')).toBeNull();
    expect(service.queries()).toEqual([{}]);
    const before = new Map(service.sandbox.truth.stores().map((store) => [store.storeId, store]));
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
    const changed = service.sandbox.truth
      .stores()
      .filter((store) => JSON.stringify(store) !== JSON.stringify(before.get(store.storeId)));
    expect(changed.length).toBeGreaterThan(0);
    expect(output).toEqual(changed);
    const { json } = await service.run('retailDataStores', {
      parameters: { simplify: false, filters: { storeId: changed[0]?.storeId } },
    });
    expect(output?.[0]).toEqual(json[0]);
  });

  test('an answer without any store is a failed read where nothing explains it', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'storesChanged' });
    service.sandbox.fail({ fault: { kind: 'status', status: 503 } });
    expect(await trigger.at('2026-11-20T14:59:00Z')).toBeNull();
    service.sandbox.fail({ fault: { kind: 'shape', body: [] } });
    await expect(trigger.at('2026-11-20T15:00:00Z')).rejects.toMatchObject({
      message: 'The service answered without any store, although no filter is set.',
      failure: { cause: 'temporarily-unavailable', retryAfterMs: 270_000 },
    });
    expect(trigger.kept()).toMatchObject({ seen: null });
    expect(await trigger.at('2026-11-20T15:04:00Z')).toBeNull();
    expect(service.sandbox.requests).toHaveLength(2);
    expect(await trigger.at('2026-11-20T15:05:00Z')).toBeNull();
    expect(service.queries()).toEqual([{}, {}, {}]);
  });

  test('a check that fails throws and is made again, and no change is lost', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'storesChanged' });
    await trigger.at('2026-09-01T15:00:00Z');
    const { seen } = Object(trigger.kept());
    service.sandbox.fail({ fault: { kind: 'status', status: 500 } });
    await expect(trigger.at('2026-11-20T15:00:00Z')).rejects.toMatchObject({ httpCode: '500' });
    expect(trigger.kept()).toMatchObject({ lastDate: '2026-09-01', seen });
    expect(await trigger.at('2026-11-20T15:04:00Z')).toBeNull();
    expect(await trigger.at('2026-11-20T15:05:00Z')).not.toBeNull();
    expect(service.queries().slice(1)).toEqual(new Array(2).fill({ changedSince: '2026-08-31' }));
  });

  test('a filter that no store meets is no failure', async () => {
    const service = await startService(following);
    const filters = { storeNameContains: 'no such name' };
    const trigger = await pollTrigger(service, { event: 'storesChanged', filters });
    expect(await trigger.at('2026-11-19T15:00:00Z')).toBeNull();
    expect(trigger.kept()).toMatchObject({ seen: {} });
  });
});

test('a clock that once was in the future, or is set back, does not hold the trigger up', async () => {
  const service = await startService(following);
  const trigger = await pollTrigger(service, { event: 'stockUpdated', ...seldom });
  await trigger.at('2027-02-01T12:00:00Z');
  service.sandbox.fail({ fault: { kind: 'status', status: 500 } });
  await expect(trigger.at('2026-11-20T12:00:00Z')).rejects.toMatchObject({ httpCode: '500' });
  expect(await trigger.at('2026-11-20T12:01:00Z')).toBeNull();
  expect(await trigger.at('2026-11-20T11:50:00Z')).toMatchObject([{ date: '2026-11-20', ...quiet }]);
});

test.each([
  ['stockUpdated', { event: 'stockUpdated', date: '2026-11-20', empty: false }],
  ['salesAvailable', { event: 'salesAvailable', date: '2026-11-19', empty: false }],
  ['storesChanged', { storeId: expect.any(String), openingHours: expect.any(Object) }],
])('testing %s in the editor gives a sample and moves nothing', async (event, sample) => {
  const service = await startService(following);
  const trigger = await pollTrigger(service, { event });
  await trigger.at('2026-11-19T12:00:00Z');
  const kept = trigger.kept();
  for (let time = 0; time < 2; time += 1) {
    expect(await trigger.at('2026-11-20T12:00:00Z', 'manual')).toMatchObject([sample]);
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

describe('a workflow that is published with a trigger that fails', () => {
  test.each([
    ['a wrong key', { subscriptionKey: 'another-key-of-nobody' }, {}, '(401)'],
    ['a filter that cannot be', {}, { productId: '401,403' }, "'Product ID' is"],
  ])('fails each time n8n tries again: %s', async (_, wrong, filters, message) => {
    const { credentials, ...service } = await startService(following);
    const wrongly = { ...service, credentials: { ...credentials, ...wrong } };
    const trigger = await pollTrigger(wrongly, { event: 'salesAvailable', filters });
    for (const second of ['00', '01', '03']) {
      await expect(trigger.at(`2026-11-20T12:00:${second}Z`)).rejects.toThrow(message);
      trigger.setParameters({ event: 'salesAvailable', filters });
    }
  });

  test.each([
    ['is away', { kind: 'status', status: 503 }],
    [
      'says that there were too many calls',
      { kind: 'status', status: 429, headers: { 'retry-after': '600' } },
    ],
    ['breaks off', { kind: 'reset' }],
  ] as const)('is published while the service %s, and the next poll fires', async (_, fault) => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'salesAvailable', ...seldom });
    service.sandbox.fail({ fault });
    expect(await trigger.at('2026-11-20T12:00:00Z')).toBeNull();
    expect(trigger.kept()).toMatchObject({ lastDate: '2026-11-18', waitMs: 0 });
    expect(trigger.logged).toEqual([
      expect.stringMatching(/^Trigger: Left to the next poll\. Daily sales: /),
    ]);
    expect(await trigger.at('2026-11-20T12:00:01Z')).toMatchObject([{ date: '2026-11-19' }]);
  });

  test('names a wrong filter also when nothing is due', async () => {
    const service = await startService(following);
    const trigger = await pollTrigger(service, { event: 'stockUpdated', filters: { productId: '401,403' } });
    await expect(trigger.at('2026-11-20T05:00:00Z')).rejects.toThrow("'Product ID' is");
  });
});
