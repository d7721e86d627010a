import type { IDataObject } from 'n8n-workflow';
import { createCalendar } from 'retail-data-client/calendar/calendar';
import { describe, expect, test } from 'vitest';
import { type DailyService, startDailyService } from '../../../support/nodes/dailyService.ts';
import { pollTrigger } from '../../../support/nodes/poll.ts';
import { jumpOverWaits } from '../../../support/nodes/waits.ts';

jumpOverWaits(0);

const calendar = createCalendar();
const MINUTE = 60_000;
const SECOND = 1_000;
const EVERY_MINUTE = { mode: 'everyMinute' };
const oslo = (day: string, time: string) => calendar.instantOf(day, time);
const isSunday = (date: string) => new Date(date).getUTCDay() === 0;

async function startService(): Promise<DailyService> {
  const service = await startDailyService();
  // Old days are corrected still: one has changed this very morning.
  const corrected = oslo('2026-11-18', '06:00');
  service.arrivals = (date) => (isSunday(date) ? [] : [oslo(date, '22:00'), corrected]);
  return service;
}

describe.each([5, 31])('a service that takes %d seconds for a call', (seconds) => {
  /** Minutes after n8n is back; it runs for forty after the last one. */
  const RESTARTS = { rare: [0, 40, 80, 120], 'every four minutes': [0, 4, 8, 12, 16, 20] };
  test.each([
    ['onFire', 'rare'],
    ['onFire', 'every four minutes'],
    ['scheduled', 'rare'],
    ['durable', 'rare'],
  ] as const)(
    'after eight days without n8n activations are short, and each day comes once, in order: notes %s, restarts %s',
    async (notes, restarts) => {
      const service = await startService();
      const trigger = await pollTrigger(
        service.newKey(),
        { event: 'salesAvailable', pollTimes: { item: [EVERY_MINUTE] } },
        notes,
      );
      const fired: IDataObject[] = [];
      const poll = async (at: number, patienceMs: number, limit = Number.POSITIVE_INFINITY) => {
        service.slow = { callMs: seconds * SECOND, givesUpAt: Math.min(at + patienceMs, limit) };
        for (const item of (await trigger.at(at).catch(() => null)) ?? []) fired.push(item);
        return Date.now();
      };
      expect(await trigger.at(oslo('2026-11-10', '12:00'))).toHaveLength(1);
      const back = oslo('2026-11-18', '12:00');
      for (const [index, restart] of RESTARTS[restarts].entries()) {
        trigger.restart();
        let now = back + restart * MINUTE;
        const end = back + (RESTARTS[restarts][index + 1] ?? restart + 40) * MINUTE;
        // n8n gives publishing 84 s; a call that has begun ends.
        const activatedAt = await poll(now, 15 * SECOND);
        expect(activatedAt - now).toBeLessThan(21 * SECOND);
        while (now < end) {
          now = Math.max(now + MINUTE, Date.now());
          await poll(now, notes === 'onFire' ? 4 * MINUTE : 36 * SECOND, end);
        }
      }
      const days = ['11', '12', '13', '14', '16', '17'].map((day) => `2026-11-${day}`);
      // A scheduler that leaves a poll 36 s has no time for the three calls of a day at 31 s each.
      const isTooSlow = seconds === 31 && notes !== 'onFire';
      expect(fired.map(({ date }) => date)).toEqual(isTooSlow ? [] : days);
      expect(fired.filter(({ settled }) => settled !== true)).toEqual([]);
    },
  );

  test('n8n that restarts every four minutes starts the workflow by and by, and calls no half settled', async () => {
    const service = await startDailyService();
    // The times of change are those of the batch, so only looks can tell.
    const changed = { date: '2026-11-20', time: '05:00:00' };
    const [half, whole] = [oslo('2026-11-20', '07:45'), oslo('2026-11-20', '07:53')];
    service.rowsAt = (date, now) =>
      date === '2026-11-19'
        ? [half, whole].filter((at) => at <= now).map(() => ({ amount: 1, changed }))
        : [];
    const trigger = await pollTrigger(
      service.newKey(),
      { event: 'salesAvailable', pollTimes: { item: [EVERY_MINUTE] } },
      'onFire',
    );
    await trigger.at(oslo('2026-11-19', '12:00'));
    const fired: unknown[] = [];
    for (let start = oslo('2026-11-20', '07:42'); start < oslo('2026-11-20', '09:30'); start += 4 * MINUTE) {
      trigger.restart();
      for (let now = start; now < start + 4 * MINUTE; now = Math.max(now + MINUTE, Date.now())) {
        const patienceMs = now === start ? 15 * SECOND : 4 * MINUTE;
        const givesUpAt = Math.min(now + patienceMs, start + 4 * MINUTE);
        service.slow = { callMs: seconds * SECOND, givesUpAt };
        for (const item of (await trigger.at(now).catch(() => null)) ?? []) fired.push(item);
      }
    }
    // At 31 seconds a call n8n never runs long enough to see the day stand still.
    expect(fired).toMatchObject([{ date: '2026-11-19', rows: 2, settled: seconds === 5 }]);
  });
});

test('activating the workflow never fires what is not settled, however long ago it was first seen', async () => {
  const service = await startDailyService();
  // A service whose times of change say nothing.
  const changed = { date: '2027-01-01', time: '12:00:00' };
  service.rowsAt = (date, now) =>
    date === '2026-11-20' && now >= oslo(date, '08:30') ? [{ amount: now, changed }] : [];
  const event = 'stockUpdated';
  const trigger = await pollTrigger(service.newKey(), {
    event,
    pollTimes: { item: [EVERY_MINUTE] },
  });
  await trigger.at(oslo('2026-11-20', '08:29'));
  expect(await trigger.at(oslo('2026-11-20', '08:31'))).toBeNull();
  trigger.restart();
  expect(await trigger.at(oslo('2026-11-20', '09:30'))).toBeNull();
  expect(await trigger.at(oslo('2026-11-20', '09:31'))).toMatchObject([{ settled: false }]);
});

describe('a process that stands still during a poll', () => {
  test.each(['salesAvailable', 'stockUpdated', 'storesChanged'])(
    'fires %s once, though the next poll had to ask again',
    async (event) => {
      const service = await startService();
      if (event === 'stockUpdated') service.arrivals = (date) => [oslo(date, '08:30')];
      service.stores = (now) => [storeChangedAt(calendar.dayOf(now))];
      const trigger = await pollTrigger(service.newKey(), {
        event,
        pollTimes: { item: [{ mode: 'everyDay', hour: 9 }] },
      });
      await trigger.at(oslo('2026-11-19', '12:00'));
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
      service.hold = () => {
        held();
        return released;
      };
      const frozen = trigger.at(oslo('2026-11-20', '12:00'));
      await isHeld;
      service.hold = async () => {};
      const next = await trigger.at(oslo('2026-11-20', '12:20'));
      release();
      expect([await frozen, next?.length]).toEqual([null, 1]);
      expect(await trigger.at(oslo('2026-11-20', '12:40'))).toBeNull();
    },
  );
});

function storeChangedAt(date: string): unknown {
  return {
    storeId: '1',
    storeName: 'Torggata',
    status: 'Open',
    address: {
      street: 'Torggata 1',
      postalCode: '0181',
      city: 'Oslo',
      gpsCoord: '59.9,10.7',
      globalLocationNumber: '1',
      organisationNumber: '1',
    },
    telephone: '1',
    email: 'torggata@example.no',
    category: '1',
    openingHours: { regularHours: [], exceptionHours: [] },
    lastChanged: { date, time: '06:00:00' },
  };
}
