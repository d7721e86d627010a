import type { IDataObject } from 'n8n-workflow';
import { createCalendar } from 'retail-data-client/calendar/calendar';
import { expect, test } from 'vitest';
import type { DailyEvent } from '../../../../nodes/Trigger/days.ts';
import { type DailyService, startDailyService } from '../../../support/nodes/dailyService.ts';
import { type NoteKeeping, pollTrigger } from '../../../support/nodes/poll.ts';
import { jumpOverWaits } from '../../../support/nodes/waits.ts';
import fc, { longRuns } from '../../../support/property.ts';

jumpOverWaits(0);

const calendar = createCalendar();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PAUSE = 4.5 * MINUTE;
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

function arrivalsOf(days: Days, date: string): number[] {
  const index = Math.round((Date.parse(date) - Date.parse(days.first)) / (24 * HOUR));
  const delay = days.delays[index] ?? null;
  if (delay === null) return [];
  const first = due(days, date, REFRESH[days.event]) + delay * MINUTE;
  return Array.from({ length: 1 + days.grows }, (_, minute) => first + minute * MINUTE);
}

/** Rows that the service has of a date. */
function rowsAt(days: Days, date: string, now: number): number {
  return arrivalsOf(days, date).filter((at) => at <= now).length;
}

function follow(service: DailyService, days: Days): void {
  service.arrivals = (date) => arrivalsOf(days, date);
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
  totals: fc.boolean(),
  notes: fc.constantFrom<NoteKeeping[]>('onFire', 'scheduled', 'durable', 'whole'),
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
    fc.asyncProperty(
      history,
      async ({ event, totals, notes, start, delays, grows, emitEmptyDays, polls }) => {
        let now = Date.parse(start);
        const firstDay = calendar.dayOf(now);
        const days: Days = { event, first: calendar.addDays(firstDay, -3), delays, grows };
        follow(service, days);
        service.totals = totals;
        service.calls.length = 0;
        const trigger = await pollTrigger(service.newKey(), { event, emitEmptyDays }, notes);
        const fired: IDataObject[] = [];
        let backOffUntil = 0;
        // An activation that fails notes no pause.
        const activatedAt = new Set<number>();
        let isFirstPoll = true;

        const lastLook = (day: string) =>
          service.calls.findLast(({ date, isAnswered }) => isAnswered && date === day)?.at ?? Number.NaN;

        const pollOnce = async (failsFrom: number | null) => {
          // n8n with durable cursors drops the notes of a poll that throws, and backs off as the error says.
          if (notes === 'durable' && now < backOffUntil) return;
          let calls = 0;
          service.isDown = () => failsFrom !== null && calls++ >= failsFrom;
          const asked = service.calls.length;
          const isActivation = isFirstPoll;
          isFirstPoll = false;
          try {
            for (const item of (await trigger.at(now)) ?? []) {
              fired.push(item);
              const { date, empty, rows, settled } = item;
              const there = rowsAt(days, String(date), lastLook(String(date)));
              expect({ empty, rows }).toEqual({ empty: there === 0, rows: there });
              if (empty === true) {
                const isOver = now >= due(days, String(date), '12:00');
                expect([emitEmptyDays, isOver]).toEqual([true, true]);
              } else if (settled === true) expect(there).toBe(1 + grows);
            }
          } catch (error) {
            expect(error).toMatchObject({
              httpCode: '503',
              failure: { cause: 'temporarily-unavailable', retryAfterMs: PAUSE },
            });
            backOffUntil = now + PAUSE;
          }
          const failed = service.calls
            .slice(0, asked)
            .findLast(({ isAnswered, at }) => !isAnswered && !activatedAt.has(at));
          if (isActivation) for (const { at } of service.calls.slice(asked)) activatedAt.add(at);
          for (const { date, at } of service.calls.slice(asked)) {
            expect(at).toBeGreaterThanOrEqual(due(days, date, REFRESH[event]));
            if (notes === 'whole' && failed !== undefined) expect(at - failed.at).toBeGreaterThan(3 * MINUTE);
          }
          // A poll that waited overtakes those that were due meanwhile.
          now = Math.max(now, Date.now());
        };

        await pollOnce(null);
        for (const { afterMs, failsFrom, restarts } of polls) {
          now += afterMs;
          if (restarts) {
            trigger.restart();
            isFirstPoll = true;
          }
          await pollOnce(failsFrom);
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
          event === 'stockUpdated'
            ? calendar.latestStockDay(now - HOUR)
            : calendar.latestSalesDay(now - HOUR);
        for (
          let day = calendar.addDays(firstDay, -LAG[event]);
          day <= latest;
          day = calendar.addDays(day, 1)
        ) {
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
      },
    ),
    { numRuns: longRuns(1_000), endOnFailure: true },
  );
});

test.each<[DailyEvent, string, number | null, string]>([
  ['stockUpdated', '2026-03-29', 0, '06:40'],
  ['stockUpdated', '2026-10-25', 0, '07:40'],
  ['stockUpdated', '2026-10-25', null, '11:00'],
  ['salesAvailable', '2026-03-28', 0, '05:55'],
  ['salesAvailable', '2026-03-28', null, '10:00'],
  ['salesAvailable', '2026-10-24', 25, '07:20'],
])(
  '%s of %s, polled every minute, fires when it has settled and is not asked for again',
  async (event, date, delay, time) => {
    const service = await startDailyService();
    const days: Days = { event, first: date, delays: [delay], grows: 0 };
    follow(service, days);
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
    const settledAt = Date.parse(`${calendar.addDays(date, LAG[event])}T${time}:00Z`);
    expect(service.calls.at(-1)?.at).toBe(settledAt);
  },
);
