import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { createCalendar } from 'retail-data-client';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { DailyEvent } from '../../../../nodes/Trigger/days.ts';
import { type NoteKeeping, pollTrigger } from '../../../support/nodes/poll.ts';

afterEach(() => {
  vi.useRealTimers();
});

const calendar = createCalendar();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const REFRESH = { stockUpdated: '08:30', salesAvailable: '07:45' };
const LAG = { stockUpdated: 0, salesAvailable: 1 };

/** Days of a service: minutes from the refresh of a date until its rows are there, null for a date without rows. */
interface Days {
  readonly event: DailyEvent;
  readonly first: string;
  readonly delays: readonly (number | null)[];
}

const due = ({ event }: Pick<Days, 'event'>, date: string, time: string) =>
  calendar.instantOf(calendar.addDays(date, LAG[event]), time);

function isThere(days: Days, date: string, now: number): boolean {
  const index = Math.round((Date.parse(date) - Date.parse(days.first)) / (24 * HOUR));
  const delay = days.delays[index] ?? null;
  return delay !== null && now >= due(days, date, REFRESH[days.event]) + delay * MINUTE;
}

/** A service of one row per date, whose calls are noted; `failing` answers 503 from the nth call of a poll on. */
async function startDailyService() {
  const calls: { readonly date: string; readonly at: number }[] = [];
  const service = { calls, days: undefined as Days | undefined, failsFrom: Number.POSITIVE_INFINITY };
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://service');
    const date = searchParams.get('changedSince') ?? searchParams.get('fromSalesDate') ?? '';
    calls.push({ date, at: Date.now() });
    service.failsFrom -= 1;
    response.setHeader('content-type', 'application/json');
    if (service.failsFrom < 0) {
      response.statusCode = 503;
      response.end('{}');
      return;
    }
    const rows = service.days !== undefined && isThere(service.days, date, Date.now());
    response.end(JSON.stringify(rows ? rowOf(date, searchParams.has('changedSince')) : []));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const baseUrl = `http://127.0.0.1:${address.port}`;
  /** A key for each history: the call budget of a key would remember the instants of another history. */
  const newKey = () => ({ credentials: { baseUrl, subscriptionKey: randomUUID() } });
  return Object.assign(service, { newKey });
}

function rowOf(date: string, isStock: boolean): unknown {
  if (isStock) {
    return [
      { productId: '1', stock: 1, numberOfStoresWithStock: 1, updatedDate: date, updatedTime: '08:30:00' },
    ];
  }
  const sale = { productId: '1', salesVolume: 1, salesQuantity: 1, lastChanged: { date, time: '07:45:00' } };
  return [{ salesDate: date, storeSales: [{ storeId: '1', sales: [sale] }] }];
}

/** A poll: so long after the one before, and what becomes of it. */
const poll = fc.record({
  afterMs: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 60_000, max: 70_000 }) },
    { weight: 6, arbitrary: fc.integer({ min: 5 * MINUTE, max: 90 * MINUTE }) },
    { weight: 2, arbitrary: fc.integer({ min: 5 * HOUR, max: 84 * HOUR }) },
  ),
  /** The call of this poll with which the service begins to fail, if it fails. */
  failsFrom: fc.constantFrom(null, null, null, null, 0, 1),
  restarts: fc.boolean(),
});

const history = fc.record({
  event: fc.constantFrom<DailyEvent[]>('stockUpdated', 'salesAvailable'),
  notes: fc.constantFrom<NoteKeeping[]>('onFire', 'durable', 'whole'),
  // Around both changes of the clock in 2026, and a day without one.
  start: fc.constantFrom('2026-03-26T22:30:00Z', '2026-10-22T05:00:00Z', '2026-11-18T06:50:00Z'),
  delays: fc.array(fc.option(fc.integer({ min: 0, max: 400 }), { freq: 3 }), {
    minLength: 60,
    maxLength: 60,
  }),
  polls: fc.array(poll, { minLength: 1, maxLength: 40 }),
});

test('each date comes once and in order, whatever fails, restarts or stands still in between', async () => {
  const service = await startDailyService();
  await fc.assert(
    fc.asyncProperty(history, async ({ event, notes, start, delays, polls }) => {
      let now = Date.parse(start);
      const firstDay = calendar.dayOf(now);
      const days: Days = { event, first: calendar.addDays(firstDay, -3), delays };
      Object.assign(service, { days });
      service.calls.length = 0;
      const trigger = await pollTrigger(service.newKey(), { event }, notes);
      const fired: IDataObject[] = [];
      let backOffUntil = 0;
      let started = 0;

      const pollOnce = async (failsFrom: number | null) => {
        // n8n with durable cursors drops the notes of a poll that throws, and backs off as the error says.
        if (notes === 'durable' && now < backOffUntil) return;
        service.failsFrom = failsFrom ?? Number.POSITIVE_INFINITY;
        const before = service.calls.length;
        try {
          for (const item of (await trigger.at(now)) ?? []) {
            fired.push(item);
            const { date, empty } = item;
            expect(empty).toBe(!isThere(days, String(date), now));
            if (empty === true) expect(now).toBeGreaterThanOrEqual(due(days, String(date), '12:00'));
          }
        } catch (error) {
          expect(error).toMatchObject({
            httpCode: '503',
            failure: { cause: 'temporarily-unavailable', retryAfterMs: 20 * MINUTE },
          });
          backOffUntil = now + 20 * MINUTE;
        }
        expect(service.calls.length - before).toBeLessThanOrEqual(3);
      };

      await pollOnce(null);
      for (const { afterMs, failsFrom, restarts } of polls) {
        now += afterMs;
        if (restarts) {
          trigger.restart();
          // What n8n did not save is not known any more, and may be asked for again.
          started = notes === 'whole' ? started : service.calls.length;
        }
        await pollOnce(failsFrom);
        expectFewCalls(days, service.calls.slice(started));
      }
      // Enough polls to catch up with everything, once today's date cannot be open any more.
      now = Math.max(now + HOUR, due(days, calendar.addDays(calendar.dayOf(now), -LAG[event]), '12:30'));
      for (let hour = 0; hour < 4; hour += 1) await pollOnce(null).then(() => (now += HOUR));

      // Fired and missed dates together are all dates since the start, without a gap and without a repetition.
      let next = calendar.addDays(firstDay, -LAG[event]);
      for (const { date, rows, empty, missedFrom, missedTo } of fired) {
        if (typeof missedTo === 'string') {
          expect(missedFrom).toBe(next);
          next = calendar.addDays(missedTo, 1);
        }
        expect(date).toBe(next);
        expect(rows).toBe(empty === true ? 0 : null);
        next = calendar.addDays(next, 1);
      }
      const latest =
        event === 'stockUpdated' ? calendar.latestStockDay(now - HOUR) : calendar.latestSalesDay(now - HOUR);
      expect(next).toBe(calendar.addDays(latest, 1));
    }),
    { numRuns: 60, endOnFailure: true },
  );
});

/** None before the refresh, and three in any hour. */
function expectFewCalls(days: Days, calls: readonly { date: string; at: number }[]): void {
  for (const { date, at } of calls) {
    expect(at).toBeGreaterThanOrEqual(due(days, date, REFRESH[days.event]));
    expect(calls.filter((other) => other.at >= at && other.at < at + HOUR).length).toBeLessThanOrEqual(3);
  }
}

test.each<[DailyEvent, string, number | null, string]>([
  ['stockUpdated', '2026-03-29', 0, '06:30'],
  ['stockUpdated', '2026-10-25', 0, '07:30'],
  ['stockUpdated', '2026-10-25', null, '11:00'],
  ['salesAvailable', '2026-03-28', 0, '05:45'],
  ['salesAvailable', '2026-03-28', null, '10:00'],
  ['salesAvailable', '2026-10-24', 25, '07:25'],
])(
  '%s of %s, polled every minute, fires on the minute and is not asked for again',
  async (event, date, delay, time) => {
    const service = await startDailyService();
    const days: Days = { event, first: date, delays: [delay] };
    Object.assign(service, { days });
    const trigger = await pollTrigger(service.newKey(), { event }, 'onFire');
    const midnight = due(days, date, '00:00');
    const fired: unknown[] = [];
    for (let at = midnight; at < due(days, calendar.addDays(date, 1), '00:00'); at += MINUTE) {
      const output = await trigger.at(at);
      if (output !== null) fired.push([new Date(at).toISOString().slice(11, 16), output]);
    }
    const empty = delay === null;
    expect(fired).toEqual([
      [time, [expect.objectContaining({ event, date, empty, rows: empty ? 0 : null, missedFrom: null })]],
    ]);
    expectFewCalls(days, service.calls);
    const settledAt = Date.parse(`${calendar.addDays(date, LAG[event])}T${time}:00Z`);
    expect(service.calls.at(-1)?.at).toBe(settledAt);
  },
);

test.each<NoteKeeping>(['onFire', 'scheduled', 'durable'])(
  'a day without rows costs three calls an hour, whatever n8n keeps of the polls between (%s)',
  async (notes) => {
    const service = await startDailyService();
    const days: Days = { event: 'stockUpdated', first: '2026-11-21', delays: [null, null] };
    Object.assign(service, { days });
    const trigger = await pollTrigger(service.newKey(), { event: 'stockUpdated' }, notes);
    const fired: unknown[] = [];
    for (let at = due(days, '2026-11-22', '08:00'); at < due(days, '2026-11-22', '13:00'); at += MINUTE) {
      const output = await trigger.at(at);
      if (output !== null) fired.push(...output);
    }
    expect(fired).toMatchObject([{ date: '2026-11-22', empty: true }]);
    expectFewCalls(days, service.calls);
    expect(service.calls).toHaveLength(11);
  },
);

test('a service in trouble is asked three times an hour, also where n8n drops what a poll noted', async () => {
  const service = await startDailyService();
  const days: Days = { event: 'salesAvailable', first: '2026-11-19', delays: [0] };
  Object.assign(service, { days });
  const trigger = await pollTrigger(service.newKey(), { event: 'salesAvailable' }, 'scheduled');
  let failed = 0;
  for (let at = due(days, '2026-11-19', '07:45'); at < due(days, '2026-11-19', '09:45'); at += MINUTE) {
    service.failsFrom = 0;
    await trigger.at(at).catch(() => (failed += 1));
  }
  expect(failed).toBe(6);
  expectFewCalls(days, service.calls);
});
