import { describe, expect, test } from 'vitest';
import { openDaysOf } from '../../../../bot/sales/query.ts';
import { changeOf, differenceOf, returnsOf } from '../../../../bot/sales/sums.ts';
import { storesWithout } from '../../../../bot/stock/storesWithout.ts';
import { coverageOf } from '../../../support/bot/days.ts';
import fc from '../../../support/property.ts';

describe('open stores without stock', () => {
  test('are exact where every store is open', () => {
    expect(storesWithout(30, 36, 0)).toEqual({ openStores: 36, atLeast: 6, atMost: 6 });
    expect(storesWithout(0, 36, 0)).toEqual({ openStores: 36, atLeast: 36, atMost: 36 });
    expect(storesWithout(36, 36, 0)).toEqual({ openStores: 36, atLeast: 0, atMost: 0 });
  });

  test('are a range where closed stores may hold some of the stock', () => {
    expect(storesWithout(30, 34, 2)).toEqual({ openStores: 34, atLeast: 4, atMost: 6 });
    expect(storesWithout(1, 34, 2)).toEqual({ openStores: 34, atLeast: 33, atMost: 34 });
  });

  test('are never less than none, also when the count is of more stores than are known', () => {
    expect(storesWithout(50, 34, 2)).toEqual({ openStores: 34, atLeast: 0, atMost: 0 });
    expect(storesWithout(5, 0, 3)).toBeUndefined();
  });

  test('hold whichever stores they are', () => {
    const store = fc.record({ isOpen: fc.boolean(), hasStock: fc.boolean() });
    fc.assert(
      fc.property(fc.array(store, { maxLength: 60 }), (stores) => {
        const open = stores.filter(({ isOpen }) => isOpen);
        const found = storesWithout(
          stores.filter(({ hasStock }) => hasStock).length,
          open.length,
          stores.length - open.length,
        );
        expect(found === undefined).toBe(open.length === 0);
        if (found === undefined) return;
        const truth = open.filter(({ hasStock }) => !hasStock).length;
        expect(found.atLeast).toBeLessThanOrEqual(truth);
        expect(found.atMost).toBeGreaterThanOrEqual(truth);
      }),
    );
  });
});

describe('returns', () => {
  const figures = { rows: 3, millilitres: 0, quantity: 0, returnedMillilitres: 0, returnedQuantity: 0 };

  test('stand beside what was sold before them', () => {
    const sums = {
      ...figures,
      millilitres: 6_750,
      quantity: 9,
      returnedMillilitres: 750,
      returnedQuantity: 1,
    };
    expect(returnsOf(sums)).toEqual({
      returnedMillilitres: 750,
      soldQuantity: 10,
      returnedQuantity: 1,
      percent: 10,
    });
  });

  test('are nothing to show where nothing came back', () => {
    expect(returnsOf({ ...figures, millilitres: 750, quantity: 1 })).toBeUndefined();
    expect(returnsOf(figures)).toBeUndefined();
  });

  test('have no per cent where all of it is returns', () => {
    const sums = {
      ...figures,
      millilitres: -750,
      quantity: -1,
      returnedMillilitres: 750,
      returnedQuantity: 1,
    };
    expect(returnsOf(sums)).toMatchObject({ soldQuantity: 0, percent: undefined });
  });
});

describe('two periods', () => {
  const sold = (millilitres: number, quantity = 10) => ({ millilitres, quantity });

  test('differ by sums and by per cent of the earlier ones', () => {
    expect(changeOf(sold(150, 30), 6, sold(100, 20), 6)).toEqual({
      millilitres: 50,
      quantity: 10,
      percent: 50,
      quantityPercent: 50,
      perOpenDay: undefined,
    });
  });

  test('with different open days are compared per open day', () => {
    const change = changeOf(sold(400, 44), 4, sold(540, 60), 6);
    expect(change).toMatchObject({
      millilitres: -140,
      percent: expect.closeTo(100 / 9, 9),
      quantityPercent: expect.closeTo(10, 9),
      perOpenDay: { openDays: 4, openDaysBefore: 6, value: 100, before: 90 },
    });
    expect(differenceOf(change)).toBe(10);
  });

  test('have no per cent of fewer than ten units, of nothing or of returns', () => {
    for (const before of [sold(5, 9), sold(0), sold(-10), sold(-10, -20)])
      expect(changeOf(sold(5), 6, before, 6).percent).toBeUndefined();
    expect(changeOf(sold(5), 6, sold(5, 10), 6).percent).toBe(0);
  });

  test('count days with sales as open, and those of the calendar where no days are known', () => {
    const days = { from: '2026-12-21', to: '2026-12-27' };
    expect(openDaysOf(days, undefined)).toHaveLength(4);
    const coverage = coverageOf('2026-12-27', 7, { '2026-12-25': 'empty', '2026-12-22': 'missing' });
    expect(openDaysOf(days, coverage)).toHaveLength(5);
  });

  test('are the other way round with the sign turned, and do not change by scale', () => {
    const amount = fc.integer({ min: 1, max: 1_000_000_000 });
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 1, max: 9 }), (one, other, factor) => {
        const compare = (later: number, earlier: number) => changeOf(sold(later), 6, sold(earlier), 6);
        expect(compare(one, other).millilitres + compare(other, one).millilitres).toBe(0);
        expect(compare(one * factor, other * factor).percent).toBeCloseTo(
          compare(one, other).percent ?? Number.NaN,
          6,
        );
        expect(compare(one, other).percent).toBeGreaterThanOrEqual(-100);
      }),
    );
  });
});
