import { describe, expect, onTestFinished, test } from 'vitest';
import { keyIn } from '../../../../bot/figures/rows.ts';
import type { Picked } from '../../../../bot/parse/selection.ts';
import { openFiguresReader } from '../../../../bot/readers.ts';
import { readSalesLive } from '../../../../bot/sales/live/read.ts';
import type { PairPart, SalesSumsQuestion } from '../../../../bot/sales/reader.ts';
import { startThread } from '../../../../bot/workers/thread.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import {
  HISTORY_DAYS,
  type SalesDatabase,
  startSalesDatabase,
  sumOf,
} from '../../../support/bot/salesDatabase.ts';
import { calendar, oslo } from '../../../support/bot/time.ts';
import { createTestClient } from '../../../support/testClient.ts';

const NOW = '2026-11-20 09:00';
const LAST = '2026-11-19';
const FIRST = calendar.addDays(LAST, 1 - HISTORY_DAYS);
const PAIRS: readonly (readonly [PairPart, PairPart])[] = [
  ['store', 'week'],
  ['weekday', 'product'],
  ['product', 'store'],
  ['month', 'day'],
];
const STORED = ['product', 'store', 'day'] as const;

const only = (ids: readonly string[] | undefined) => ids && { ids, isLeftOut: false };

/** What a question must give, computed from the truth of the sandbox by plain sums. */
function expected({ sandbox }: SalesDatabase, question: SalesSumsQuestion): object {
  const among = (picked: Picked | undefined, id: string) =>
    picked === undefined || picked.ids.some((wanted) => Number(wanted) === Number(id)) !== picked.isLeftOut;
  const sales = sandbox.truth
    .sales(question.from, question.to)
    .filter(
      (sale) =>
        among(question.picked?.product, sale.productId) && among(question.picked?.store, sale.storeId),
    );
  const key = {
    product: (sale: (typeof sales)[number]) => sale.productId,
    store: (sale: (typeof sales)[number]) => sale.storeId,
    day: (sale: (typeof sales)[number]) => sale.salesDate,
  }[question.by[0] as (typeof STORED)[number]];
  const groups = [...Map.groupBy(sales, key)].map(([name, of]) => ({ key: name, ...sumOf(of) }));
  const count = (of: (sale: (typeof sales)[number]) => string) => new Set(sales.map(of)).size;
  return {
    totals: {
      ...sumOf(sales),
      products: count((sale) => sale.productId),
      stores: count((sale) => sale.storeId),
      days: count((sale) => sale.salesDate),
    },
    groups: groups.toSorted((one, other) => (one.key < other.key ? -1 : 1)),
  };
}

function byKey<Group extends { readonly key: string; readonly second?: string }>(
  groups: readonly Group[],
): Group[] {
  const keysOf = ({ key, second = '' }: Group) => `${key} ${second}`;
  return groups.toSorted((one, other) => (keysOf(one) < keysOf(other) ? -1 : 1));
}

describe.each(DATABASE_PLACES)('sales held in $name', ({ open }) => {
  const place = usePlace(open);

  const filled = async () => {
    const setup = await startSalesDatabase(place, NOW, { emptyDays: ['2026-11-17'] });
    await setup.sync();
    return setup;
  };

  test('are those of the service for every question, also asked live and in other threads', async () => {
    const setup = await filled();
    await expectManyProducts(setup);
    await expectPairs(setup);
    await expectSums(setup);
    await expectMeans(setup);
    await expectThreads(setup);
  });

  /** Of more products than a statement has parameters. */
  const expectManyProducts = async ({ reader, sandbox }: SalesDatabase) => {
    const unsold = Array.from({ length: 70_000 }, (_, at) => String(10_000_000 + at));
    const question = { from: FIRST, to: LAST, by: ['store'] } as const;
    const of = (ids: readonly string[], isLeftOut = false) =>
      reader.salesOf({ ...question, picked: { product: { ids, isLeftOut } } });
    const all = await of([...unsold, ...sandbox.truth.productIds()]);
    expect(all).toEqual(await reader.salesOf(question));
    expect((await of(unsold)).groups).toEqual([]);
    expect((await of(unsold, true)).groups).toEqual(all.groups);
    expect((await of(sandbox.truth.productIds(), true)).groups).toEqual([]);
  };

  /** A sum for each pair of two groupings, also asked live. */
  const expectPairs = async (setup: SalesDatabase) => {
    const { url: baseUrl, subscriptionKey } = setup.sandbox;
    const client = createTestClient({ baseUrl, subscriptionKey, clock: setup.clock });
    const sales = setup.sandbox.truth.sales(FIRST, LAST);
    const keyOf = (part: PairPart, { productId, storeId, salesDate }: (typeof sales)[number]) => {
      if (part === 'product') return productId;
      return part === 'store' ? storeId : keyIn(part, salesDate);
    };
    for (const pair of PAIRS) {
      const question = { from: FIRST, to: LAST, by: pair } as const;
      const held = await setup.reader.salesOf(question);
      const sums = [...Map.groupBy(sales, (sale) => pair.map((part) => keyOf(part, sale)).join(' '))];
      const wanted = new Map(sums.map(([keys, of]) => [keys, sumOf(of)]));
      const given = held.groups.map(({ key, second, ...sum }) => [`${key} ${second}`, sum] as const);
      expect(new Map(given), pair.join(' ')).toEqual(wanted);
      const live = await readSalesLive(client, question);
      expect(live.totals).toEqual(held.totals);
      expect(byKey(live.groups)).toEqual(byKey(held.groups));
    }
  };

  /** Sums for every grouping and filter, also asked live. */
  const expectSums = async (setup: SalesDatabase) => {
    const { url: baseUrl, subscriptionKey } = setup.sandbox;
    const client = createTestClient({ baseUrl, subscriptionKey, clock: setup.clock });
    const products = setup.sandbox.truth.productIds();
    const [store = ''] = setup.sandbox.truth.sales(LAST, LAST).map(({ storeId }) => storeId);
    const padded = products.find((id) => id.startsWith('0')) ?? '';
    for (const by of STORED) {
      for (const productIds of [undefined, [String(Number(padded))], products.slice(0, 3), ['999999'], []]) {
        // A store goes with all products, and with some.
        const stores =
          productIds === undefined || productIds.length === 3 ? [undefined, [store]] : [undefined];
        for (const storeIds of stores) {
          const picked = { product: only(productIds), store: only(storeIds) };
          const question = { from: FIRST, to: LAST, by: [by] as const, picked };
          const { coverage: _, ...sums } = await setup.reader.salesOf(question);
          const wanted = expected(setup, question);
          expect({ ...sums, groups: byKey(sums.groups) }, JSON.stringify(question)).toEqual(wanted);
          const live = await readSalesLive(client, question);
          expect({ totals: live.totals, groups: byKey(live.groups) }).toEqual(wanted);
        }
      }
    }
  };

  test('say which days are missing and as of when, and follow a correction at once', async () => {
    const setup = await filled();
    const { reader, clock } = setup;
    const question = { from: '2026-11-16', to: '2026-11-20', by: ['day'] } as const;
    const { coverage } = await reader.salesOf(question);
    expect(coverage.missing).toEqual(['2026-11-20']);
    expect(coverage.days.map(({ state }) => state)).toEqual(['held', 'empty', 'held', 'held', 'missing']);
    expect(coverage.asOf).toBe(oslo(NOW));
    clock.set(oslo('2026-11-24 12:30'));
    await setup.sync();
    const { coverage: later, ...sums } = await reader.salesOf(question);
    expect(later.asOf).toBe(oslo('2026-11-24 12:30'));
    expect({ ...sums, groups: byKey(sums.groups) }).toEqual(expected(setup, question));
    expect((await reader.daysOf('2020-01-01', '2020-01-02')).asOf).toBeUndefined();
    const readAgainAt = oslo('2026-11-24 13:00');
    await setup.database
      .updateTable('sales_day')
      .set({ read_at: readAgainAt })
      .where('sales_date', '=', LAST)
      .execute();
    expect((await reader.daysOf(LAST, LAST)).asOf).toBe(readAgainAt);
    expect((await reader.daysOf('2026-11-18', LAST)).asOf).toBe(oslo('2026-11-24 12:30'));
  });

  /** Means with the days they rest on. */
  const expectMeans = async (setup: SalesDatabase) => {
    const means = await setup.reader.meanSales({ to: LAST });
    expect(means).toMatchObject({ from: calendar.addDays(LAST, -27), to: LAST });
    const truth = Map.groupBy(setup.sandbox.truth.sales(FIRST, LAST), ({ productId }) => productId);
    expect(means.products.map(({ productId }) => productId).toSorted()).toEqual([...truth.keys()].toSorted());
    for (const mean of means.products) {
      const sales = truth.get(mean.productId) ?? [];
      const days = [...new Set(sales.map(({ salesDate }) => salesDate))].toSorted();
      expect(mean).toEqual({
        productId: mean.productId,
        quantity: sales.reduce((sum, sale) => sum + sale.salesQuantity, 0),
        firstSold: days[0],
      });
    }
  };

  /** Read in other threads with the same answers. */
  const expectThreads = async ({ reader, database, place: url }: SalesDatabase) => {
    const { reader: threads, close } = openFiguresReader(database, url, calendar, startThread);
    onTestFinished(close);
    const question = { from: FIRST, to: LAST, by: ['store'] } as const;
    const asked = await Promise.all(Array.from({ length: 6 }, () => threads.salesOf(question)));
    const wanted = await reader.salesOf(question);
    for (const answer of asked) expect(answer).toEqual(wanted);
    expect(await threads.meanSales({ to: LAST })).toEqual(await reader.meanSales({ to: LAST }));
    expect(await threads.daysOf(FIRST, LAST)).toEqual(await reader.daysOf(FIRST, LAST));
    expect(await threads.ownProducts()).toEqual(await reader.ownProducts());
    expect(await threads.newestDay()).toBe(LAST);
  };
});
