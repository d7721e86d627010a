import { isoWeekOf, weekdayOf } from 'retail-data-client/calendar/calendar';
import { dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import { describe, expect, test } from 'vitest';
import { dueRuns, type KnownSubscription } from '../../../../bot/digest/schedule.ts';
import { readPeriodDigest } from '../../../../bot/sales/periodDigest.ts';
import { resolvePeriod } from '../../../../bot/sales/periodReadiness.ts';
import { type PeriodUnit, periodBefore, yearEarlier, yearOf } from '../../../../bot/sales/periods.ts';
import type { DayState, SalesReader } from '../../../../bot/sales/reader.ts';
import { addUp } from '../../../../bot/sales/sums.ts';
import { lengthOf } from '../../../../bot/text/dayRange.ts';
import { coverageOf } from '../../../support/bot/days.ts';
import { calendar, oslo } from '../../../support/bot/time.ts';

const SUBSCRIPTION: KnownSubscription = {
  teamId: 'T1',
  channelId: 'C1',
  kind: 'weekly-sales',
  cadence: 'weekly',
  digestTime: '08:00',
  weekdays: '1234567',
  deadline: '12:00',
  owner: undefined,
  pausedUntil: undefined,
  pausedReason: undefined,
  name: undefined,
  createdAt: 0,
  countsFrom: oslo('2024-01-01 12:00'),
  lastDate: undefined,
};

describe('ten years', () => {
  test.each([
    ['week', 'weekly'],
    ['month', 'monthly'],
  ] as const)('each %s has one digest, at 08:00 on the wall, and no day is left out', (unit, cadence) => {
    let known: KnownSubscription = { ...SUBSCRIPTION, cadence };
    let last: string | undefined;
    for (let day = '2024-01-02'; day < '2034-01-01'; day = calendar.addDays(day, 1)) {
      const at = calendar.instantOf(day, '08:00');
      expect(dueRuns([known], calendar, at - 60_000)).toEqual([]);
      const [run, ...more] = dueRuns([known], calendar, at);
      expect(more).toEqual([]);
      if (run === undefined) continue;
      expect(run).toMatchObject({ occasion: day, dueAt: at, missed: undefined });
      expect(calendar.timeOf(at)).toBe('08:00');
      if (unit === 'week') expect(weekdayOf(day)).toBe(1);
      else expect(isOpenDay(dayOf(day)) && weekdayOf(day) <= 5).toBe(true);
      const { from, to } = periodBefore(unit, day, calendar);
      expect(to < day).toBe(true);
      if (last !== undefined) expect(from).toBe(calendar.addDays(last, 1));
      last = to;
      known = { ...known, lastDate: day };
    }
    expect(last).toBe(unit === 'week' ? '2033-12-25' : '2033-11-30');
  });
});

test('a year earlier is 52 weeks before, also for week 53, and the same month', () => {
  const week53 = { from: '2026-12-28', to: '2027-01-03' };
  expect(isoWeekOf(week53.from)).toBe('2026-W53');
  expect(periodBefore('week', '2027-01-04', calendar)).toEqual(week53);
  expect(yearEarlier('week', week53, calendar)).toEqual({ from: '2025-12-29', to: '2026-01-04' });
  expect(yearOf('week', { from: '2024-12-30', to: '2025-01-05' })).toBe('2025');
  expect(periodBefore('month', '2027-01-04', calendar)).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  const leap = { from: '2028-02-01', to: '2028-02-29' };
  expect(yearEarlier('month', leap, calendar)).toEqual({ from: '2027-02-01', to: '2027-02-28' });
});

/** Sales of products on days; `firstStored` and later are stored. */
function salesReader(
  sold: readonly { readonly product: string; readonly day: string; readonly millilitres: number }[],
  firstStored: string,
  states: Readonly<Record<string, DayState>> = {},
): Pick<SalesReader, 'salesOf' | 'daysOf'> {
  const daysOf: SalesReader['daysOf'] = async (from, to) => {
    const count = lengthOf({ from, to });
    const days = coverageOf(to, count, states).map((day) =>
      day.salesDate < firstStored ? { ...day, state: 'missing' as const, rows: 0, readAt: undefined } : day,
    );
    const missing = days.filter(({ state }) => state === 'missing').map(({ salesDate }) => salesDate);
    return { days, missing, asOf: 1 };
  };
  return {
    daysOf,
    async salesOf({ from, to, by }) {
      const within = sold.filter(({ day }) => day >= from && day <= to && day >= firstStored);
      const keyed = Map.groupBy(within, ({ product, day }) =>
        by === 'day' ? day : by === 'store' ? '1' : product,
      );
      const groups = [...keyed].map(([key, of]) => ({
        key,
        ...addUp(
          of.map(({ millilitres }) => ({
            rows: 1,
            millilitres,
            quantity: 1,
            returnedMillilitres: 0,
            returnedQuantity: 0,
          })),
        ),
      }));
      groups.sort((one, other) => other.millilitres - one.millilitres);
      return {
        totals: { ...addUp(groups), products: groups.length, stores: 1, days: 1 },
        groups,
        groupCount: groups.length,
        coverage: await daysOf(from, to),
      };
    },
  };
}

const WEEK = { from: '2026-11-16', to: '2026-11-22' };
const tuesdays = (product: string, weeksBack: readonly number[], millilitres = 1_000) =>
  weeksBack.map((back) => ({ product, day: calendar.addDays('2026-11-17', -7 * back), millilitres }));
const SOLD = [
  ...tuesdays('steady', [0, 1, 2, 3, 4, 52], 2_000),
  ...tuesdays('new', [0]),
  ...tuesdays('back', [0, 9]),
  ...tuesdays('stopped', [1, 2, 4]),
  ...tuesdays('seldom', [1, 4]),
];
const read = (firstStored: string, unit: PeriodUnit = 'week') =>
  readPeriodDigest(salesReader(SOLD, firstStored), calendar, { unit, days: WEEK });

test('a product is new or has stopped by the stored periods before', async () => {
  const digest = await read('2025-01-01');
  expect(digest.fresh).toMatchObject({ count: 1, top: [{ key: 'new' }], periods: 13 });
  expect(digest.stopped).toMatchObject({ count: 1, top: [{ key: 'stopped', before: 3_000 }], periods: 4 });
  expect(digest.totals.millilitres).toBe(4_000);
  expect(digest.before.totals?.millilitres).toBe(4_000);
  expect(digest.yearBefore).toMatchObject({
    days: { from: '2025-11-17', to: '2025-11-23' },
    totals: { millilitres: 2_000 },
  });
  expect(digest.history).toHaveLength(13);
  expect(digest.history.at(-1)).toEqual({ key: '2026-W47', millilitres: 4_000 });
});

test('what is not stored is not told', async () => {
  const some = await read('2026-10-12');
  // Only five weeks are stored, so a product that sold nine weeks ago counts as new to them.
  expect(some.fresh).toMatchObject({ count: 2, periods: 5 });
  expect(some.yearBefore).toMatchObject({ totals: undefined, isPartly: false });
  const none = await read('2026-11-04');
  expect([none.fresh, none.stopped]).toEqual([undefined, undefined]);
  expect(none.before.totals).toBeDefined();
  expect(none.history.filter(({ millilitres }) => millilitres !== undefined)).toHaveLength(2);
});

describe('the weekly digest', () => {
  const occasion = (now: string) => ({
    businessDate: '2026-11-23',
    dueAt: oslo('2026-11-23 08:00'),
    subscription: SUBSCRIPTION,
    isManual: false,
    now: oslo(now),
  });
  const resolved = (now: string, states: Readonly<Record<string, DayState>>) =>
    resolvePeriod(salesReader([], '2025-01-01', states), calendar, 'week', occasion(now));

  test('does not wait for a Sunday that settles at noon', async () => {
    expect(await resolved('2026-11-23 08:00', { '2026-11-22': 'missing' })).toMatchObject({
      kind: 'ready',
      dataFrom: WEEK.from,
      dataDay: WEEK.to,
      timeliness: { kind: 'onTime' },
    });
  });

  test('waits for Saturday, until its deadline', async () => {
    const states = { '2026-11-21': 'missing', '2026-11-22': 'missing' } as const;
    expect(await resolved('2026-11-23 11:59', states)).toEqual({ kind: 'waiting' });
    expect(await resolved('2026-11-23 12:00', states)).toMatchObject({
      dataDay: WEEK.to,
      timeliness: { kind: 'unrefreshed', wanted: '2026-11-21' },
    });
  });
});
