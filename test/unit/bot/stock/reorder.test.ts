import { describe, expect, test } from 'vitest';
import { languageFor } from '../../../../bot/language/language.ts';
import type { Supply } from '../../../../bot/stock/levels.ts';
import { type Reorder, reorderOf } from '../../../../bot/stock/reorder.ts';
import { orderText } from '../../../../bot/stock/view/reorder.ts';
import { readerOf, stockRowOf } from '../../../support/bot/viewFigures.ts';

const DAY = '2026-11-20';

/** The order for a product that sells 2 a day, unless `sold` says otherwise. */
const orderOf = (
  stock: number,
  supply: Partial<Supply> | undefined,
  { sold = 56, restsOn = 28 }: { readonly sold?: number | undefined; readonly restsOn?: number } = {},
) =>
  reorderOf(
    stockRowOf('1101', stock, {
      sold,
      cover: { kind: 'days', days: 0, restsOn },
      supply: supply && { leadDays: 5, packSize: undefined, ...supply },
    }),
    DAY,
  );

describe('an order', () => {
  test('lasts for the lead time and 14 days more, and arrives on the day the stock is gone', () => {
    expect(orderOf(20, {})).toEqual({
      ...{ leadDays: 5, packSize: undefined, quantity: 18, packs: undefined },
      ...{ goneOn: '2026-11-30', by: '2026-11-25' },
    });
  });

  test.each([
    ['in whole packs, exactly', 20, { packSize: 6 }, { quantity: 18, packs: 3 }],
    ['in one pack more for one unit more', 19, { packSize: 6 }, { quantity: 24, packs: 4 }],
    ['of one pack for the last unit', 37, { packSize: 100_000 }, { quantity: 100_000, packs: 1 }],
    ['without a lead time of days', 20, { leadDays: 0 }, { quantity: 8, by: '2026-11-30' }],
    ['with a stock that lasts today only', 3, {}, { goneOn: '2026-11-21', by: '2026-11-16' }],
    ['with a stock that is gone today', 1, { leadDays: 0 }, { goneOn: DAY, by: DAY }],
    ['without stock', 0, {}, { quantity: 38, goneOn: DAY, by: '2026-11-13' }],
    ['due on a Saturday', 26, {}, { goneOn: '2026-12-03', by: '2026-11-27' }],
    ['with less than no stock, which counts as none', -9, {}, { quantity: 38, goneOn: DAY }],
  ])('%s', (_, stock, supply, wanted) => {
    expect(orderOf(stock, supply)).toMatchObject(wanted);
  });

  test('is exact for sales in fractions, and rounds up once', () => {
    expect(orderOf(0, { leadDays: 6 }, { sold: 0.1, restsOn: 10 })).toMatchObject({ quantity: 1 });
    // 1.1 × 20 is more than 22 in floating point.
    expect(orderOf(0, { leadDays: 6 }, { sold: 1.1, restsOn: 1 })?.quantity).toBe(22);
  });

  test('of a new product goes by the days since its first sale', () => {
    expect(orderOf(20, {}, { sold: 56, restsOn: 14 })).toMatchObject({ quantity: 56, goneOn: '2026-11-25' });
  });

  test.each([
    ['a lead time', 20, undefined, {}],
    ['sales', 20, {}, { sold: 0 }],
    ['more sales than returns', 0, {}, { sold: -2 }],
    ['a day of sales', 0, {}, { restsOn: 0 }],
    ['too little stock', 38, {}, {}],
  ])('is none without %s', (_, stock, supply, pace) => {
    expect(orderOf(stock, supply, pace)).toBeUndefined();
  });

  test('is none where days of cover are not known', () => {
    const supply = { leadDays: 5, packSize: 12 };
    expect(
      reorderOf(stockRowOf('1101', 3, { cover: undefined, sold: undefined, supply }), DAY),
    ).toBeUndefined();
  });
});

describe('the day of an order', () => {
  const order = (by: string, packs?: number): Reorder => ({
    ...{ leadDays: 5, packSize: undefined, quantity: 240, packs, goneOn: by, by },
  });

  const said = (of: Reorder, code: 'en' | 'nb' = 'en') =>
    orderText(of, readerOf('text', { today: DAY, language: languageFor(code) }));

  test.each([
    ['2026-11-19', 'now', 'nå'],
    ['2026-11-20', 'now', 'nå'],
    ['2026-11-21', 'by Saturday', 'innen lørdag'],
    ['2026-11-26', 'by Thursday', 'innen torsdag'],
    ['2026-11-27', 'by Fri 27 Nov', 'innen fre. 27. nov.'],
    ['2027-01-01', 'by Fri 1 Jan 2027', 'innen fre. 1. jan. 2027'],
  ])('%s is said by its weekday within a week', (by, sentence, inNorwegian) => {
    expect([said(order(by)), said(order(by), 'nb')]).toEqual([`240 ${sentence}`, `240 ${inNorwegian}`]);
  });

  test('follows the packs', () => {
    expect(said(order('2026-11-26', 20))).toBe('240 (20 cases) by Thursday');
    expect(said(order('2026-11-26', 1))).toBe('240 (1 case) by Thursday');
    expect(said(order('2026-11-26', 20), 'nb')).toBe('240 (20 kartonger) innen torsdag');
  });
});
