import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  ask,
  askRaw,
  contentOf,
  keyOf,
  open,
  PERMISSION,
  type Refused,
  SALES,
  STOCK,
  STORES,
  urlOf,
} from '../../../support/shared/sandbox/asking.ts';

const paths = [SALES, STORES, STOCK];

describe('the key', () => {
  test.each(paths)('is required on %s', async (path) => {
    const sandbox = await open();
    const response = await fetch(urlOf(sandbox, path));
    expect(response.status).toBe(401);
    const { statusCode, message } = await contentOf<Refused>(response);
    expect(statusCode).toBe(401);
    expect(message).toContain('Ocp-Apim-Subscription-Key is missing');
  });

  test('is required on the permission operation', async () => {
    const sandbox = await open();
    const response = await fetch(urlOf(sandbox, PERMISSION), { method: 'PUT', body: '{}' });
    expect(response.status).toBe(401);
  });

  test('is refused without being repeated when it is wrong', async () => {
    const sandbox = await open();
    const headers = { 'Ocp-Apim-Subscription-Key': 'some-other-key' };
    const text = await (await fetch(urlOf(sandbox, STORES), { headers })).text();
    expect(JSON.parse(text)).toMatchObject({ statusCode: 401 });
    expect(text).not.toContain('some-other-key');
    expect(text).not.toContain(sandbox.subscriptionKey);
  });

  test('is checked before the parameters', async () => {
    const sandbox = await open();
    expect((await fetch(urlOf(sandbox, SALES, { nonsense: 1 }))).status).toBe(401);
  });

  test('can be chosen', async () => {
    const sandbox = await open({ subscriptionKey: 'mine' });
    expect(sandbox.subscriptionKey).toBe('mine');
    expect((await ask(sandbox, STORES)).status).toBe(200);
  });
});

describe('paths and methods', () => {
  test.each(['/', '/stores/v1/details', `${STORES}/`, '/Stores/v0/details'])(
    '%s is not found',
    async (path) => {
      const sandbox = await open();
      const response = await ask(sandbox, path);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ statusCode: 404 });
    },
  );

  test.each([
    ['POST', SALES, 'GET'],
    ['PUT', STORES, 'GET'],
    ['DELETE', STOCK, 'GET'],
    ['GET', PERMISSION, 'PUT'],
  ])('%s %s is not allowed', async (method, path, allowed) => {
    const sandbox = await open();
    const response = await fetch(urlOf(sandbox, path), { method, headers: keyOf(sandbox) });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allowed);
  });
});

describe('wrong parameters', () => {
  const refused: readonly (readonly [string, string, string])[] = [
    ...paths.map((path) => [path, 'colour=red', 'colour'] as const),
    ...paths.map(
      (path) => [path, 'changedSince=2026-11-01&changedSince=2026-11-02', 'changedSince'] as const,
    ),
    ...paths.map((path) => [path, 'changedSince=2026-02-30', 'changedSince'] as const),
    ...paths.map((path) => [path, 'changedSince=20.11.2026', 'changedSince'] as const),
    ...paths.map((path) => [path, 'changedSince=', 'changedSince'] as const),
    [SALES, 'fromSalesDate=2026-1-1', 'fromSalesDate'],
    [SALES, 'toSalesDate=2026-11-19T00:00:00', 'toSalesDate'],
    [SALES, 'fromSalesDate=2026-11-19&toSalesDate=2026-11-18', 'fromSalesDate'],
    [SALES, 'fromStoreId=144&toStoreId=143', 'fromStoreId'],
    [SALES, 'fromStoreId=x', 'fromStoreId'],
    [SALES, 'toStoreId=-1', 'toStoreId'],
    [SALES, 'productId=1.5', 'productId'],
    [SALES, 'vendorId=1e3', 'vendorId'],
    [SALES, 'wholesalerId=', 'wholesalerId'],
    [SALES, 'maxResults=0', 'maxResults'],
    [SALES, 'start=-1', 'start'],
    [SALES, 'storeId=143', 'storeId'],
    [STORES, 'storeId=Moss', 'storeId'],
    [STORES, 'maxResults=5', 'maxResults'],
    [STOCK, 'productId=abc', 'productId'],
    [STOCK, 'includeZeroStock=yes', 'includeZeroStock'],
    [STOCK, 'includeZeroStock=True', 'includeZeroStock'],
    [STOCK, 'maxResults=0', 'maxResults'],
    [STOCK, 'start=99999999999999999999', 'start'],
  ];

  test.each(refused)('%s?%s is a bad request that names %s', async (path, query, name) => {
    const sandbox = await open();
    const response = await fetch(`${sandbox.url}${path}?${query}`, { headers: keyOf(sandbox) });
    expect(response.status).toBe(400);
    const { statusCode, message } = await contentOf<Refused>(response);
    expect(statusCode).toBe(400);
    expect(message).toContain(`"${name}"`);
  });
});

describe('the answer on the wire', () => {
  test.each(paths)('%s is JSON in UTF-8, dated by the clock of the sandbox', async (path) => {
    const sandbox = await open();
    const { status, headers, body } = await askRaw(sandbox, path);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['content-length']).toBe(String(body.length));
    expect(headers.date).toBe('Fri, 20 Nov 2026 09:00:00 GMT');
  });

  test.each(['gzip', 'gzip, deflate, br', 'br,gzip'])(
    'is compressed for Accept-Encoding: %s',
    async (accepted) => {
      const sandbox = await open();
      const plain = await askRaw(sandbox, STORES);
      const packed = await askRaw(sandbox, STORES, { ...keyOf(sandbox), 'Accept-Encoding': accepted });
      expect(packed.headers['content-encoding']).toBe('gzip');
      expect(packed.body.length).toBeLessThan(plain.body.length / 2);
      expect(gunzipSync(packed.body)).toEqual(plain.body);
    },
  );

  test.each(['identity', 'br', 'gzip;q=0'])('is plain for %s', async (accepted) => {
    const sandbox = await open();
    const { headers } = await askRaw(sandbox, STORES, { ...keyOf(sandbox), 'Accept-Encoding': accepted });
    expect(headers['content-encoding']).toBeUndefined();
  });
});

describe('the list of requests', () => {
  test('holds every request with its status and a masked key', async () => {
    const sandbox = await open();
    await ask(sandbox, STORES, { storeNameContains: 'Ålesund' });
    await fetch(urlOf(sandbox, '/nowhere'));
    const body = JSON.stringify({ email: 'a@b.example' });
    await fetch(urlOf(sandbox, PERMISSION), { method: 'PUT', headers: keyOf(sandbox), body });
    const at = Date.parse('2026-11-20T10:00:00+01:00');
    expect(sandbox.requests).toMatchObject([
      { at, method: 'GET', path: STORES, query: { storeNameContains: 'Ålesund' }, body: '', status: 200 },
      { at, method: 'GET', path: '/nowhere', query: {}, status: 404 },
      { at, method: 'PUT', path: PERMISSION, body, status: 400 },
    ]);
    expect(sandbox.requests[0]?.headers['ocp-apim-subscription-key']).toBe('***');
    expect(JSON.stringify(sandbox.requests)).not.toContain(sandbox.subscriptionKey);
  });
});
