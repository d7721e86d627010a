import { MINE } from '../../../bot/digest/choice.ts';
import type { SalesBeside, SalesDigest } from '../../../bot/digest/salesDigest.ts';
import type { DigestProduct, StockDigest } from '../../../bot/digest/stockDigest.ts';
import type { DigestFrame } from '../../../bot/views/digest.ts';
import type { StockTotals } from '../../../bot/warehouse/stockReader.ts';
import { calendar } from '../support/service.ts';

/** Figures of digests to draw, as small or large as a test wants them. */
export const DIGEST_DAY = '2026-11-20';

export const FRAME: DigestFrame = { timeliness: { kind: 'onTime' }, choice: MINE, sourceId: 'abc' };

export function productOf(
  productId: string,
  stock: number,
  fields: Partial<DigestProduct> = {},
): DigestProduct {
  return {
    productId,
    stock,
    storesWithStock: Math.max(0, Math.min(stock, 412)),
    dayBefore: stock,
    weekAgo: stock,
    days: stock <= 0 ? 0 : undefined,
    sold: undefined,
    ...fields,
  };
}

export function totalsOf(
  businessDate: string,
  products: readonly { readonly stock: number; readonly storesWithStock: number }[],
): StockTotals {
  return {
    businessDate,
    products: products.length,
    inStock: products.filter(({ stock }) => stock > 0).length,
    units: products.reduce((sum, { stock }) => sum + stock, 0),
    placements: products.reduce((sum, { storesWithStock }) => sum + storesWithStock, 0),
    mostStores: products.reduce((most, { storesWithStock }) => Math.max(most, storesWithStock), 0),
  };
}

/** A digest of these products, with lists and sums that fit them, in the order in which they were given. */
export function stockDigestOf(
  products: readonly DigestProduct[],
  fields: Partial<StockDigest> = {},
): StockDigest {
  const list = (found: readonly DigestProduct[]) => ({ count: found.length, top: found.slice(0, 15) });
  const out = products.filter(({ stock }) => stock <= 0);
  const low = products.filter(({ stock, days }) => stock > 0 && days !== undefined && days < 7);
  const before = totalsOf(
    '2026-11-19',
    products.map((each) => ({ ...each, stock: each.dayBefore ?? 0 })),
  );
  const totals = totalsOf(DIGEST_DAY, products);
  return {
    businessDate: DIGEST_DAY,
    takenAt: Date.parse('2026-11-20T07:31:12Z'),
    updatedTime: '08:24:11',
    scope: 'mine',
    ownUnknown: false,
    totals,
    before,
    weekAgo: { ...before, businessDate: '2026-11-13', units: Math.round(before.units * 0.9) },
    changed: products.filter(({ stock, dayBefore }) => dayBefore !== undefined && dayBefore !== stock).length,
    out: list(out),
    newlyOut: out.filter(({ dayBefore }) => dayBefore !== undefined && dayBefore > 0).length,
    low: list(low),
    falls: list(
      products.filter((each) => each.stock > 0 && each.stock < (each.dayBefore ?? 0) && !low.includes(each)),
    ),
    back: list(
      products.filter(({ stock, dayBefore }) => stock > 0 && dayBefore !== undefined && dayBefore <= 0),
    ),
    history: historyOf(totals, 30),
    window: { from: '2026-10-23', to: '2026-11-19', daysKnown: 28, missing: [] },
    ...fields,
  };
}

/** Days up to that of `totals`, without Sundays, on which stock goes up and down. */
export function historyOf(totals: StockTotals, days: number): StockTotals[] {
  return Array.from({ length: days }, (_, at) => calendar.addDays(DIGEST_DAY, at + 1 - days))
    .filter((day) => new Date(`${day}T00:00:00Z`).getUTCDay() !== 0)
    .map((businessDate, at) => ({
      ...totals,
      businessDate,
      units:
        businessDate === DIGEST_DAY ? totals.units : Math.round(totals.units * (1 + Math.sin(at / 3) / 9)),
    }));
}

/** The first stock that is held. */
export const FIRST_DAY: Partial<StockDigest> = {
  before: undefined,
  weekAgo: undefined,
  changed: 0,
  newlyOut: 0,
  falls: { count: 0, top: [] },
  back: { count: 0, top: [] },
  history: [],
  window: undefined,
};

export function besideOf(
  key: string,
  millilitres: number,
  before: number | undefined = millilitres,
): SalesBeside {
  return {
    key,
    millilitres,
    quantity: Math.round(millilitres / 330),
    returnedMillilitres: 0,
    before,
    quantityBefore: before === undefined ? undefined : Math.round(before / 330),
  };
}

export function salesDigestOf(
  products: readonly SalesBeside[],
  stores: readonly SalesBeside[],
  fields: Partial<SalesDigest> = {},
): SalesDigest {
  const list = (found: readonly SalesBeside[]) => ({ count: found.length, top: found.slice(0, 15) });
  const fell = (found: readonly SalesBeside[]) =>
    list(found.filter(({ millilitres, before }) => before !== undefined && millilitres < before));
  const sum = (of: (each: SalesBeside) => number) => products.reduce((total, each) => total + of(each), 0);
  const totals = (millilitres: number, quantity: number) => ({
    rows: quantity === 0 ? 0 : products.length,
    millilitres,
    quantity,
    returnedMillilitres: 0,
    returnedQuantity: 0,
    products: quantity === 0 ? 0 : products.length,
    stores: quantity === 0 ? 0 : stores.length,
    days: 1,
  });
  const millilitres = sum((each) => each.millilitres);
  return {
    day: '2026-11-19',
    dayBefore: '2026-11-12',
    scope: 'mine',
    totals: totals(
      millilitres,
      sum(({ quantity }) => quantity),
    ),
    before: totals(
      sum(({ before }) => before ?? 0),
      sum(({ quantityBefore }) => quantityBefore ?? 0),
    ),
    products: list(products.filter(({ quantity }) => quantity !== 0)),
    stores: list(stores.filter(({ quantity }) => quantity !== 0)),
    falls: fell(products),
    storeFalls: fell(stores),
    history: historyOf(totalsOf(DIGEST_DAY, []), 30).map(({ businessDate }, at) => ({
      day: businessDate,
      millilitres: Math.round(millilitres * (1 + Math.cos(at) / 5)),
    })),
    asOf: Date.parse('2026-11-20T06:51:00Z'),
    ...fields,
  };
}
