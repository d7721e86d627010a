import nock from 'nock';
import { InvalidInputError, type RetailDataClient } from 'retail-data-client';
import { checkInput } from 'retail-data-client/http/validation';
import { accumulatedStockOperation } from 'retail-data-client/operations/accumulatedStock';
import { dailySalesOperation } from 'retail-data-client/operations/dailySales';
import type { Operation } from 'retail-data-client/operations/operation';
import { storesOperation } from 'retail-data-client/operations/stores';
import { describe, expect, test } from 'vitest';
import { ANSWERS, secondSale } from '../../../support/answers.ts';
import { BASE_URL, PATHS, useMockedService } from '../../../support/mockedService.ts';
import { createTestClient, rejection } from '../../../support/testClient.ts';

useMockedService();

interface Sent {
  readonly path: string;
  readonly query: readonly [string, string][];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answers the next request with `answer` and gives what was sent. */
async function capture(
  method: 'get' | 'put',
  path: string,
  answer: unknown,
  call: (client: RetailDataClient) => Promise<unknown>,
): Promise<Sent> {
  let sent: Sent | undefined;
  const scope = nock(BASE_URL);
  const interceptor = method === 'get' ? scope.get(path) : scope.put(path);
  interceptor.query(true).reply(async (request: Request) => {
    const url = new URL(request.url);
    sent = {
      path: `${url.pathname}${url.search}`,
      query: [...url.searchParams],
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
    };
    return [200, JSON.stringify(answer), { 'content-type': 'application/json' }];
  });
  await call(createTestClient({ baseUrl: BASE_URL }));
  if (sent === undefined) throw new Error('Nothing was sent.');
  return sent;
}

type Parameters = Readonly<Record<string, readonly [value: unknown, toQuery: string]>>;

const DAILY_SALES: Parameters = {
  fromSalesDate: ['2026-11-01', '2026-11-01'],
  toSalesDate: ['2026-11-19', '2026-11-19'],
  fromStoreId: [0, '0'],
  toStoreId: [143, '143'],
  productId: [1101, '1101'],
  vendorId: [12, '12'],
  wholesalerId: [9_007_199_254_740_991, '9007199254740991'],
  changedSince: ['2024-02-29', '2024-02-29'],
  maxResults: [1_048_575, '1048575'],
  start: [7, '7'],
};

const STORES: Parameters = {
  storeId: [143, '143'],
  storeNameContains: ['Å & B + 100% = "o"/?#', 'Å & B + 100% = "o"/?#'],
  changedSince: ['2026-11-19', '2026-11-19'],
};

const ACCUMULATED_STOCK: Parameters = {
  productId: [1101, '1101'],
  changedSince: ['2026-11-19', '2026-11-19'],
  includeZeroStock: [false, 'false'],
  maxResults: [1, '1'],
  start: [20, '20'],
};

function readsWith<Query, Body, Answer>(
  operation: Operation<Query, Body, Answer>,
  get: (client: RetailDataClient, query: Query) => Promise<unknown>,
  answer: unknown,
  parameters: Parameters,
) {
  const call = (values: unknown) => (client: RetailDataClient) => {
    // The schema of the operation is the judge of the values, as it is for any caller.
    return get(client, checkInput(operation.query, values, operation.name));
  };
  const send = (values: unknown) => capture('get', operation.path, answer, call(values));

  describe(operation.title, () => {
    test('all parameters reach the wire together', async () => {
      const values = Object.fromEntries(Object.entries(parameters).map(([name, [value]]) => [name, value]));
      const sent = await send(values);
      expect(Object.fromEntries(sent.query)).toEqual(
        Object.fromEntries(Object.entries(parameters).map(([name, [, toQuery]]) => [name, toQuery])),
      );
      expect(sent.query).toHaveLength(Object.keys(parameters).length);
    });

    test('nothing is sent that is not set', async () => {
      expect((await send({})).path).toBe(operation.path);
      const unset = Object.fromEntries(Object.keys(parameters).map((name) => [name, undefined]));
      expect((await send(unset)).path).toBe(operation.path);
    });
  });
}

readsWith(
  dailySalesOperation,
  (client, query) => client.get('dailySales', query),
  ANSWERS.dailySales,
  DAILY_SALES,
);
readsWith(storesOperation, (client, query) => client.get('stores', query), ANSWERS.stores, STORES);
readsWith(
  accumulatedStockOperation,
  (client, query) => client.get('accumulatedStock', query),
  ANSWERS.accumulatedStock,
  ACCUMULATED_STOCK,
);

test('every parameter of the schemas is tried above', () => {
  for (const [operation, tried] of [
    [dailySalesOperation, DAILY_SALES],
    [storesOperation, STORES],
    [accumulatedStockOperation, ACCUMULATED_STOCK],
  ] as const) {
    const query = operation.query;
    const { def } = query._zod;
    if (!('shape' in def) || typeof def.shape !== 'object') throw new Error('The query has no shape.');
    expect(Object.keys(def.shape ?? {}).toSorted()).toEqual(Object.keys(tried).toSorted());
  }
});

describe('the reading methods', () => {
  test('dailySales sends its filter, and paging only when asked to', async () => {
    nock(BASE_URL)
      .get(PATHS.dailySales)
      .query({ fromStoreId: '1', toStoreId: '143', fromSalesDate: '2026-11-19' })
      .reply(200, ANSWERS.dailySales);
    nock(BASE_URL)
      .get(PATHS.dailySales)
      .query({ fromStoreId: '1', toStoreId: '143', fromSalesDate: '2026-11-19', start: '1' })
      .reply(200, secondSale(ANSWERS.dailySales));
    nock(BASE_URL)
      .get(PATHS.dailySales)
      .query({ fromStoreId: '1', toStoreId: '143', fromSalesDate: '2026-11-19', start: '2' })
      .reply(200, []);
    const client = createTestClient({ baseUrl: BASE_URL });
    const filter = { fromStoreId: 1, toStoreId: 143, fromSalesDate: '2026-11-19' };
    expect(await client.dailySales(filter).toArray()).toHaveLength(2);
  });

  test('identifiers come back as the strings they were, leading zeros included', async () => {
    nock(BASE_URL).get(PATHS.dailySales).query({ maxResults: '2' }).reply(200, ANSWERS.dailySales);
    nock(BASE_URL).get(PATHS.stores).reply(200, ANSWERS.stores);
    nock(BASE_URL)
      .get(PATHS.accumulatedStock)
      .query({ maxResults: '1' })
      .reply(200, ANSWERS.accumulatedStock);
    nock(BASE_URL).put(PATHS.permission).reply(200, ANSWERS.permission);
    const client = createTestClient({ baseUrl: BASE_URL });
    const [row] = await client.dailySales({}, { limit: 2 }).toArray();
    expect(row).toEqual({
      salesDate: '2026-11-19',
      storeId: '0143',
      productId: '0001101',
      salesVolume: 12.345,
      salesQuantity: 6,
      lastChangedDate: '2026-11-19',
      lastChangedTime: '21:14:05',
    });
    const [store] = await client.stores();
    expect(store).toEqual(ANSWERS.stores[0]);
    const [stock] = await client.accumulatedStock({}, { limit: 1 }).toArray();
    expect(stock).toEqual(ANSWERS.accumulatedStock[0]);
    const change = { email: 'kari@example.no', roleId: '012', mainRoleId: '003', active: true };
    expect(await client.setPermission(change)).toEqual(ANSWERS.permission);
  });

  test('a base URL with a path keeps it', async () => {
    nock(BASE_URL).get(`/retail/test${PATHS.stores}`).reply(200, []);
    expect(await createTestClient({ baseUrl: `${BASE_URL}/retail/test/` }).stores()).toEqual([]);
  });

  test('a space travels as %20, which every server reads as a space', async () => {
    const sent = await capture('get', PATHS.stores, [], (client) =>
      client.stores({ storeNameContains: 'Oslo City + Sør' }),
    );
    expect(sent.path).toBe(`${PATHS.stores}?storeNameContains=Oslo%20City%20%2B%20S%C3%B8r`);
  });
});

describe('the permission operation', () => {
  const change = { email: 'kari@example.no', roleId: '012', mainRoleId: '003', active: false };

  test('sends exactly the four fields as JSON, without a query', async () => {
    const sent = await capture('put', PATHS.permission, { ...ANSWERS.permission, ...change }, (client) =>
      client.setPermission(change),
    );
    expect(sent.path).toBe(PATHS.permission);
    expect(sent.body).toBe('{"email":"kari@example.no","roleId":"012","mainRoleId":"003","active":false}');
    expect(sent.headers['content-type']).toBe('application/json');
    expect(sent.headers.accept).toBe('application/json');
  });

  test.each(['ola&kari@example.no', "o'neill@example.no", 'bjørn@blåbær.no', 'kari@localhost'])(
    'leaves it to the service whether %s exists',
    async (email) => {
      const asked = { ...change, email };
      const sent = await capture('put', PATHS.permission, { ...ANSWERS.permission, ...asked }, (client) =>
        client.setPermission(asked),
      );
      expect(JSON.parse(sent.body)).toEqual(asked);
    },
  );

  test.each([
    ['email', { ...change, email: 'kari' }],
    ['email', { ...change, email: '' }],
    ['email', { ...change, email: 'kari @example.no' }],
    ['roleId', { ...change, roleId: '  ' }],
    ['mainRoleId', { ...change, mainRoleId: '' }],
  ])('refuses a %s that cannot be right before anything is sent', async (field, wrong) => {
    const error = await rejection(createTestClient({ baseUrl: BASE_URL }).setPermission(wrong));
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({ field, operation: 'permission' });
  });
});

describe('input that cannot be right is refused before anything is sent', () => {
  const client = () => createTestClient({ baseUrl: BASE_URL });

  test.each([
    ['fromSalesDate', { fromSalesDate: '2026-02-29' }],
    ['toSalesDate', { toSalesDate: '20.11.2026' }],
    ['changedSince', { changedSince: '2026-11-20T08:30:00Z' }],
    ['fromStoreId', { fromStoreId: -1 }],
    ['toStoreId', { toStoreId: 1.5 }],
    ['productId', { productId: Number.NaN }],
    ['vendorId', { vendorId: 2 ** 53 }],
    ['wholesalerId', { wholesalerId: Number.POSITIVE_INFINITY }],
    ['toSalesDate', { fromSalesDate: '2026-11-20', toSalesDate: '2026-11-19' }],
    ['toStoreId', { fromStoreId: 10, toStoreId: 9 }],
  ])('daily sales: %s', async (field, filter) => {
    const error = await rejection(client().dailySales(filter).toArray());
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({ field, kind: 'invalidInput' });
  });

  test.each([
    ['pageSize', { pageSize: 0 }],
    ['pageSize', { pageSize: 2.5 }],
    ['limit', { limit: 0 }],
    ['limit', { limit: -3 }],
    ['startAt', { startAt: -1 }],
    ['startAt', { startAt: 0.5 }],
    ['timeoutMs', { timeoutMs: Number.NaN }],
    ['maxWaitMs', { maxWaitMs: -1 }],
    ['timeoutMs', { timeoutMs: 2 ** 31 }],
  ])('reading options: %s', async (field, options) => {
    for (const stream of [client().dailySales({}, options), client().accumulatedStock({}, options)]) {
      expect(await rejection(stream.toArray())).toMatchObject({ kind: 'invalidInput', field });
    }
  });

  test('an operation that writes cannot be called as one that reads', async () => {
    const name = String('permission') as 'stores';
    const error = await rejection(client().get(name, {}));
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({ field: 'operation' });
  });

  test('an unknown parameter is named', async () => {
    const query: object = { storeNumber: 12 };
    expect(await rejection(client().stores(query))).toMatchObject({ field: 'storeNumber' });
  });
});
