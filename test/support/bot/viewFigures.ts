import type { AnswerReader } from '../../../bot/ask/reader.ts';
import { languageFor } from '../../../bot/language/language.ts';
import { EVERYTHING, NONE, ofProducts } from '../../../bot/parse/selection.ts';
import type { SalesAnswer } from '../../../bot/sales/answer.ts';
import type { SalesPeriod, SalesSource } from '../../../bot/sales/query.ts';
import type { SalesGroupSum } from '../../../bot/sales/reader.ts';
import { addUp, changeOf, NO_SALES } from '../../../bot/sales/sums.ts';
import type { Rendering } from '../../../bot/slack/message.ts';
import type { StockAnswer } from '../../../bot/stock/answer.ts';
import type { StockRow } from '../../../bot/stock/levels.ts';
import type { StockHistoryAnswer } from '../../../bot/stock/query.ts';
import type { StoresAnswer } from '../../../bot/stores/answer.ts';
import type { DayRange } from '../../../bot/text/dayRange.ts';
import { NUMBERS_ONLY } from './numbersOnly.ts';

/** Figures to draw, as small or large as a test wants them. */
export function level(
  productId: string,
  stock: number,
  storesWithStock = Math.min(stock, 9),
): Pick<StockRow, 'productId' | 'stock' | 'storesWithStock'> {
  return { productId, stock, storesWithStock };
}

export function readerOf(rendering: Rendering, fields: Partial<AnswerReader> = {}): AnswerReader {
  return {
    language: languageFor('en'),
    rendering,
    timeZone: 'Europe/Oslo',
    today: '2026-11-20',
    products: NUMBERS_ONLY,
    stores: NUMBERS_ONLY,
    ...fields,
  };
}

export function stockRowOf(productId: string, stock: number, fields: Partial<StockRow> = {}): StockRow {
  return {
    productId,
    stock,
    storesWithStock: Math.max(0, Math.min(stock, 9)),
    dayBefore: stock + 1,
    weekAgo: undefined,
    cover: { kind: 'days', days: stock / 2, restsOn: 28 },
    sold: 56,
    ...fields,
  };
}

export function stockAnswerOf(rows: readonly StockRow[], fields: Partial<StockAnswer> = {}): StockAnswer {
  const units = rows.reduce((sum, { stock }) => sum + stock, 0);
  const products = rows.length;
  const totalsOf = (businessDate: string) => ({
    ...{ businessDate, products, units: units + products },
  });
  const none = { count: 0, top: [] };
  return {
    about: 'stock',
    question: { command: 'stock', kind: 'overview', scope: 'mine', selection: EVERYTHING },
    scope: 'mine',
    snapshot: { businessDate: '2026-11-20', takenAt: 0, products: rows.length },
    ownUnknown: false,
    against: { dayBefore: totalsOf('2026-11-19'), weekAgo: totalsOf('2026-11-13') },
    withoutSales: false,
    window: { from: '2026-10-23', to: '2026-11-19', daysKnown: 28, missing: [] },
    totals: {
      products: rows.length,
      units,
      out: rows.filter(({ stock }) => stock <= 0).length,
      newlyOut: 0,
      others: 0,
      othersOut: 0,
      changed: rows.length,
      updatedTime: '08:24:11',
    },
    rows,
    rowCount: rows.length,
    unknown: [],
    rowsUnsold: rows.filter(({ sold }) => sold === 0).length,
    rowsOut: rows.filter(({ stock }) => stock <= 0).length,
    appeared: { count: 0, first: [] },
    gone: { count: 0, first: [] },
    sections: { out: none, low: none, orders: none, falls: none, lost: none, rises: none, back: none },
    history: [],
    trend: undefined,
    stores: { open: 40, others: 2 },
    ...fields,
  };
}

export function salesGroup(
  key: string,
  millilitres: number,
  fields: Partial<SalesGroupSum> = {},
): SalesGroupSum {
  return {
    key,
    rows: 1,
    millilitres,
    quantity: Math.round(millilitres / 1_000),
    returnedMillilitres: 0,
    returnedQuantity: 0,
    ...fields,
  };
}

export const DAY = { from: '2026-11-19', to: '2026-11-19' };
const WEEK_BEFORE = { from: '2026-11-12', to: '2026-11-12' };

export function salesAnswerOf(
  sums: readonly SalesGroupSum[],
  { source, ...fields }: Partial<SalesAnswer> & { readonly source?: SalesSource } = {},
): SalesAnswer {
  return {
    about: 'sales',
    question: { command: 'sales', kind: 'sales', days: DAY, selection: EVERYTHING, by: 'product' },
    second: undefined,
    named: [],
    relation: undefined,
    now: salesPeriodOf(sums, DAY, source),
    before: undefined,
    change: undefined,
    allSales: undefined,
    rows: sums.map((now) => ({ key: now.key, second: now.second, now })),
    rowCount: sums.length,
    sides: undefined,
    notOpen: [],
    ...fields,
  };
}

export const STORED: SalesSource = {
  from: 'database',
  asOf: Date.parse('2026-11-20T07:01:00Z'),
  missing: [],
  empty: [],
};

export function salesPeriodOf(
  sums: readonly SalesGroupSum[],
  days: DayRange,
  source: SalesSource = STORED,
): SalesPeriod {
  return {
    days,
    totals: { ...addUp(sums), stores: 1, products: sums.length, days: 1 },
    source,
    firstSales: undefined,
    openDays: [days.to],
  };
}

export function comparisonOf(
  sums: readonly SalesGroupSum[],
  sumsBefore: readonly SalesGroupSum[],
  by: SalesAnswer['question']['by'] = 'product',
): SalesAnswer {
  const [now, before] = [salesPeriodOf(sums, DAY), salesPeriodOf(sumsBefore, WEEK_BEFORE)];
  return salesAnswerOf(sums, {
    question: {
      command: 'sales',
      kind: 'compare',
      days: DAY,
      against: WEEK_BEFORE,
      selection: EVERYTHING,
      by,
    },
    now,
    before,
    change: changeOf(now.totals, 1, before.totals, 1),
    rows: sums.map((sum, at) => ({
      key: sum.key,
      now: sum,
      before: sumsBefore[at],
      change: changeOf(sum, 1, sumsBefore[at] ?? NO_SALES, 1),
    })),
  });
}

export function storesAnswerOf(
  stores: StoresAnswer['stores'],
  fields: Partial<StoresAnswer> = {},
): StoresAnswer {
  return {
    about: 'stores',
    question: {
      command: 'stores',
      kind: 'stores',
      stores: { ids: [], names: [{ kind: 'name', words: 'x' }] },
      without: NONE,
    },
    day: '2026-11-20',
    today: '2026-11-20',
    time: '09:00',
    stores,
    storeCount: stores.length,
    opensNext: undefined,
    hoursUnknown: 0,
    temporarilyClosed: 0,
    placeUnknown: 0,
    regularOnHoliday: 0,
    readAt: Date.parse('2026-11-20T07:45:00Z'),
    ...fields,
  };
}

/** The stock of one product on days, the last of which are those of the question. */
export function stockHistoryOf(
  days: readonly (readonly [businessDate: string, units: number])[],
  fields: Partial<StockHistoryAnswer> = {},
): StockHistoryAnswer {
  const stored = days.map(([businessDate, units]) => ({ businessDate, products: 1, units }));
  const levels = days.map(([businessDate, stock]) => ({ businessDate, ...level('1101', stock) }));
  return {
    about: 'stockHistory',
    question: {
      command: 'stock',
      kind: 'history',
      selection: ofProducts(['1101']),
      days: { from: '2026-11-09', to: '2026-11-15' },
    },
    held: { from: '2026-11-01', to: '2026-11-20' },
    before: undefined,
    days: stored,
    missing: [],
    empty: [],
    levels,
    rowCount: levels.length,
    unknown: [],
    ...fields,
  };
}
