import { MINE } from '../../../../bot/digest/choice.ts';
import type { DigestFrame } from '../../../../bot/digest/content.ts';
import type { SalesBeside, SalesDigest } from '../../../../bot/sales/digest.ts';
import type { StockRow } from '../../../../bot/stock/answer.ts';
import { coverDays, type DaysOfCover } from '../../../../bot/stock/daysOfCover.ts';
import type { StockDigest } from '../../../../bot/stock/digest.ts';
import type { StockTotals } from '../../../../bot/stock/queries.ts';
import { calendar } from '../time.ts';

/** Figures of digests to draw, as small or large as a test wants them. */
export const DIGEST_DAY = '2026-11-20';

export const FRAME: DigestFrame = {
  timeliness: { kind: 'onTime' },
  choice: MINE,
  channelId: 'C0STOCK',
  kind: 'stock',
  sourceId: 'abc',
};

const lasting = (days: number): DaysOfCover => ({ kind: 'days', days, restsOn: 28 });

export function productOf(productId: string, stock: number, fields: Partial<StockRow> = {}): StockRow {
  return {
    productId,
    stock,
    storesWithStock: Math.max(0, Math.min(stock, 412)),
    dayBefore: stock,
    weekAgo: stock,
    cover: stock <= 0 ? lasting(0) : undefined,
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
    mostStores: products.reduce((most, { storesWithStock }) => Math.max(most, storesWithStock), 0),
  };
}

/** A digest of these products, with lists and sums that fit them, in the order in which they were given. */
export function stockDigestOf(products: readonly StockRow[], fields: Partial<StockDigest> = {}): StockDigest {
  const list = (found: readonly StockRow[]) => ({ count: found.length, top: found.slice(0, 15) });
  const out = products.filter(({ stock }) => stock <= 0);
  const low = products.filter(({ stock, cover }) => stock > 0 && (coverDays(cover) ?? 7) < 7);
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
    falls: list(products.filter(({ stock, dayBefore }) => dayBefore !== undefined && stock < dayBefore)),
    back: list(
      products.filter(({ stock, dayBefore }) => stock > 0 && dayBefore !== undefined && dayBefore <= 0),
    ),
    history: historyOf(totals, 30),
    withoutSales: false,
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
    days: { from: '2026-11-19', to: '2026-11-19' },
    daysBefore: { from: '2026-11-12', to: '2026-11-12' },
    scope: 'mine',
    totals: totals(
      millilitres,
      sum(({ quantity }) => quantity),
    ),
    before: totals(
      sum(({ before }) => before ?? 0),
      sum(({ before }) => Math.round((before ?? 0) / 330)),
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

const NAMED = 24;
/** A product of a day like others, of which some are out, some low, some fell and some came back. */
function ordinary(at: number, productId = String(1101 + at * 7)): StockRow {
  const stock = at < 3 ? 0 : at < 7 ? at * 6 : 200 + ((at * 37) % 900);
  return productOf(productId, stock, {
    dayBefore:
      at === 0 ? 48 : at < 3 ? 0 : at < 7 ? stock + 9 : at % 9 === 0 ? 0 : stock + ((at % 3) - 1) * (at + 3),
    cover: lasting(stock <= 0 ? 0 : at < 7 ? 0.7 * (at - 2) : 20 + at),
    sold: at < 7 ? 90 - at : 60,
    storesWithStock: stock <= 0 ? 0 : at === 8 ? 412 : 40 + (at % 300),
  });
}

const many = (count: number) => Array.from({ length: count }, (_, at) => ordinary(at));
const framed = (timeliness: DigestFrame['timeliness']): DigestFrame => ({ ...FRAME, timeliness });
const dueAt = Date.parse('2026-11-20T07:30:00Z');
const still = many(NAMED).map((each) => ({
  ...each,
  dayBefore: each.stock,
  cover: lasting(each.stock > 0 ? 30 : 0),
}));

/** Every kind of stock digest that has to read well. */
export const STOCK_CASES = {
  'an ordinary day': { digest: stockDigestOf(many(NAMED)), frame: FRAME },
  'late, because of the service': {
    digest: stockDigestOf(many(NAMED)),
    frame: framed({ kind: 'late', because: 'service', dueAt }),
  },
  'late, because of the bot': {
    digest: stockDigestOf(many(NAMED)),
    frame: framed({ kind: 'late', because: 'bot', dueAt }),
  },
  'not refreshed': {
    digest: stockDigestOf(many(NAMED)),
    frame: framed({ kind: 'unrefreshed', wanted: '2026-11-21' }),
  },
  'not reached': {
    digest: stockDigestOf(many(NAMED)),
    frame: framed({ kind: 'unrefreshed', wanted: '2026-11-21', isUnreached: true }),
  },
  'no product has changed': {
    digest: stockDigestOf(still),
    frame: framed({ kind: 'quiet', wanted: '2026-11-22' }),
  },
  'nothing changed': { digest: stockDigestOf(still), frame: FRAME },
  'the first day, without history': {
    digest: stockDigestOf(
      many(NAMED).map((each) => ({ ...each, dayBefore: undefined, weekAgo: undefined, cover: undefined })),
      FIRST_DAY,
    ),
    frame: FRAME,
  },
  'everything out of stock': {
    digest: stockDigestOf(
      many(NAMED).map((each) => ({ ...each, stock: 0, storesWithStock: 0, cover: lasting(0) })),
    ),
    frame: FRAME,
  },
  'no products': { digest: stockDigestOf([]), frame: FRAME },
  'one product': { digest: stockDigestOf([ordinary(8)]), frame: FRAME },
  'negative stock': {
    digest: stockDigestOf([productOf('1101', -1_000_000, { dayBefore: 4 }), productOf('1102', -1)]),
    frame: FRAME,
  },
  '5,000 products': { digest: stockDigestOf(many(5_000)), frame: FRAME },
  '66,000 products': {
    digest: stockDigestOf(many(66_000), { scope: 'all' }),
    frame: { ...FRAME, choice: { kind: 'all' } },
  },
  'of a group': {
    digest: stockDigestOf(many(NAMED), { scope: 'chosen' }),
    frame: { ...FRAME, choice: { kind: 'group', group: 'Craft beer' } },
  },
  'without buttons': {
    digest: stockDigestOf(many(NAMED), { ownUnknown: true }),
    frame: { ...FRAME, sourceId: undefined },
  },
} satisfies Record<string, { digest: StockDigest; frame: DigestFrame }>;

const sold = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    besideOf(
      String(1101 + at * 7),
      Math.round(900_000 / (at + 1)),
      Math.round((900_000 / (at + 1)) * (1 + Math.sin(at) / 3)),
    ),
  );
const inStores = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    besideOf(
      String(100 + at),
      Math.round(300_000 / (at + 1)),
      Math.round((300_000 / (at + 1)) * (1 + Math.cos(at) / 3)),
    ),
  );
const unknownBefore = (list: readonly SalesBeside[]) => list.map((each) => ({ ...each, before: undefined }));
const ordinarySales = salesDigestOf(sold(NAMED), inStores(40));

export const SALES_CASES = {
  'an ordinary day': { digest: ordinarySales, frame: FRAME },
  'a closed day': {
    digest: salesDigestOf(
      sold(NAMED).map((each) => ({ ...each, millilitres: 0, quantity: 0 })),
      inStores(9).map((each) => ({ ...each, millilitres: 0, quantity: 0 })),
    ),
    frame: FRAME,
  },
  'nothing on either day': { digest: salesDigestOf([], []), frame: FRAME },
  'the first day': {
    digest: salesDigestOf(unknownBefore(sold(NAMED)), unknownBefore(inStores(40)), {
      before: undefined,
      history: [],
    }),
    frame: FRAME,
  },
  returns: {
    digest: salesDigestOf(sold(3), inStores(3), {
      totals: { ...ordinarySales.totals, returnedMillilitres: 4_000, returnedQuantity: 12 },
    }),
    frame: FRAME,
  },
  'more came back than was sold': {
    digest: salesDigestOf([besideOf('1', -5_000, 0)], [besideOf('2', -5_000, 0)]),
    frame: FRAME,
  },
  late: { digest: ordinarySales, frame: framed({ kind: 'late', because: 'service', dueAt }) },
  'not delivered': { digest: ordinarySales, frame: framed({ kind: 'unrefreshed', wanted: '2026-11-20' }) },
  '5,000 products': { digest: salesDigestOf(sold(5_000), inStores(1_000)), frame: FRAME },
} satisfies Record<string, { digest: SalesDigest; frame: DigestFrame }>;
