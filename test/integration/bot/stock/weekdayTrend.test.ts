import { isHoliday } from 'retail-data-client/calendar/holidays';
import { dateOf, publicHolidays } from 'retail-data-client/calendar/openDays';
import { describe, expect, test } from 'vitest';
import { type TrendInput, weekdayTrend } from '../../../../bot/stock/weekdayTrend.ts';
import { coverageOf } from '../../../support/bot/days.ts';
import { calendar } from '../../../support/bot/time.ts';
import fc from '../../../support/property.ts';

const TO = '2026-11-19';

function trend(input: Partial<TrendInput>) {
  return weekdayTrend({ to: TO, coverage: coverageOf(TO, 35), figureOf: () => 10, ...input }, calendar);
}

describe('the trend against the same weekdays', () => {
  test('sets the last seven days beside the mean of the four weeks before', () => {
    const figureOf = (day: string) => (day > '2026-11-12' ? 15 : 10);
    expect(trend({ figureOf })).toEqual({
      kind: 'trend',
      recent: 105,
      usual: 70,
      percent: 50,
      recentDays: 7,
      missing: [],
      holidays: [],
    });
  });

  test('compares a weekday with its like: a weekly rhythm is no trend', () => {
    const figureOf = (day: string) => Number(new Date(`${day}T00:00Z`).getUTCDay()) * 100;
    expect(trend({ figureOf })).toMatchObject({ percent: 0, recentDays: 7 });
  });

  test('leaves out days that are not read yet and names them; they are not zero', () => {
    const coverage = coverageOf(TO, 35, { '2026-11-18': 'missing', '2026-11-10': 'missing' });
    expect(trend({ coverage })).toMatchObject({
      recent: 60,
      usual: 60,
      recentDays: 6,
      missing: ['2026-11-10', '2026-11-18'],
    });
  });

  test('leaves out a recent day of which no weekday before is known', () => {
    expect(trend({ coverage: coverageOf(TO, 10) })).toMatchObject({
      recentDays: 3,
      recent: 30,
    });
    expect(trend({ coverage: coverageOf(TO, 7) })).toMatchObject({
      kind: 'none',
      reason: 'nothingToCompare',
      recentDays: 0,
    });
  });

  test('counts an empty day that is no holiday as a day without sales', () => {
    const coverage = coverageOf(TO, 35, { '2026-11-18': 'empty' });
    const figureOf = (day: string) => (day === '2026-11-18' ? 0 : 10);
    expect(trend({ coverage, figureOf })).toMatchObject({ recent: 60, usual: 70, recentDays: 7 });
  });

  test('leaves out a holiday in between, on either side, and names it', () => {
    const may = (to: string) => ({ to, coverage: coverageOf(to, 35) });
    const figureOf = (day: string) => (isHoliday(day) ? 0 : 10);
    // 1, 14, 17, 24 and 25 May 2026 are holidays, 23 May an eve.
    expect(trend({ ...may('2026-05-29'), figureOf })).toMatchObject({
      recentDays: 4,
      holidays: ['2026-05-01', '2026-05-14', '2026-05-17', '2026-05-23', '2026-05-24', '2026-05-25'],
    });
  });

  test('has no per cent where nothing, or less than nothing, is usual', () => {
    const figureOf = (day: string) => (day > '2026-11-12' ? 5 : 0);
    expect(trend({ figureOf })).toMatchObject({ recent: 35, usual: 0, percent: undefined });
    const onlyReturns = (day: string) => (day > '2026-11-12' ? 5 : -1);
    expect(trend({ figureOf: onlyReturns })).toMatchObject({ percent: undefined });
    expect(trend({ figureOf: () => 0 })).toMatchObject({ recent: 0, usual: 0, percent: undefined });
  });

  test('grows with all figures alike, its per cent does not', () => {
    const figures = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 35, maxLength: 35 });
    fc.assert(
      fc.property(figures, fc.integer({ min: 2, max: 9 }), (values, factor) => {
        const coverage = coverageOf(TO, 35);
        const of = new Map(coverage.map(({ salesDate }, at) => [salesDate, values[at] ?? 0]));
        const one = trend({ figureOf: (day) => of.get(day) ?? Number.NaN });
        const more = trend({ figureOf: (day) => factor * (of.get(day) ?? Number.NaN) });
        if (one.kind !== 'trend' || more.kind !== 'trend') throw new Error('there is no trend');
        expect(more.percent).toBeCloseTo(one.percent ?? Number.NaN, 6);
        const least = Math.min(...values) * 7;
        const greatest = Math.max(...values) * 7;
        for (const sum of [one.recent, one.usual]) {
          expect(sum).toBeGreaterThanOrEqual(least - 1e-6);
          expect(sum).toBeLessThanOrEqual(greatest + 1e-6);
        }
      }),
    );
  });
});

test('public holidays are those of the sandbox, and beside them only eves', () => {
  for (let year = 2019; year <= 2032; year += 1) {
    const published = new Set(publicHolidays(year).map(({ day }) => dateOf(day)));
    const found: string[] = [];
    for (let day = `${year}-01-01`; day <= `${year}-12-31`; day = calendar.addDays(day, 1)) {
      if (isHoliday(day)) found.push(day);
    }
    expect(found).toEqual(expect.arrayContaining([...published]));
    const eves = found.filter((day) => !published.has(day));
    expect(eves.every((eve) => published.has(calendar.addDays(eve, 1)) || eve.endsWith('12-31'))).toBe(true);
    expect(eves.length).toBeLessThanOrEqual(4);
  }
});
