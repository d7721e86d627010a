import { describe, expect, test } from 'vitest';
import type { SandboxOptions, TruthStock } from '../../../../shared/sandbox/index.ts';
import {
  ask,
  askFor,
  contentOf,
  open,
  SetClock,
  STOCK,
  UNTHROTTLED,
} from '../../../support/shared/sandbox/asking.ts';

const openFreely = (options: SandboxOptions = {}) => open({ throttle: UNTHROTTLED, ...options });
const ALL = { includeZeroStock: true };

describe('the list', () => {
  test('holds stock 0 only when asked for', async () => {
    const sandbox = await openFreely();
    const truth = sandbox.truth.stock();
    expect(await askFor(sandbox, STOCK, ALL)).toEqual(truth);
    const inStock = truth.filter((entry) => entry.stock > 0);
    expect(inStock.length).toBeLessThan(truth.length);
    expect(await askFor(sandbox, STOCK)).toEqual(inStock);
    expect(await askFor(sandbox, STOCK, { includeZeroStock: false })).toEqual(inStock);
  });

  test('is of the whole chain: own products and about as many of others', async () => {
    const { truth } = await openFreely();
    const ids = truth.stock().map((entry) => entry.productId);
    expect(ids).toEqual(expect.arrayContaining([...truth.productIds()]));
    expect(truth.productIds()).toHaveLength(48);
    expect(ids).toHaveLength(96);
    expect(truth.productIds()).toEqual(expect.arrayContaining(['00345', '1101', '90210', '4711']));
  });

  test('has no two ids that are the same number', async () => {
    const { truth } = await openFreely({ products: 6000 });
    expect(new Set(truth.products().map((product) => Number(product.productId))).size).toBe(12_000);
  });

  test('is filtered by number and by date', async () => {
    const sandbox = await openFreely();
    const truth = sandbox.truth.stock();
    expect(await askFor(sandbox, STOCK, { ...ALL, productId: 345 })).toEqual(
      truth.filter((entry) => entry.productId === '00345'),
    );
    expect(await askFor(sandbox, STOCK, { ...ALL, productId: 2 })).toEqual([]);
    const changed = truth.filter((entry) => entry.updatedDate >= '2026-11-20');
    expect(changed.length).toBeLessThan(truth.length);
    expect(await askFor(sandbox, STOCK, { ...ALL, changedSince: '2026-11-20' })).toEqual(changed);
  });
});

describe('pages', () => {
  test('are capped by the service, and the links follow the cap', async () => {
    const sandbox = await openFreely({ maxResultsCap: 30 });
    const response = await ask(sandbox, STOCK, ALL);
    expect(await response.json()).toHaveLength(30);
    expect(response.headers.get('link')).toBe(
      `<${sandbox.url}${STOCK}?includeZeroStock=true&start=30&maxResults=30>; rel="next"`,
    );
  });

  test('carry the total of all that match and links that lead through them', async () => {
    const sandbox = await openFreely();
    const seen: TruthStock[] = [];
    let next: string | undefined = `${sandbox.url}${STOCK}?includeZeroStock=true&maxResults=32`;
    let pages = 0;
    while (next !== undefined) {
      const response: Response = await fetch(next, {
        headers: { 'Ocp-Apim-Subscription-Key': sandbox.subscriptionKey },
      });
      expect(response.headers.get('x-total-count')).toBe('96');
      const page = await contentOf<TruthStock[]>(response);
      seen.push(...page);
      const link = response.headers.get('link') ?? '';
      expect(link.includes('rel="prev"')).toBe(pages > 0);
      next = /<([^>]+)>; rel="next"/.exec(link)?.[1];
      pages += 1;
    }
    expect(pages).toBe(3);
    expect(seen).toEqual(sandbox.truth.stock());
  });

  test('carry no total when that is switched off, and no link when all fits', async () => {
    const silent = await openFreely({ totalHeader: false });
    const { headers } = await ask(silent, STOCK, { maxResults: 5 });
    expect(headers.get('x-total-count')).toBeNull();
    const whole = await ask(await openFreely(), STOCK);
    expect(whole.headers.get('link')).toBeNull();
  });
});

describe('the refresh', () => {
  test('shows the stock of a day from 08:30 local time on', async () => {
    const clock = new SetClock('2026-11-20T08:29:59+01:00');
    const sandbox = await openFreely({ now: clock.now });
    const today = { changedSince: '2026-11-20', maxResults: 1 };
    expect(await askFor(sandbox, STOCK, today)).toEqual([]);
    expect(sandbox.truth.latestStockDate()).toBe('2026-11-19');
    clock.set('2026-11-20T08:30:00+01:00');
    expect(await askFor(sandbox, STOCK, today)).toHaveLength(1);
    expect(sandbox.truth.latestStockDate()).toBe('2026-11-20');
  });

  test('lies between that of sales and the rest of the day', async () => {
    const { truth } = await openFreely({ now: new SetClock('2026-11-20T08:00:00+01:00').now });
    expect([truth.latestSalesDate(), truth.latestStockDate()]).toEqual(['2026-11-19', '2026-11-19']);
  });

  test.each([
    ['the day summer time begins', '2026-03-30', '+02:00'],
    ['the day summer time ends', '2026-10-26', '+01:00'],
  ])('follows the clock on the wall after %s', async (_, date, offset) => {
    const clock = new SetClock(`${date}T08:29:59${offset}`);
    const sandbox = await openFreely({ now: clock.now });
    expect(await askFor(sandbox, STOCK, { changedSince: date })).toEqual([]);
    clock.forward(1000);
    expect(await askFor<TruthStock[]>(sandbox, STOCK, { changedSince: date })).not.toEqual([]);
  });

  test('changes nothing on a Sunday or a holiday', async () => {
    const clock = new SetClock('2026-04-04T12:00:00+02:00');
    const { truth } = await openFreely({ now: clock.now });
    const saturday = truth.stock();
    for (const date of ['2026-04-05', '2026-04-06']) {
      clock.set(`${date}T12:00:00+02:00`);
      expect(truth.stock()).toEqual(saturday);
    }
    clock.set('2026-04-07T12:00:00+02:00');
    expect(truth.stock()).not.toEqual(saturday);
  });
});

describe('over a year', () => {
  test('every morning keeps the promises of stock', async () => {
    const clock = new SetClock('2026-01-01T12:00:00+01:00');
    const { truth } = await openFreely({ now: clock.now });
    const openStores = truth.stores().filter((store) => store.status === 'Open').length;
    const keepsPromises = (entry: TruthStock, earlier: TruthStock | undefined, date: string) => {
      const { stock, numberOfStoresWithStock, updatedDate, updatedTime } = entry;
      const isWhole = Number.isInteger(stock) && stock >= 0;
      const hasEnough = numberOfStoresWithStock <= Math.min(stock, openStores);
      const isSomewhere = numberOfStoresWithStock > 0 === stock > 0;
      const isDated =
        updatedDate <= date && truth.isOpenDay(updatedDate) && /^08:2\d:\d\d$/.test(updatedTime);
      const hasChanged = JSON.stringify(entry) !== JSON.stringify(earlier);
      // Updated today exactly when the stock is another than yesterday's, and else wholly as it was.
      const isConsistent = new Set([updatedDate === date, stock !== earlier?.stock, hasChanged]).size === 1;
      return isWhole && hasEnough && isSomewhere && isDated && (earlier === undefined || isConsistent);
    };
    let before = new Map<string, TruthStock>();
    let scarceMornings = 0;
    for (let day = 0; day < 365; day += 1) {
      const date = truth.latestStockDate();
      const stock = truth.stock();
      const broken = stock.filter((entry) => !keepsPromises(entry, before.get(entry.productId), date));
      expect(broken).toEqual([]);
      const updated = stock.filter((entry) => entry.updatedDate === date).length / stock.length;
      expect(truth.isOpenDay(date) ? updated > 0.5 && updated < 1 : updated === 0).toBe(true);
      expect(stock.filter((entry) => entry.stock === 0).length).toBeGreaterThanOrEqual(3);
      if (stock.some((entry) => entry.stock > 0 && entry.stock < 6)) scarceMornings += 1;
      before = new Map(stock.map((entry) => [entry.productId, entry]));
      clock.forward(86_400_000);
    }
    expect(scarceMornings).toBeGreaterThan(330);
  });

  test('a product only falls between the deliveries of its weekday', async () => {
    // Four weeks without a holiday.
    const clock = new SetClock('2026-09-07T12:00:00+02:00');
    const { truth } = await openFreely({ now: clock.now });
    const risesOn = new Map<string, Set<number>>();
    let before = new Map<string, number>();
    for (let day = 0; day < 28; day += 1) {
      for (const { productId, stock } of truth.stock()) {
        if (stock <= (before.get(productId) ?? stock)) continue;
        const weekdays = risesOn.get(productId) ?? new Set<number>();
        risesOn.set(productId, weekdays.add(day % 7));
      }
      before = new Map(truth.stock().map((entry) => [entry.productId, entry.stock]));
      clock.forward(86_400_000);
    }
    expect(risesOn.size).toBe(96);
    for (const weekdays of risesOn.values()) expect(weekdays.size).toBe(1);
  });
});
