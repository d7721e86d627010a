import { isoWeekOf } from 'retail-data-client/calendar/calendar';
import { describe, expect, test } from 'vitest';
import { yearBefore } from '../../../../bot/parse/dates/comparison.ts';
import { dateContextOf } from '../../../../bot/parse/dates/period.ts';
import { resolveSales } from '../../../../bot/sales/digestReadiness.ts';
import { readOverview } from '../../../../bot/sales/overview/read.ts';
import { periodBefore } from '../../../../bot/sales/periods.ts';
import type { DayState, SalesReader } from '../../../../bot/sales/reader.ts';
import { addUp } from '../../../../bot/sales/sums.ts';
import { dueRuns, type KnownSubscription } from '../../../../bot/standing/schedule.ts';
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

/**
 * What the calendar of Norway says, by plain sums of days and without the functions of the bot: nothing here is as it is
 * computed there.
 */
describe('ten years', () => {
  const DAY = 86_400_000;
  const [BEGIN, END] = [Date.UTC(2024, 0, 1), Date.UTC(2034, 0, 1)];
  const days = Array.from({ length: (END - BEGIN) / DAY }, (_, at) => BEGIN + at * DAY);
  const written = (day: number) => new Date(day).toISOString().slice(0, 10);
  const weekday = (day: number) => new Date(day).getUTCDay();
  const EASTER_SUNDAYS = [
    ...['2024-03-31', '2025-04-20', '2026-04-05', '2027-03-28', '2028-04-16'],
    ...['2029-04-01', '2030-04-21', '2031-04-13', '2032-03-28', '2033-04-17'],
  ];
  const holidays = new Set(
    EASTER_SUNDAYS.flatMap((sunday) => {
      const year = sunday.slice(0, 4);
      const moving = [-3, -2, 0, 1, 39, 49, 50].map((after) => written(Date.parse(sunday) + after * DAY));
      return [...moving, ...['01-01', '05-01', '05-17', '12-25', '12-26'].map((day) => `${year}-${day}`)];
    }),
  );
  const isWorkingDay = (day: number) => ![0, 6].includes(weekday(day)) && !holidays.has(written(day));
  /** Summer time is from the last Sunday of March to that of October. */
  const lastSunday = (year: number, month: number) => {
    const last = Date.UTC(year, month + 1, 0);
    return last - weekday(last) * DAY;
  };
  const isSummer = (day: number) => {
    const year = new Date(day).getUTCFullYear();
    return day >= lastSunday(year, 2) && day < lastSunday(year, 9);
  };
  const atEight = (day: number) => day + (isSummer(day) ? 6 : 7) * 3_600_000;
  const monthOf = (day: number) => written(day).slice(0, 7);
  const due = (day: number, from: number, to: number) => ({
    occasion: written(day),
    dueAt: atEight(day),
    shown: { from: written(from), to: written(to) },
  });
  const mondays = days.filter((day) => weekday(day) === 1);
  const firstWorkingDays = days
    .filter((day) => written(day).endsWith('-01'))
    .map((first) => days.find((day) => day >= first && isWorkingDay(day)) ?? first);
  const expected = {
    week: mondays.map((day) => due(day, day - 7 * DAY, day - DAY)),
    month: firstWorkingDays.map((day) => {
      const last = Date.parse(`${monthOf(day)}-01`) - DAY;
      return due(day, Date.parse(`${monthOf(last)}-01`), last);
    }),
  };

  test('hold what is hard about them', () => {
    const [first, ...more] = expected.month.map(({ occasion }) => occasion);
    expect(first).toBe('2024-01-02');
    // Easter Monday on 1 April, Easter Sunday on 1 April, a weekend before 1 May's holiday, New Year before a weekend.
    for (const day of ['2024-04-02', '2029-04-03', '2026-05-04', '2027-01-04']) expect(more).toContain(day);
    expect([expected.week.length, expected.month.length]).toEqual([522, 120]);
    expect(new Set(expected.week.map(({ dueAt }) => dueAt % DAY))).toEqual(
      new Set([6, 7].map((hour) => hour * 3_600_000)),
    );
  });

  test.each([
    ['week', 'weekly'],
    ['month', 'monthly'],
  ] as const)('each %s has one digest, at 08:00 on the wall of its day', (unit, cadence) => {
    let known: KnownSubscription = { ...SUBSCRIPTION, cadence, countsFrom: BEGIN };
    const found: object[] = [];
    // A minute before and at 08:00, in winter and in summer, of every day.
    for (const at of days.flatMap((day) => [359, 360, 419, 420].map((minutes) => day + minutes * 60_000))) {
      for (const { occasion, dueAt, missed } of dueRuns([known], calendar, at)) {
        expect([dueAt, missed]).toEqual([at, undefined]);
        found.push({ occasion, dueAt, shown: periodBefore(unit, occasion, calendar) });
        known = { ...known, lastDate: occasion };
      }
    }
    expect(found).toEqual(expected[unit]);
  });
});

const context = dateContextOf(calendar, oslo('2026-11-23 08:00'));

test('a year earlier is 52 weeks before, also for week 53, the same month, and Easter for Easter', () => {
  const week53 = { from: '2026-12-28', to: '2027-01-03' };
  expect(isoWeekOf(week53.from)).toBe('2026-W53');
  expect(periodBefore('week', '2027-01-04', calendar)).toEqual(week53);
  expect(yearBefore(week53, context)).toEqual({ from: '2025-12-29', to: '2026-01-04' });
  expect(periodBefore('month', '2027-01-04', calendar)).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  const weeksOf = (...mondays: readonly string[]) =>
    mondays.map((from) => ({ from, to: calendar.addDays(from, 6) }));
  // Easter was on 20 April 2025 and on 5 April 2026; Ascension Day and Whit Monday move with it.
  const moving = weeksOf('2026-03-30', '2026-04-06', '2026-05-11', '2026-05-18', '2026-05-25');
  const earlier = weeksOf('2025-04-14', '2025-04-21', '2025-05-26', '2025-06-02', '2025-06-09');
  expect(moving.map((week) => yearBefore(week, context))).toEqual(earlier);
  const [ordinary = week53] = weeksOf('2026-04-13');
  expect(yearBefore(ordinary, context)).toEqual(weeksOf('2025-04-14')[0]);
  const leap = { from: '2028-02-01', to: '2028-02-29' };
  expect(yearBefore(leap, context)).toEqual({ from: '2027-02-01', to: '2027-02-28' });
});

/** Sales of products on days; `firstStored` and later are stored. */
function salesReader(
  sold: readonly { readonly product: string; readonly day: string; readonly millilitres: number }[],
  firstStored: string,
  states: Readonly<Record<string, DayState>> = {},
): Pick<SalesReader, 'salesOf' | 'daysOf' | 'newestDay' | 'oldestDay'> {
  const daysOf: SalesReader['daysOf'] = async (from, to) => {
    const count = lengthOf({ from, to });
    const days = coverageOf(to, count, states).map((day) =>
      day.salesDate < firstStored ? { ...day, state: 'missing' as const, readAt: undefined } : day,
    );
    const missing = days.filter(({ state }) => state === 'missing').map(({ salesDate }) => salesDate);
    return { days, missing, asOf: 1 };
  };
  return {
    daysOf,
    newestDay: async () => '2026-11-22',
    oldestDay: async () => firstStored,
    async salesOf({ from, to, by }) {
      const within = sold.filter(({ day }) => day >= from && day <= to && day >= firstStored);
      const keyed = Map.groupBy(within, ({ product, day }) =>
        by[0] === 'day' ? day : by[0] === 'store' ? '1' : product,
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

function read(firstStored: string, states: Readonly<Record<string, DayState>> = {}) {
  const sales = salesReader(SOLD, firstStored, states);
  return readOverview(
    { days: WEEK, picked: {} },
    { sales, context, live: undefined, liveEarlier: undefined },
  );
}

test('a product is new or has stopped by the stored periods before', async () => {
  const { novelty, now, before, year, course } = await read('2025-01-01');
  expect(novelty?.fresh).toMatchObject({ found: [{ key: 'new' }], periods: 13 });
  expect(novelty?.stopped).toMatchObject({
    found: [{ key: 'stopped', now: { millilitres: 3_000 } }],
    periods: 4,
  });
  expect(now.totals.millilitres).toBe(4_000);
  expect(before?.totals.millilitres).toBe(4_000);
  expect(year?.before).toMatchObject({
    days: { from: '2025-11-17', to: '2025-11-23' },
    totals: { millilitres: 2_000 },
  });
  expect(course).toMatchObject({ by: 'week', rows: { length: 13 } });
  expect(course?.rows.at(-1)).toMatchObject({ key: '2026-W47', now: { millilitres: 4_000 } });
});

test('what is not stored is not told', async () => {
  const some = await read('2026-10-12');
  // Only five weeks are stored, so a product that sold nine weeks ago is one of "new or back".
  expect(some.novelty?.fresh).toMatchObject({ found: [{}, {}], periods: 5 });
  expect(some.year?.change).toBeUndefined();
  const none = await read('2026-11-04');
  expect([none.novelty?.fresh, none.novelty?.stopped]).toEqual([undefined, undefined]);
  // Of the week before, Monday and Tuesday are not.
  expect(none.before?.days).toEqual({ from: '2026-11-09', to: '2026-11-15' });
  expect(none.change).toBeDefined();
});

test('a week without its Saturday has days, and neither sum nor change', async () => {
  const overview = await read('2025-01-01', { '2026-11-21': 'missing', '2026-11-22': 'missing' });
  expect(overview).toMatchObject({
    now: { source: { missing: ['2026-11-21', '2026-11-22'] } },
    before: undefined,
    year: undefined,
    products: [],
    stores: [],
  });
});

describe('the weekly digest', () => {
  const occasion = (now: string) => ({
    businessDate: '2026-11-23',
    dueAt: oslo('2026-11-23 08:00'),
    subscription: SUBSCRIPTION,
    question: '/sales last week',
    isManual: false,
    now: oslo(now),
  });
  const resolved = (now: string, states: Readonly<Record<string, DayState>>) =>
    resolveSales(salesReader([], '2025-01-01', states), calendar, [WEEK], occasion(now));

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
