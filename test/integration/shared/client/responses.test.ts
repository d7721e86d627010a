import nock from 'nock';
import { type OperationName, type RetailDataClient, UnexpectedResponseError } from 'retail-data-client';
import { STORE_STATUSES } from 'retail-data-client/operations/stores';
import { describe, expect, test } from 'vitest';
import { ANSWERS } from '../../../support/answers.ts';
import { createMemoryClient, nested, saleOf } from '../../../support/memoryService.ts';
import { BASE_URL, PATHS, useMockedService } from '../../../support/mockedService.ts';
import { createTestClient, rejection } from '../../../support/testClient.ts';

useMockedService();

const CALLS: Record<OperationName, (client: RetailDataClient) => Promise<unknown>> = {
  permission: (client) =>
    client.setPermission({ email: 'kari@example.no', roleId: '012', mainRoleId: '003', active: true }),
  dailySales: async (client) => (await client.get('dailySales', {})).data,
  stores: async (client) => (await client.get('stores', {})).data,
  accumulatedStock: async (client) => (await client.get('accumulatedStock', {})).data,
};
const OPERATIONS: readonly OperationName[] = ['permission', 'dailySales', 'stores', 'accumulatedStock'];

/** What the client makes of that answer. */
function read(operation: OperationName, answer: unknown): Promise<unknown> {
  const scope = nock(BASE_URL);
  const interceptor = operation === 'permission' ? scope.put(PATHS.permission) : scope.get(PATHS[operation]);
  interceptor.reply(200, JSON.stringify(answer), { 'content-type': 'application/json; charset=utf-8' });
  return CALLS[operation](createTestClient({ baseUrl: BASE_URL }));
}

type Step = string | number;

/** The way to every value of an answer, the answer itself left out. */
function placesIn(value: unknown, here: readonly Step[] = []): (readonly Step[])[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries: [Step, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([step, inner]) => [[...here, step], ...placesIn(inner, [...here, step])]);
}

/** A copy of the answer with the value at one place replaced, or left out. */
function changedAt(answer: unknown, path: readonly Step[], change: { to: unknown } | 'leave out'): unknown {
  const copy: unknown = structuredClone(answer);
  let parent = copy;
  for (const step of path.slice(0, -1)) parent = childOf(parent, step);
  const last = path.at(-1);
  if (typeof parent !== 'object' || parent === null || last === undefined) throw new Error('No such place.');
  if (change === 'leave out') Reflect.deleteProperty(parent, last);
  else Reflect.set(parent, last, change.to);
  return copy;
}

function childOf(value: unknown, step: Step): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined;
}

function wordsOf(path: readonly Step[]): string {
  return path
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`))
    .join('');
}

/** Values of every JSON type that the original is not. */
function mistypesOf(original: unknown): unknown[] {
  const others: unknown[] = [null, 'text', 12.5, true, { inner: 1 }, [1]];
  const kind = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);
  return others.filter((other) => kind(other) !== kind(original));
}

/** What a store may lack; test/unit/shared/client/unusualRecords.test.ts says what it is then. */
const MAY_LACK =
  /\.(address(\.\w+)?|telephone|email|category|openingTime|closingTime|message|openingHours|regularHours|exceptionHours)$/;
const mayLack = (operation: OperationName, words: string) => operation === 'stores' && MAY_LACK.test(words);

function placesOf(operation: OperationName) {
  return placesIn(ANSWERS[operation]).map((path) => ({ path, words: wordsOf(path) }));
}

const inAnswer = (operation: OperationName, path: readonly Step[]) =>
  path.reduce<unknown>(childOf, ANSWERS[operation]);

describe.each(OPERATIONS)('the answer of %s', (operation) => {
  const places = placesOf(operation);
  const fields = places.filter(
    ({ path, words }) => typeof path.at(-1) === 'string' && !mayLack(operation, words),
  );

  test('a valid one passes unchanged', async () => {
    expect(await read(operation, ANSWERS[operation])).toEqual(ANSWERS[operation]);
  });

  test.each(fields)('$words may not be missing', async ({ path, words }) => {
    const error = await rejection(read(operation, changedAt(ANSWERS[operation], path, 'leave out')));
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).toMatchObject({ path: words, operation, status: 200 });
    expect(String(error)).toContain(`${words} is not set`);
  });

  test.each(places)('$words may have no other type', async ({ path, words }) => {
    for (const wrong of mistypesOf(inAnswer(operation, path))) {
      if (wrong === null && mayLack(operation, words)) continue;
      const error = await rejection(read(operation, changedAt(ANSWERS[operation], path, { to: wrong })));
      expect(error, `${words} = ${JSON.stringify(wrong)}`).toBeInstanceOf(UnexpectedResponseError);
      expect(error).toMatchObject({ path: words, operation });
      expect(String(error)).toContain(words);
    }
  });

  test('fields that nobody knows pass at every level', async () => {
    const extra = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(extra);
      if (typeof value !== 'object' || value === null) return value;
      const known = Object.entries(value).map(([name, inner]) => [name, extra(inner)]);
      return { ...Object.fromEntries(known), newField: { list: [null, 1, 'a'] }, constructor: 'x' };
    };
    const answer = extra(ANSWERS[operation]);
    expect(await read(operation, answer)).toEqual(answer);
  });

  test('an answer of another shape altogether is refused', async () => {
    for (const answer of [null, 1, 'text', true, operation === 'permission' ? [] : {}]) {
      const error = await rejection(read(operation, answer));
      expect(error).toBeInstanceOf(UnexpectedResponseError);
      expect(error).toMatchObject({ path: '' });
    }
  });
});

describe('values with a stated range', () => {
  test.each([...STORE_STATUSES, 'Stengt', ''])('a store may be "%s"', async (status) => {
    const stores = [{ ...ANSWERS.stores[0], status }];
    expect(await read('stores', stores)).toEqual(stores);
  });

  test('the error of one store names its place and the store', async () => {
    const error = await rejection(
      read('stores', [...ANSWERS.stores, { ...ANSWERS.stores[0], storeName: null }]),
    );
    expect(error).toMatchObject({ kind: 'unexpectedResponse', path: '[1].storeName' });
    expect(String(error)).toContain('[1].storeName is not set (expected string), in store 0143.');
  });

  test.each(['2026-02-29', '20261119', '2026-11-19T00:00:00', ''])(
    'no day of sales is "%s"',
    async (salesDate) => {
      const error = await rejection(read('dailySales', [{ salesDate, storeSales: [] }]));
      expect(error).toMatchObject({ kind: 'unexpectedResponse', path: '[0].salesDate' });
    },
  );

  test.each([1.5, 1e20])('stock is an integer, so not %d', async (stock) => {
    const error = await rejection(read('accumulatedStock', [{ ...ANSWERS.accumulatedStock[0], stock }]));
    expect(error).toMatchObject({ path: '[0].stock' });
  });

  test('a sales quantity is a number and need not be an integer', async () => {
    const sale = ANSWERS.dailySales[0]?.storeSales[0]?.sales[0];
    const days = [
      { salesDate: '2026-11-19', storeSales: [{ storeId: '1', sales: [{ ...sale, salesQuantity: 0.5 }] }] },
    ];
    expect(await read('dailySales', days)).toEqual(days);
  });

  test('empty lists and empty texts are values', async () => {
    for (const operation of ['dailySales', 'stores', 'accumulatedStock'] as const) {
      expect(await read(operation, [])).toEqual([]);
    }
    const stores = [
      { ...ANSWERS.stores[0], telephone: '', openingHours: { regularHours: [], exceptionHours: [] } },
    ];
    expect(await read('stores', stores)).toEqual(stores);
  });
});

test.each(['salesVolume', 'salesQuantity'])(
  'a sale whose %s is beyond all numbers is refused',
  async (field) => {
    const text = JSON.stringify(nested([saleOf(1, 10, 100)])).replace(
      new RegExp(`"${field}":[\\d.]+`),
      `"${field}":1e999`,
    );
    const client = createMemoryClient(() => ({ data: '', text }));
    expect(await rejection(client.dailySales().toArray())).toMatchObject({
      kind: 'unexpectedResponse',
      path: `[0].storeSales[0].sales[0].${field}`,
    });
  },
);
