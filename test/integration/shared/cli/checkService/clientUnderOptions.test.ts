import { type RetailDataClient, RetailDataError } from 'retail-data-client';
import type { Sandbox } from 'retail-data-client/sandbox';
import { parseGpsCoord } from 'retail-data-client/stores/gpsCoord';
import { hoursOn } from 'retail-data-client/stores/openingHours';
import { expect, test } from 'vitest';
import { ASSUMPTIONS, type AssumptionId } from '../../../../../shared/cli/checkService/assumptions.ts';
import { startSmallService, TWO_DAYS } from '../../../../support/sandboxClient.ts';
import { HARMLESS_WAYS, OTHER_WAYS } from '../../../../support/shared/cli/checkService/otherWays.ts';
import { createTestClient } from '../../../../support/testClient.ts';

/** `short`: rows are missing, and the client cannot know it; otherwise the kind of its error. */
type Outcome = 'right' | 'short' | 'wrong' | RetailDataError['kind'];

/** A read by the client and what the service knows to be the answer, as keys in no order. */
interface Reading {
  read(client: RetailDataClient): Promise<readonly string[]>;
  truth(sandbox: Sandbox): readonly string[];
}

/** Days on which something changed, so that it matters whether they are included. */
const SALES_CHANGED = '2026-11-17';
const STORE_CHANGED = '2026-11-19';
const STOCK_CHANGED = '2026-11-20';
const PAGED_SALES = 40;
const PAGED_STOCK = 6;

const READINGS = {
  sales: {
    read: async (client) =>
      (await client.dailySales(TWO_DAYS, { pageSize: PAGED_SALES }).toArray()).map(saleKey),
    truth: ({ truth }) => truth.sales(TWO_DAYS.fromSalesDate, TWO_DAYS.toSalesDate).map(saleKey),
  },
  storeRange: {
    read: async (client) =>
      (await client.dailySales({ fromStoreId: 101, toStoreId: 312 }).toArray()).map(saleKey),
    truth: (sandbox) =>
      allSales(sandbox)
        .filter(({ storeId }) => Number(storeId) >= 101 && Number(storeId) <= 312)
        .map(saleKey),
  },
  product: {
    read: async (client) => (await client.dailySales({ productId: 345 }).toArray()).map(saleKey),
    truth: (sandbox) =>
      allSales(sandbox)
        .filter(({ productId }) => productId === '00345')
        .map(saleKey),
  },
  corrections: {
    read: async (client) => (await client.dailySales({ changedSince: SALES_CHANGED }).toArray()).map(saleKey),
    truth: (sandbox) =>
      allSales(sandbox)
        .filter(({ lastChangedDate }) => lastChangedDate >= SALES_CHANGED)
        .map(saleKey),
  },
  stores: {
    read: async (client) => (await client.stores()).map(({ storeId }) => storeId),
    truth: ({ truth }) => truth.stores().map(({ storeId }) => storeId),
  },
  changedStores: {
    read: async (client) =>
      (await client.stores({ changedSince: STORE_CHANGED })).map(({ storeId }) => storeId),
    truth: ({ truth }) =>
      truth
        .stores()
        .filter(({ lastChanged }) => lastChanged.date >= STORE_CHANGED)
        .map(({ storeId }) => storeId),
  },
  store: {
    read: async (client) => (await client.stores({ storeId: 101 })).map(({ storeId }) => storeId),
    truth: () => ['0101'],
  },
  named: {
    read: async (client) =>
      (await client.stores({ storeNameContains: 'OSLO' })).map(({ storeId }) => storeId),
    truth: () => ['0101'],
  },
  stock: {
    read: async (client) =>
      (await client.accumulatedStock({ includeZeroStock: true }, { pageSize: PAGED_STOCK }).toArray()).map(
        stockKey,
      ),
    truth: ({ truth }) => truth.stock().map(stockKey),
  },
  changedStock: {
    read: async (client) =>
      (await client.accumulatedStock({ includeZeroStock: true, changedSince: STOCK_CHANGED }).toArray()).map(
        stockKey,
      ),
    truth: ({ truth }) =>
      truth
        .stock()
        .filter(({ updatedDate }) => updatedDate >= STOCK_CHANGED)
        .map(stockKey),
  },
} satisfies Record<string, Reading>;

type Read = keyof typeof READINGS;
const READS = Object.keys(READINGS).filter((name): name is Read => name in READINGS);

/** Everything that does not come out right; all that is not named does. */
const NOT_RIGHT: Partial<Record<AssumptionId, Partial<Record<Read, Outcome>>>> = {
  redirect: Object.fromEntries(READS.map((read) => [read, 'redirected'])),
  contentType: Object.fromEntries(READS.map((read) => [read, 'unexpectedResponse'])),
  recordForm: {
    stores: 'unexpectedResponse',
    changedStores: 'unexpectedResponse',
    store: 'unexpectedResponse',
    named: 'unexpectedResponse',
  },
  salesDateFormat: { sales: 'badRequest' },
  stockStart: { stock: 'drift' },
  salesStart: { sales: 'drift', storeRange: 'drift', corrections: 'drift' },
  // From here on rows are missing without a word: nothing in an answer tells the client. This is what the check is for.
  totalCounts: { stock: 'short' },
  rangeStart: { sales: 'short' },
  rangeEnd: { sales: 'short' },
  storeRangeStart: { storeRange: 'short' },
  storeRangeEnd: { storeRange: 'short' },
  salesChangedSince: { corrections: 'short' },
  storesChangedSince: { changedStores: 'short' },
  stockChangedSince: { changedStock: 'short' },
  idFilter: { product: 'short', store: 'short' },
  nameSearch: { named: 'short' },
};

const variants = ASSUMPTIONS.filter(({ id }) => id !== 'throttle').flatMap(({ id }) =>
  OTHER_WAYS[id].map((options) => ({ id, options })),
);

test.each(variants)(
  'reads right, or refuses, or is known to miss rows: $id, $options',
  async ({ id, options }) => {
    const { client, sandbox } = await startSmallService(options);
    const outcomes: Partial<Record<Read, Outcome>> = {};
    for (const name of READS) {
      const outcome = await outcomeOf(READINGS[name], client, sandbox);
      if (outcome !== 'right') outcomes[name] = outcome;
    }
    expect(outcomes).toEqual(NOT_RIGHT[id] ?? {});
  },
);

test.each(Object.values(HARMLESS_WAYS).flat())(
  'reads right under what is not asked about: %j',
  async (options) => {
    const { client, sandbox } = await startSmallService(options);
    for (const name of READS) expect(await outcomeOf(READINGS[name], client, sandbox), name).toBe('right');
  },
);

test('whatever makes it miss rows is told by the check in the words of a reader', () => {
  for (const [id, outcomes] of Object.entries(NOT_RIGHT)) {
    if (!Object.values(outcomes).includes('short')) continue;
    const otherwise = ASSUMPTIONS.find((assumption) => assumption.id === id)?.otherwise ?? '';
    expect(otherwise, id).toMatch(/miss|without a word|find nothing|as it is written/);
  }
});

test.each([
  [503, 'right'],
  [403, 'right'],
] as const)('too many stock calls refused with %i are waited for: %s', async (throttleStatus, outcome) => {
  const throttle = { perMinute: 2, perDay: 400 };
  const { client, sandbox } = await startSmallService({ throttle, throttleStatus });
  expect(await outcomeOf(READINGS.stock, client, sandbox)).toBe(outcome);
});

test('a page larger than the service allows is an error', async () => {
  const { client } = await startSmallService({ largestMaxResults: 50_000 });
  await expect(client.dailySales(TWO_DAYS, { pageSize: 100_000 }).toArray()).rejects.toMatchObject({
    kind: 'badRequest',
  });
});

test.each([
  [401, 'authentication'],
  [403, 'authentication'],
  [400, 'badRequest'],
] as const)('a wrong key that gets %i is the error %s', async (wrongKeyStatus, kind) => {
  const { sandbox } = await startSmallService({ wrongKeyStatus });
  const client = createTestClient({ baseUrl: sandbox.url, subscriptionKey: 'another-key' });
  expect(await outcomeOf(READINGS.stores, client, sandbox)).toBe(kind);
});

const WRITTEN = ['openingTimeFormat', 'exceptionDateFormat', 'weekdayNames', 'gpsCoordForm'] as const;

test.each(WRITTEN.flatMap((id) => OTHER_WAYS[id].map((options) => options)))(
  'hours and coordinates are read right or not at all under %j',
  async (options) => {
    const [usual, other] = [await startSmallService(), await startSmallService(options)];
    const [stores, sameStores] = [await usual.client.stores(), await other.client.stores()];
    expect(sameStores).toHaveLength(stores.length);
    for (const [index, store] of stores.entries()) {
      const same = sameStores[index] ?? store;
      // A Friday, a Sunday and Christmas Eve.
      for (const day of ['2026-11-27', '2026-11-29', '2026-12-24']) {
        expect([hoursOn(store, day), { kind: 'unknown' }]).toContainEqual(
          expect.objectContaining({ kind: hoursOn(same, day).kind }),
        );
        if (hoursOn(same, day).kind === 'open') expect(hoursOn(same, day)).toEqual(hoursOn(store, day));
      }
      const place = parseGpsCoord(same.address.gpsCoord);
      if (place !== null) expect(place).toEqual(parseGpsCoord(store.address.gpsCoord));
    }
  },
);

async function outcomeOf(reading: Reading, client: RetailDataClient, sandbox: Sandbox): Promise<Outcome> {
  const truth = reading.truth(sandbox);
  expect(truth.length).toBeGreaterThan(0);
  try {
    const rows = await reading.read(client);
    const known = new Set(truth);
    if (new Set(rows).size < rows.length || rows.some((row) => !known.has(row))) return 'wrong';
    return rows.length === truth.length ? 'right' : 'short';
  } catch (error) {
    if (error instanceof RetailDataError) return error.kind;
    throw error;
  }
}

function allSales({ truth }: Sandbox) {
  return truth.sales('2026-08-22', '2026-11-19');
}

function saleKey(sale: { salesDate: string; storeId: string; productId: string }): string {
  return `${sale.salesDate} ${sale.storeId} ${sale.productId}`;
}

function stockKey(row: { productId: string; stock: number }): string {
  return `${row.productId}: ${row.stock}`;
}
