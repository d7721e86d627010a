import { describe, expect, test } from 'vitest';
import { daysOfCover, newSince, roundedDays } from '../../../../bot/stock/daysOfCover.ts';
import { coverageOf } from '../../../support/bot/days.ts';
import fc from '../../../support/property.ts';

const TO = '2026-11-19';
const WINDOW = coverageOf(TO, 28);

describe('days of cover', () => {
  test('are stock divided by the mean of the window', () => {
    expect(daysOfCover({ stock: 100, quantity: 56, days: WINDOW })).toEqual({
      kind: 'days',
      days: 50,
      restsOn: 28,
    });
  });

  test('rest on the days that are known: a missing day is no day without sales, an empty one is', () => {
    const days = coverageOf(TO, 28, {
      '2026-11-10': 'missing',
      '2026-11-11': 'missing',
      '2026-11-15': 'empty',
    });
    expect(daysOfCover({ stock: 100, quantity: 52, days })).toMatchObject({ days: 50, restsOn: 26 });
  });

  test('of a new product rest on the days since its first sale', () => {
    const held = coverageOf(TO, 90);
    const since = newSince('2026-11-15', WINDOW[0]?.salesDate ?? '', held);
    expect(since).toBe('2026-11-15');
    expect(daysOfCover({ stock: 30, quantity: 15, days: WINDOW, newSince: since })).toEqual({
      kind: 'days',
      days: 10,
      restsOn: 5,
    });
  });

  test('of a slow product rest on the whole window: it was sold before', () => {
    expect(newSince('2026-09-01', WINDOW[0]?.salesDate ?? '', coverageOf(TO, 90))).toBeUndefined();
    expect(daysOfCover({ stock: 30, quantity: 15, days: WINDOW })).toMatchObject({ days: 56, restsOn: 28 });
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
        expect(daysOfCover({ stock, quantity, days: WINDOW })).toMatchObject({ kind: 'days', days: 0 });
      }
    }
    const unread = coverageOf(TO, 1, { [TO]: 'missing' });
    expect(daysOfCover({ stock: 0, quantity: 0, days: unread })).toMatchObject({ days: 0, restsOn: 0 });
  });

  test.each([
    ['noSales', { quantity: 0 }],
    ['returnsExceedSales', { quantity: -2 }],
    ['returnsExceedSales', { quantity: 0, returnedQuantity: 4 }],
  ] as const)('have no figure but the reason %s for %j', (reason, sold) => {
    expect(daysOfCover({ stock: 10, days: WINDOW, ...sold })).toEqual({ kind: 'none', reason, restsOn: 28 });
  });

  test('have no figure while no day of the window is known', () => {
    const days = coverageOf(TO, 1, { [TO]: 'missing' });
    expect(daysOfCover({ stock: 10, quantity: 0, days })).toEqual({
      kind: 'none',
      reason: 'daysMissing',
      restsOn: 0,
    });
  });

  test('grow with stock, shrink with sales, and stay where both grow alike', () => {
    const positive = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(positive, positive, fc.integer({ min: 2, max: 50 }), (stock, quantity, factor) => {
        const cover = (of: number, sold: number) => {
          const found = daysOfCover({ stock: of, quantity: sold, days: WINDOW });
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
