import { describe, expect, test } from 'vitest';
import type { DayState, Pace } from '../../../../bot/sales/reader.ts';
import { daysOfCover, newSince, readPace, roundedDays } from '../../../../bot/stock/daysOfCover.ts';
import { coverageOf } from '../../../support/bot/days.ts';
import { calendar } from '../../../support/bot/time.ts';
import fc from '../../../support/property.ts';

const TO = '2026-11-19';
const WINDOW = coverageOf(TO, 28);

/** What a person's sales say of a pace: 56 items of 1101 in the window, sold first on `first`. */
function paceWith(states: Readonly<Record<string, DayState>>, first = '2026-09-01') {
  const sales: Pace = {
    newestDay: async () => TO,
    ownProducts: async () => ['1101', '4711'],
    meanSales: async ({ to, days = 28 }) => ({
      from: calendar.addDays(to, 1 - days),
      to,
      products: [{ productId: '1101', quantity: 56, firstSold: first }],
      coverage: { days: coverageOf(to, days, states), missing: [], asOf: 1 },
    }),
  };
  return readPace(sales, '2026-11-20');
}

describe('days of cover', () => {
  test('are stock divided by the mean of the window', () => {
    expect(daysOfCover(100, 56, 28)).toEqual({ kind: 'days', days: 50, restsOn: 28 });
  });

  test('rest on the days that are known: a missing day is no day without sales, an empty or closed one is', async () => {
    const pace = await paceWith({
      '2026-11-10': 'missing',
      '2026-11-11': 'missing',
      '2026-11-15': 'missing',
      '2026-11-16': 'empty',
    });
    expect(pace).toEqual({
      window: { from: WINDOW[0]?.salesDate, to: TO, daysKnown: 26, missing: ['2026-11-10', '2026-11-11'] },
      products: [
        { productId: '1101', quantity: 56, restsOn: 26 },
        { productId: '4711', quantity: undefined, restsOn: 26 },
      ],
    });
  });

  test('of a new product rest on the days since its first sale', async () => {
    expect((await paceWith({}, '2026-11-15'))?.products[0]?.restsOn).toBe(5);
    expect((await paceWith({}))?.products[0]?.restsOn).toBe(28);
  });

  test('take no product for new while too little before its first sale is known', () => {
    expect(newSince('2026-11-15', WINDOW[0]?.salesDate ?? '', WINDOW)).toBeUndefined();
    const mostlyMissing = coverageOf(TO, 90).map((day) =>
      day.salesDate < '2026-10-25' ? { ...day, state: 'missing' as const } : day,
    );
    expect(newSince('2026-11-15', WINDOW[0]?.salesDate ?? '', mostlyMissing)).toBeUndefined();
    expect(newSince(undefined, TO, coverageOf(TO, 90))).toBeUndefined();
  });

  test('are 0 without stock, whatever was sold', () => {
    for (const stock of [0, -3]) {
      for (const quantity of [28, 0, -5]) {
        expect(daysOfCover(stock, quantity, 28)).toMatchObject({ kind: 'days', days: 0 });
      }
    }
    expect(daysOfCover(0, 0, 0)).toMatchObject({ days: 0, restsOn: 0 });
  });

  test.each([
    ['noSales', 0],
    ['returnsExceedSales', -2],
  ] as const)('have no figure but the reason %s for %j sold', (reason, sold) => {
    expect(daysOfCover(10, sold, 28)).toEqual({ kind: 'none', reason, restsOn: 28 });
  });

  test('have no figure while no day of the window is known', () => {
    expect(daysOfCover(10, 0, 0)).toEqual({ kind: 'none', reason: 'daysMissing', restsOn: 0 });
  });

  test('grow with stock, shrink with sales, and stay where both grow alike', () => {
    const positive = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(positive, positive, fc.integer({ min: 2, max: 50 }), (stock, quantity, factor) => {
        const cover = (of: number, sold: number) => {
          const found = daysOfCover(of, sold, 28);
          return found.kind === 'days' ? found.days : Number.NaN;
        };
        const days = cover(stock, quantity);
        expect(cover(stock * factor, quantity)).toBeGreaterThan(days);
        expect(cover(stock, quantity * factor)).toBeLessThan(days);
        expect(cover(stock * factor, quantity * factor)).toBeCloseTo(days, 6);
        // Days of cover, sold at the mean, are the stock again; also for fractions of an item.
        expect((cover(stock, quantity / 8) * (quantity / 8)) / 28).toBeCloseTo(stock, 4);
      }),
    );
  });

  test('are rounded as they are shown, but never up to a whole day', () => {
    const tenths = [0, 0.04, 0.05, 2.34, 2.36, 6.94, 6.96, 6.9999, 7, 7.04, 7.06];
    expect(tenths.map((days) => roundedDays(days, 1))).toEqual([
      0, 0, 0.1, 2.3, 2.4, 6.9, 6.9, 6.9, 7, 7, 7.1,
    ]);
    expect([6.9996, 6.98634].map((days) => roundedDays(days, 3))).toEqual([6.999, 6.986]);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 100_000, noNaN: true }), fc.nat({ max: 365 }), (days, limit) => {
        expect(roundedDays(days, 1) < limit).toBe(days < limit);
        expect(Math.abs(roundedDays(days, 1) - days)).toBeLessThan(0.1);
      }),
    );
  });
});
