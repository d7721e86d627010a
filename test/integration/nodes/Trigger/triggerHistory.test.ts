import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IDataObject } from 'n8n-workflow';
import { createCalendar } from 'retail-data-client/calendar/calendar';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { DailyEvent } from '../../../../nodes/Trigger/days.ts';
import { type NoteKeeping, pollTrigger } from '../../../support/nodes/poll.ts';
import fc from '../../../support/property.ts';

afterEach(() => {
  vi.useRealTimers();
});

const calendar = createCalendar();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const REFRESH = { stockUpdated: '08:30', salesAvailable: '07:45' };
const LAG = { stockUpdated: 0, salesAvailable: 1 };

/** Days of a service: minutes from the refresh of a date until its rows come, null for a date without rows. */
interface Days {
  readonly event: DailyEvent;
  readonly first: string;
  readonly delays: readonly (number | null)[];
  /** For how many minutes a row more comes with each minute. */
  readonly grows: number;
}

const due = ({ event }: Pick<Days, 'event'>, date: string, time: string) =>
  calendar.instantOf(calendar.addDays(date, LAG[event]), time);

/** Rows that the service has of a date. */
function rowsAt(days: Days, date: string, now: number): number {
  const index = Math.round((Date.parse(date) - Date.parse(days.first)) / (24 * HOUR));
  const delay = days.delays[index] ?? null;
  if (delay === null) return 0;
  const minutes = Math.floor((now - due(days, date, REFRESH[days.event])) / MINUTE) - delay;
  return minutes < 0 ? 0 : 1 + Math.min(minutes, days.grows);
}

/** A service that names no totals and notes its calls; it answers 503 from the call `failsFrom` of a poll on. */
async function startDailyService() {
  const calls: { readonly date: string; readonly at: number; readonly isAnswered: boolean }[] = [];
  const service = { calls, days: undefined as Days | undefined, failsFrom: Number.POSITIVE_INFINITY };
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://service');
    const date = searchParams.get('changedSince') ?? searchParams.get('fromSalesDate') ?? '';
    service.failsFrom -= 1;
    calls.push({ date, at: Date.now(), isAnswered: service.failsFrom >= 0 });
    response.setHeader('content-type', 'application/json');
    if (service.failsFrom < 0) {
      response.statusCode = 503;
      response.end('{}');
      return;
    }
    const rows = service.days === undefined ? 0 : rowsAt(service.days, date, Date.now());
    const start = Number(searchParams.get('start') ?? 0);
    const end = Math.min(rows, start + Number(searchParams.get('maxResults') ?? rows));
    const numbers = Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index + 1);
    response.end(
      JSON.stringify(searchParams.has('changedSince') ? stockOf(date, numbers) : salesOf(date, numbers)),
    );
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

function stockOf(date: string, numbers: readonly number[]): unknown {
  const updated = { updatedDate: date, updatedTime: '08:30:00' };
  return numbers.map((number) => ({
    productId: `${number}`,
    stock: 1,
    numberOfStoresWithStock: 1,
    ...updated,
  }));
}

function salesOf(salesDate: string, numbers: readonly number[]): unknown {
  if (numbers.length === 0) return [];
  const sales = numbers.map((number) => ({
    productId: `${number}`,
    salesVolume: 1,
    salesQuantity: 1,
    lastChanged: { date: salesDate, time: '07:45:00' },
  }));
  return [{ salesDate, storeSales: [{ storeId: '1', sales }] }];
}

/** A poll: so long after the one before, and what becomes of it. */
const poll = fc.record({
  afterMs: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 60_000, max: 70_000 }) },
    { weight: 6, arbitrary: fc.integer({ min: 5 * MINUTE, max: 90 * MINUTE }) },
    { weight: 2, arbitrary: fc.integer({ min: 5 * HOUR, max: 84 * HOUR }) },
  ),
  /** The call of this poll with which the service begins to fail, if it fails. */
  failsFrom: fc.constantFrom(null, null, null, null, 0, 1, 4),
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
  grows: fc.constantFrom(0, 3, 30),
  emitEmptyDays: fc.boolean(),
  polls: fc.array(poll, { minLength: 1, maxLength: 40 }),
});

test('each date comes once, whole and in order, whatever fails, restarts or stands still in between', async () => {
  const service = await startDailyService();
  await fc.assert(
    fc.asyncProperty(history, async ({ event, notes, start, delays, grows, emitEmptyDays, polls }) => {
      let now = Date.parse(start);
      const firstDay = calendar.dayOf(now);
      const days: Days = { event, first: calendar.addDays(firstDay, -3), delays, grows };
      Object.assign(service, { days });
      service.calls.length = 0;
      const trigger = await pollTrigger(service.newKey(), { event, emitEmptyDays }, notes);
      const fired: IDataObject[] = [];
      let backOffUntil = 0;
      let started = 0;

      const pollOnce = async (failsFrom: number | null) => {
        // n8n with durable cursors drops the notes of a poll that throws, and backs off as the error says.
        if (notes === 'durable' && now < backOffUntil) return;
        service.failsFrom = failsFrom ?? Number.POSITIVE_INFINITY;
        try {
          for (const item of (await trigger.at(now)) ?? []) {
            fired.push(item);
            const { date, empty, rows } = item;
            const there = rowsAt(days, String(date), now);
            const isLate = now >= due(days, String(date), '12:00');
            expect({ empty, rows }).toEqual({ empty: there === 0, rows: there });
            if (empty === true) expect([emitEmptyDays, isLate]).toEqual([true, true]);
            else expect(isLate || there === 1 + grows).toBe(true);
          }
        } catch (error) {
          expect(error).toMatchObject({
            httpCode: '503',
            failure: { cause: 'temporarily-unavailable', retryAfterMs: 10 * MINUTE },
          });
          backOffUntil = now + 10 * MINUTE;
        }
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
      // Enough polls to catch up with everything, until nothing can come for today's date any more.
      now = Math.max(now + HOUR, due(days, calendar.addDays(calendar.dayOf(now), -LAG[event]), '12:30'));
      for (let hour = 0; hour < 8; hour += 1) await pollOnce(null).then(() => (now += HOUR));

      // Each date since the start is fired, or named as missed, or had no row when it was last asked for.
      const named = new Set<string>();
      let next = calendar.addDays(firstDay, -LAG[event]);
      for (const { date, missedFrom, missedTo } of fired) {
        if (typeof missedFrom === 'string' && typeof missedTo === 'string') {
          expect(missedFrom >= next && missedTo < String(date)).toBe(true);
          for (let day = missedFrom; day <= missedTo; day = calendar.addDays(day, 1)) named.add(day);
        }
        expect(String(date) >= next).toBe(true);
        next = calendar.addDays(String(date), 1);
        named.add(String(date));
      }
      const latest =
        event === 'stockUpdated' ? calendar.latestStockDay(now - HOUR) : calendar.latestSalesDay(now - HOUR);
      for (let day = calendar.addDays(firstDay, -LAG[event]); day <= latest; day = calendar.addDays(day, 1)) {
        if (named.has(day)) continue;
        // Stock that is gone is named by the next event, which may still be to come.
        if (event === 'stockUpdated' && day >= next && day < latest) continue;
        // The newest date is open until noon, or while its rows come.
        if (day === latest && now - HOUR < due(days, day, '18:00')) continue;
        const { at } = service.calls.findLast(({ date, isAnswered }) => isAnswered && date === day) ?? {
          at: Number.NaN,
        };
        expect([emitEmptyDays, rowsAt(days, day, at)]).toEqual([false, 0]);
      }
    }),
    { numRuns: 100, endOnFailure: true },
  );
});

/** None before the refresh, and five minutes between two polls that ask. */
function expectFewCalls(days: Days, calls: readonly { date: string; at: number }[]): void {
  for (const [index, { date, at }] of calls.entries()) {
    expect(at).toBeGreaterThanOrEqual(due(days, date, REFRESH[days.event]));
    const before = calls[index - 1]?.at ?? 0;
    expect(at === before || at - before >= 5 * MINUTE).toBe(true);
  }
}

test.each<[DailyEvent, string, number | null, string]>([
  ['stockUpdated', '2026-03-29', 0, '06:35'],
  ['stockUpdated', '2026-10-25', 0, '07:35'],
  ['stockUpdated', '2026-10-25', null, '11:00'],
  ['salesAvailable', '2026-03-28', 0, '05:50'],
  ['salesAvailable', '2026-03-28', null, '10:05'],
  ['salesAvailable', '2026-10-24', 25, '07:20'],
])(
  '%s of %s, polled every minute, fires on the minute and is not asked for again',
  async (event, date, delay, time) => {
    const service = await startDailyService();
    const days: Days = { event, first: date, delays: [delay], grows: 0 };
    Object.assign(service, { days });
    const trigger = await pollTrigger(service.newKey(), { event, emitEmptyDays: true }, 'onFire');
    const midnight = due(days, date, '00:00');
    const fired: unknown[] = [];
    for (let at = midnight; at < due(days, calendar.addDays(date, 1), '00:00'); at += MINUTE) {
      const output = await trigger.at(at);
      if (output !== null) fired.push([new Date(at).toISOString().slice(11, 16), output]);
    }
    const empty = delay === null;
    expect(fired).toEqual([
      [time, [expect.objectContaining({ event, date, empty, rows: empty ? 0 : 1, missedFrom: null })]],
    ]);
    expectFewCalls(days, service.calls);
    const settledAt = Date.parse(`${calendar.addDays(date, LAG[event])}T${time}:00Z`);
    expect(service.calls.at(-1)?.at).toBe(settledAt);
  },
);

test.each<[DailyEvent, string]>([
  ['stockUpdated', '09:07'],
  ['salesAvailable', '08:22'],
])('%s that grows for half an hour is fired five minutes after its last row', async (event, time) => {
  const service = await startDailyService();
  const days: Days = { event, first: '2026-11-19', delays: [2, 2], grows: 30 };
  Object.assign(service, { days });
  const trigger = await pollTrigger(service.newKey(), { event }, 'onFire');
  const date = event === 'stockUpdated' ? '2026-11-20' : '2026-11-19';
  let fired: IDataObject[] | null = null;
  let at = due(days, date, '07:00');
  for (; fired === null && at < due(days, date, '11:00'); at += MINUTE) fired = await trigger.at(at);
  expect(fired).toMatchObject([{ date, rows: 31 }]);
  expect(at).toBeGreaterThan(due(days, date, time));
  expect(at).toBeLessThan(due(days, date, time) + 10 * MINUTE);
});

test('rows that come after noon are fired that day', async () => {
  const service = await startDailyService();
  const days: Days = { event: 'stockUpdated', first: '2026-11-20', delays: [330], grows: 3 };
  Object.assign(service, { days });
  const trigger = await pollTrigger(service.newKey(), { event: 'stockUpdated' }, 'onFire');
  const fired: unknown[] = [];
  for (let at = due(days, '2026-11-20', '08:00'); at < due(days, '2026-11-20', '23:00'); at += MINUTE) {
    const output = await trigger.at(at);
    if (output !== null) fired.push([calendar.timeOf(at), ...output]);
  }
  expect(fired).toMatchObject([['14:10', { date: '2026-11-20', rows: 4 }]]);
});

test("n8n's scheduler without durable cursors keeps no look: the day is fired at noon", async () => {
  const service = await startDailyService();
  const days: Days = { event: 'salesAvailable', first: '2026-11-19', delays: [0], grows: 0 };
  Object.assign(service, { days });
  const trigger = await pollTrigger(service.newKey(), { event: 'salesAvailable' }, 'scheduled');
  const fired: unknown[] = [];
  for (let at = due(days, '2026-11-19', '11:30'); at < due(days, '2026-11-19', '12:30'); at += 10 * MINUTE) {
    const output = await trigger.at(at);
    if (output !== null) fired.push([calendar.timeOf(at), ...output]);
  }
  expect(fired).toMatchObject([['12:00', { date: '2026-11-19', rows: 1 }]]);
});
