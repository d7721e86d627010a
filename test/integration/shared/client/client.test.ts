import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { RetailDataClient } from 'retail-data-client';
import type { EndedAttempt, SentRequest } from 'retail-data-client/http/hooks';
import { startSandbox } from 'retail-data-client/sandbox';
import { Agent, ProxyAgent } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ANSWERS } from '../../../support/answers.ts';
import { createJumpingClock } from '../../../support/fakeClock.ts';
import { listenInTest } from '../../../support/listening.ts';
import { PATHS } from '../../../support/mockedService.ts';
import { httpAnswer, httpHead, startRawServer } from '../../../support/rawServer.ts';
import { startSmallService, TWO_DAYS } from '../../../support/sandboxClient.ts';
import { createTestClient, KEY, rejection } from '../../../support/testClient.ts';

const NOW = Date.parse('2026-11-20T11:00:00Z');

/** A service that gives one store, and what it was asked. */
async function startStores(...statuses: readonly number[]) {
  return startRawServer((socket, number) =>
    socket.write(httpAnswer(JSON.stringify(ANSWERS.stores), { 'x-request-id': 'r-1' }, statuses[number])),
  );
}

/** A proxy that leads wherever it is asked to, and what it was asked. */
async function startProxy() {
  const asked: string[] = [];
  const server = createServer((incoming, response) => {
    const { url = '', method, headers } = incoming;
    asked.push(`${method} ${url}`);
    const outgoing = request(url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(outgoing);
  });
  server.on('connect', ({ url = '' }, socket) => {
    asked.push(`CONNECT ${url}`);
    const { hostname, port } = new URL(`http://${url}`);
    const tunnel = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(tunnel).pipe(socket);
    });
    for (const end of [socket, tunnel]) end.on('error', () => {});
  });
  return { url: `http://127.0.0.1:${await listenInTest(server)}`, asked };
}

test('needs an address and a key, and nothing else', async () => {
  const sandbox = await startSandbox({ now: () => NOW, stores: 3, products: 4 });
  onTestFinished(() => sandbox.close());
  const client = new RetailDataClient({ baseUrl: sandbox.url, subscriptionKey: sandbox.subscriptionKey });
  onTestFinished(() => client.close());

  expect(await client.stores()).toHaveLength(3);
  const products = new Set<string>();
  for await (const { productId, stock } of client.accumulatedStock()) {
    expect(stock).toBeGreaterThan(0);
    products.add(productId);
  }
  expect(products.size).toBeGreaterThan(0);
  const [held] = sandbox.truth.permissions();
  const { email = '', roleId = '', mainRoleId = '' } = held ?? {};
  const change = { email, roleId, mainRoleId, active: false };
  expect(await client.setPermission(change)).toMatchObject(change);
});

test('clients of one address and key share their limit of stock calls, others do not', async () => {
  const [sandbox, other] = [await startSandbox({ now: () => NOW }), await startSandbox({ now: () => NOW })];
  onTestFinished(() => sandbox.close());
  onTestFinished(() => other.close());
  const callsLeft = (baseUrl: string, subscriptionKey: string) => {
    const client = new RetailDataClient({ baseUrl, subscriptionKey });
    onTestFinished(() => client.close());
    return client.rateLimiter.remaining();
  };
  const { url, subscriptionKey } = sandbox;
  const client = new RetailDataClient({ baseUrl: url, subscriptionKey });
  onTestFinished(() => client.close());
  await client.accumulatedStock().toArray();
  const left = await client.rateLimiter.remaining();
  expect(left).toBeLessThan(20);
  expect(await callsLeft(`${url}/`, ` ${subscriptionKey} `)).toBe(left);
  expect(await callsLeft(url, 'another-key')).toBe(20);
  expect(await callsLeft(other.url, subscriptionKey)).toBe(20);
});

test.each(['baseUrl', 'subscriptionKey'] as const)('says so when %s is not set', (field) => {
  const settings = { baseUrl: 'https://api.example.com', subscriptionKey: KEY, [field]: undefined };
  // As a program in JavaScript calls it.
  const make = () => Reflect.construct(RetailDataClient, [settings]);
  expect(make).toThrow(`${field} is not set, but it must be`);
});

test('closes itself at the end of its block, and says so to a later call at once', async () => {
  const server = await startStores();
  let kept: RetailDataClient;
  {
    await using client = new RetailDataClient({ baseUrl: server.url, subscriptionKey: KEY });
    await client.stores();
    kept = client;
  }
  await server.allClosed();
  const error = await rejection(kept.stores());
  expect(String(error)).toBe(
    'InvalidInputError: the client is "closed", but it must be open: after close(), make a new client.',
  );
});

test('gives one page with its total and headers', async () => {
  const server = await startRawServer((socket) => socket.write(httpAnswer('[]', { 'X-Total-COUNT': '7' })));
  const client = createTestClient({ baseUrl: server.url });
  const { data, total, headers } = await client.get('accumulatedStock', { start: 5, maxResults: 2 });
  expect({ data, total, type: headers['content-type'] }).toEqual({
    data: [],
    total: 7,
    type: 'application/json',
  });
  expect(server.requests[0]?.head).toContain('?maxResults=2&start=5 ');
});

describe('the rows of a read', () => {
  test('come one by one, in batches, all together, or the first of them', async () => {
    const { client, sandbox } = await startSmallService();
    const sales = client.dailySales(TWO_DAYS);
    const all = await sales.toArray();
    const rows: unknown[] = [];
    for await (const sale of sales) rows.push(sale);
    expect(rows).toEqual(all);
    const batches: unknown[] = [];
    for await (const batch of sales.batches()) batches.push(...batch);
    expect(batches).toEqual(all);

    const before = sandbox.requests.length;
    expect(await sales.toArray({ limit: 3 })).toEqual(all.slice(0, 3));
    expect(sandbox.requests.slice(before).map(({ query }) => query.maxResults)).toEqual(['3']);
    expect(await client.dailySales(TWO_DAYS, { limit: 2 }).toArray({ limit: 3 })).toHaveLength(2);
  });
});

describe('what a call leaves open', () => {
  test('is taken from the client, and a call of its own mind wins', async () => {
    const server = await startStores(500, 500, 500, 500);
    const client = new RetailDataClient({ baseUrl: server.url, subscriptionKey: KEY, maxRetries: 0 });
    onTestFinished(() => client.close());
    await rejection(client.stores());
    expect(server.requests).toHaveLength(1);
    await rejection(client.stores({}, { maxRetries: 1 }));
    expect(server.requests).toHaveLength(3);
    await rejection(client.stores({}, { maxRetries: undefined }));
    expect(server.requests).toHaveLength(4);
  });

  test('either signal ends a call', async () => {
    const server = await startRawServer(() => {});
    const [ofClient, ofCall] = [new AbortController(), new AbortController()];
    const client = new RetailDataClient({
      baseUrl: server.url,
      subscriptionKey: KEY,
      signal: ofClient.signal,
    });
    onTestFinished(() => client.close());
    const first = rejection(client.stores({}, { signal: ofCall.signal }));
    ofCall.abort(new Error('this call'));
    expect(await first).toMatchObject({ message: 'this call' });
    const second = rejection(client.dailySales({}, { signal: new AbortController().signal }).toArray());
    ofClient.abort(new Error('all of them'));
    expect(await second).toMatchObject({ message: 'all of them' });
  });

  test('the client is told of a wait, unless a call has a listener of its own', async () => {
    const asksToWait = httpAnswer('', { 'retry-after': '20' }, 429);
    const stores = httpAnswer(JSON.stringify(ANSWERS.stores));
    const server = await startRawServer((socket, number) =>
      socket.write(number % 2 === 0 ? asksToWait : stores),
    );
    const told: string[] = [];
    const client = new RetailDataClient({
      baseUrl: server.url,
      subscriptionKey: KEY,
      clock: createJumpingClock(),
      onWait: ({ waitMs }) => told.push(`client ${waitMs}`),
    });
    onTestFinished(() => client.close());
    await client.stores();
    await client.stores({}, { onWait: ({ waitMs }) => told.push(`call ${waitMs}`) });
    expect(told).toEqual(['client 20000', 'call 20000']);
  });

  test.each([-1, 1.5, Number.NaN])('a wrong number of retries is refused, such as %d', async (maxRetries) => {
    const server = await startStores();
    const error = await rejection(createTestClient({ baseUrl: server.url }).stores({}, { maxRetries }));
    expect(String(error)).toBe(
      `InvalidInputError: maxRetries is ${maxRetries}, but it must be a whole number from 0 up.`,
    );
    expect(server.requests).toEqual([]);
  });
});

describe('every request', () => {
  test('names the client and its version, unless the caller names itself', async () => {
    const server = await startStores();
    const { version } = JSON.parse(readFileSync('shared/package.json', 'utf8'));
    const options = { baseUrl: server.url, subscriptionKey: KEY };
    const plain = new RetailDataClient(options);
    const named = new RetailDataClient({ ...options, headers: { 'User-Agent': 'nightly/1', 'x-team': 'a' } });
    onTestFinished(() => plain.close());
    onTestFinished(() => named.close());
    await plain.stores();
    await named.stores();
    expect(server.requests[0]?.head).toMatch(new RegExp(`user-agent: retail-data-client/${version}\r`, 'i'));
    expect(server.requests[1]?.head.match(/user-agent: .*/gi)).toEqual(['user-agent: nightly/1']);
    expect(server.requests[1]?.head).toMatch(/x-team: a\r/i);
  });

  test('has one key, the one of the client', async () => {
    const server = await startStores();
    const headers = { 'ocp-apim-subscription-key': 'another', 'Accept-Encoding': 'br' };
    const client = new RetailDataClient({ baseUrl: server.url, subscriptionKey: KEY, headers });
    onTestFinished(() => client.close());
    await client.stores();
    const { head = '' } = server.requests[0] ?? {};
    expect(head.match(/subscription-key: .*/gi)).toEqual([`Subscription-Key: ${KEY}`]);
    expect(head.match(/accept-encoding: .*/gi)).toEqual(['accept-encoding: gzip']);
  });

  test('is shown to the hooks, retries and pages too, and the key never', async () => {
    const { sandbox } = await startSmallService();
    sandbox.fail({ operation: 'dailySales', fault: { kind: 'status', status: 503 } });
    const [sent, ended]: [SentRequest[], EndedAttempt[]] = [[], []];
    const client = new RetailDataClient({
      baseUrl: sandbox.url,
      subscriptionKey: sandbox.subscriptionKey,
      clock: { now: () => NOW, sleep: async () => {} },
      hooks: {
        beforeRequest(request) {
          request.headers['x-trace'] = `t-${sent.push(request)}`;
        },
        afterAttempt: (attempt) => void ended.push(attempt),
      },
    });
    onTestFinished(() => client.close());
    await client.dailySales(TWO_DAYS, { pageSize: 100_000 }).toArray();
    expect(ended.map(({ status, attempt }) => [status, attempt])).toEqual([
      [503, 1],
      [200, 2],
      [200, 1],
      [200, 1],
    ]);
    expect(ended.map(({ error }) => String(error).split(':')[0])).toEqual([
      'ServerError',
      ...Array(3).fill('undefined'),
    ]);
    expect(sent.map(({ query }) => query.start !== undefined)).toEqual([false, false, true, true]);
    expect(JSON.stringify(sent)).not.toContain(sandbox.subscriptionKey);
    const traces = sandbox.requests.map(({ headers }) => headers['x-trace']);
    expect(traces.slice(-4)).toEqual(['t-1', 't-2', 't-3', 't-4']);
  });

  test.each([
    ['of an impossible name', { 'x team': 'a' }, 'headers is "x team"'],
    ['of two lines', { 'x-team': 'a\nb' }, 'headers["x-team"] is "(hidden)"'],
    ["that is the connection's own", { 'transfer-encoding': 'chunked' }, 'headers is "(hidden)"'],
  ])('is not sent with a header %s, nor tried again', async (_, headers, message) => {
    const server = await startStores();
    const ended: EndedAttempt[] = [];
    const hooks = { afterAttempt: (attempt: EndedAttempt) => void ended.push(attempt) };
    const client = new RetailDataClient({ baseUrl: server.url, subscriptionKey: KEY, headers, hooks });
    onTestFinished(() => client.close());
    const error = await rejection(client.stores());
    expect(error).toMatchObject({ kind: 'invalidInput' });
    expect(String(error)).toContain(message);
    expect(ended).toHaveLength(1);
    expect(server.requests).toEqual([]);
  });

  test.each(['beforeRequest', 'afterAttempt'] as const)(
    'ends with what the hook %s throws, and keeps no connection',
    async (hook) => {
      const server = await startStores();
      const refuse = () => {
        throw new Error('not now');
      };
      const client = new RetailDataClient({
        baseUrl: server.url,
        subscriptionKey: KEY,
        hooks: { [hook]: refuse },
      });
      expect(await rejection(client.stores())).toMatchObject({ message: 'not now' });
      expect(server.requests).toHaveLength(hook === 'beforeRequest' ? 0 : 1);
      await client.close();
      await server.allClosed();
    },
  );

  test('shows a mistake in a dispatcher as it is: no connection failed, and nothing is repeated', async () => {
    let sent = 0;
    const dispatcher = new Agent().compose(() => (_options, _handler) => {
      sent += 1;
      throw new TypeError('options.path is no function');
    });
    onTestFinished(() => dispatcher.close());
    const client = new RetailDataClient({ baseUrl: 'https://a.example', subscriptionKey: KEY, dispatcher });
    const error = await rejection(client.stores({}, { maxRetries: 1 }));
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({ message: 'options.path is no function' });
    expect(sent).toBe(1);
  });

  test('that breaks off or is given up is told with its error', async () => {
    const server = await startRawServer((socket) =>
      socket.end(Buffer.concat([httpHead({ 'content-length': '9000' }), Buffer.from('[')])),
    );
    const ended: EndedAttempt[] = [];
    const client = new RetailDataClient({
      baseUrl: server.url,
      subscriptionKey: KEY,
      maxRetries: 0,
      hooks: { afterAttempt: (attempt) => void ended.push(attempt) },
    });
    onTestFinished(() => client.close());
    const broken = [await rejection(client.stores()), await rejection(client.dailySales().toArray())];
    const signal = AbortSignal.abort(new Error('given up'));
    await rejection(client.stores({}, { signal }));
    expect(ended.map(({ operation, status }) => [operation, status])).toEqual([
      ['stores', 200],
      ['dailySales', 200],
    ]);
    expect(ended.map(({ error }) => error)).toEqual(broken);
    expect(broken).toMatchObject([{ kind: 'truncated' }, { kind: 'truncated' }]);
  });

  test.each([
    ['as to this machine', false],
    ['by a tunnel, as to https', true],
  ])('goes through the proxy that was given, %s, which outlives the client', async (_, proxyTunnel) => {
    const server = await startRawServer((socket, number) =>
      socket.write(
        number === 0
          ? httpAnswer(JSON.stringify(ANSWERS.permission))
          : httpAnswer(gzipSync(JSON.stringify(ANSWERS.stores)), { 'content-encoding': 'gzip' }),
      ),
    );
    const proxy = await startProxy();
    const dispatcher = new ProxyAgent({ uri: proxy.url, proxyTunnel });
    onTestFinished(() => dispatcher.close());
    const client = new RetailDataClient({ baseUrl: server.url, subscriptionKey: KEY, dispatcher });
    const { email, roleId, mainRoleId, active } = ANSWERS.permission;
    const change = { email, roleId, mainRoleId, active };
    expect(await client.setPermission(change)).toEqual(ANSWERS.permission);
    expect(await client.stores()).toEqual(ANSWERS.stores);
    const [sent, read] = server.requests;
    expect(JSON.parse(sent?.body ?? '')).toEqual(change);
    for (const { head } of [sent, read].filter((each) => each !== undefined)) {
      expect(head.match(/subscription-key: .*/gi)).toEqual([expect.stringContaining(KEY)]);
    }
    expect(new Set(proxy.asked)).toEqual(
      new Set(
        proxyTunnel
          ? [`CONNECT ${new URL(server.url).host}`]
          : [`PUT ${server.url}${PATHS.permission}`, `GET ${server.url}${PATHS.stores}`],
      ),
    );

    await client.close();
    const later = await dispatcher.request({ origin: server.url, path: '/', method: 'GET' });
    expect(later.statusCode).toBe(200);
    await later.body.dump();
  });
});

describe('an error after a response', () => {
  test.each([
    ['a status', 400, JSON.stringify({ message: 'no' })],
    ['a body that is no JSON', 200, '<html>'],
    ['a field of another type', 200, '[{"storeId":1}]'],
  ])('has its headers, and the id that the service gave: %s', async (_, status, body) => {
    const headers = { 'x-request-id': 'r-42', 'retry-after': '9' };
    const server = await startRawServer((socket) => socket.write(httpAnswer(body, headers, status)));
    const error = await rejection(createTestClient({ baseUrl: server.url }).stores({}, { maxRetries: 0 }));
    expect(error).toMatchObject({ status, requestId: 'r-42', headers });
  });

  test('has them in the middle of sales too, and the rows that came before', async () => {
    const server = await startRawServer((socket) =>
      socket.write(
        httpAnswer('[{"salesDate":"2026-11-20","storeSales":[{"storeId":1}]}]', { 'request-id': 'r-7' }),
      ),
    );
    const error = await rejection(createTestClient({ baseUrl: server.url }).dailySales().toArray());
    expect(error).toMatchObject({ kind: 'unexpectedResponse', requestId: 'r-7', rowsReceived: 0 });
  });

  test('without a response there are none', async () => {
    const client = createTestClient({ baseUrl: 'http://127.0.0.1:9' });
    const error = await rejection(client.stores({}, { maxRetries: 0 }));
    expect(error).toMatchObject({ kind: 'connection', headers: undefined, requestId: undefined });
  });
});
