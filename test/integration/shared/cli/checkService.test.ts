import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type Sandbox, type SandboxOptions, startSandbox } from 'retail-data-client/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { runCheckService } from '../../../../shared/cli/checkService/command.ts';
import { createJumpingClock } from '../../../support/fakeClock.ts';
import { PATHS } from '../../../support/mockedService.ts';
import { startRawServer } from '../../../support/rawServer.ts';

/** Friday 2026-11-20, 12:00 in Oslo. */
const FRIDAY_NOON = Date.parse('2026-11-20T11:00:00Z');
const KEY = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';

async function startService(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({
    now: () => FRIDAY_NOON,
    subscriptionKey: KEY,
    stores: 12,
    products: 24,
    ...options,
  });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

async function stoppedService(): Promise<string> {
  const sandbox = await startService();
  await sandbox.close();
  return sandbox.url;
}

async function runCommand(
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  signal: AbortSignal = new AbortController().signal,
) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const clock = createJumpingClock(FRIDAY_NOON);
  const code = await runCheckService(
    { args, environment, stdout, stderr, clock, signal },
    'npm run check-service',
  );
  return { code, stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') };
}

function settingsOf(url: string, key = KEY) {
  return { RETAIL_DATA_BASE_URL: url, RETAIL_DATA_SUBSCRIPTION_KEY: key };
}

/** What the command prints about each question, by operation and title. */
function partsOf(stdout: string): ReadonlyMap<string, string> {
  const [, ...parts] = stdout.trimEnd().split('\n\n');
  return new Map(parts.map((part) => [titleOf(part), part]));
}

/** The five lines at the end. */
function verdictOf(stdout: string): readonly string[] {
  const [, lines = ''] = stdout.split('\nVerdict\n');
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => line.trim());
}

function titleOf(part: string): string {
  const [title = '', request = ''] = part.split('\n');
  return `${Object.entries(PATHS).find(([, path]) => request.includes(path))?.[0]}: ${title}`;
}

test('prints each question with what came, and ends with 0', async () => {
  const { code, stdout, stderr } = await runCommand(settingsOf((await startService()).url));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const parts = partsOf(stdout);
  expect(parts.get('stores: All stores')?.split('\n')).toEqual(
    expect.arrayContaining([
      '  GET /stores/v0/details',
      expect.stringMatching(/^ {2}200 after \d+ ms, \d+ characters$/),
      '  content-encoding: gzip',
      '  content-type: application/json; charset=utf-8',
      '  rows: 12, ascending by storeId (as numbers)',
      expect.stringMatching(/^ {4}\{"storeId":"0094","storeName":"Ås".*…$/),
      '  storeId: 8 like "0094", 4 like "118"',
      '  address.gpsCoord: 10 like "(59.6649, 10.7927)", 2 like "(62.4722, 6.1549)"',
      expect.stringMatching(/^ {2}openingHours.regularHours\[\]\.openingTime: \d+ like "10:00", \d+ like ""/),
      '  lastChanged.date: 12 like "2026-10-31"',
    ]),
  );
  expect(parts.get('stores: A wrong key')).toContain('  401 after');
  expect(parts.get('stores: A wrong key')).toContain('No data: {"statusCode":401,"message":"Access denied.');
  expect(parts.get('stores: The store 0094')).toMatch(
    /storeId=94\n[\s\S]*1 should come: 1 came, and 0 others\.$/,
  );
  expect(parts.get('stores: A name in capitals')).toContain('storeNameContains=%C3%85S\n');
  expect(parts.get('dailySales: Sales of the last 14 days')?.split('\n')).toEqual(
    expect.arrayContaining([
      '  GET /my-products/v0/daily-sales-per-store?fromSalesDate=2026-11-06&maxResults=10000',
      expect.stringMatching(
        /^ {2}rows: \d+, records: 12, ascending by salesDate, storeId, productId \(as numbers\)/,
      ),
      expect.stringMatching(/^ {2}salesVolume: \d+ like \d/),
      expect.stringMatching(/^ {2}salesQuantity: \d+ like \d+, \d+ like -\d$/),
    ]),
  );
  expect(parts.get('dailySales: A page from the middle')).toMatch(
    /rows: 20,[\s\S]*These are rows (\d+) to \d+ of the \d+ in the first answer\.$/,
  );
  expect(parts.get('dailySales: A page after the last row')).toMatch(/rows: 0$/);
  expect(parts.get('dailySales: One day')).toMatch(/ (\d+) should come: \1 came, and 0 others\.$/);
  expect(parts.get('dailySales: One store')).toMatch(/ (\d+) should come: \1 came, and 0 others\.$/);
  expect(parts.get('accumulatedStock: All stock')).toContain('  x-total-count: 48\n  rows: 48,');
  expect(verdictOf(stdout)).toEqual([
    'Answers: every question was answered.',
    'Form: every record is as the interface describes it.',
    'Filters: each gives the rows that it should.',
    'Total of stock: x-total-count says 48 and 48 rows came; leave totalHeader as it is.',
    'Page size: leave it to the service.',
  ]);
  expect(parts.get('accumulatedStock: A page from the middle')).toMatch(
    / {2}link: <.*>; rel="prev", <.*rel="next"\n/,
  );
  expect(parts.get('accumulatedStock: Without stock 0')).toMatch(
    / (\d+) should come: \1 came, and 0 others\.$/,
  );
});

test('only reads, asks nothing twice, and for stock at most six times', async () => {
  const sandbox = await startService();
  await runCommand(settingsOf(sandbox.url));
  const { requests } = sandbox;
  expect(requests.every(({ method, path }) => method === 'GET' && path !== PATHS.permission)).toBe(true);
  expect(requests.filter(({ path }) => path === PATHS.accumulatedStock)).toHaveLength(6);
  expect(requests.length).toBeLessThanOrEqual(20);
  const accepted = requests.filter(({ status }) => status === 200);
  expect(new Set(accepted.map(({ path, query }) => JSON.stringify([path, query]))).size).toBe(
    accepted.length,
  );
  // A large page is asked for only where a product narrows it.
  const unnarrowed = requests.filter(({ query }) => query.productId === undefined);
  expect(Math.max(...unnarrowed.map(({ query }) => Number(query.maxResults ?? 0)))).toBe(10_000);
});

type Served = readonly [status: number, body: string, headers?: OutgoingHttpHeaders];

/** A service written by hand, which does nothing as the sandbox does. */
async function startOther(answer: (url: URL, key: string | undefined) => Served): Promise<string> {
  const server = createServer(({ url, headers }, response) => {
    const key = headers['ocp-apim-subscription-key'];
    const [status, body, extra] = answer(new URL(url ?? '', 'http://other'), key?.toString());
    response.writeHead(status, { 'content-type': 'application/json', ...extra }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}

const OTHER_STORES = [
  { storeId: '20', storeName: 'Vik', opens: '10.00', email: null, lastChanged: { date: '2026-11-18' } },
  { storeId: '3', storeName: 'Nes', opens: '9', lastChanged: { date: '2026-11-19' } },
  { storeId: '007', storeName: 'Dal', opens: 10, lastChanged: { date: '2026-11-19' } },
];

/** Two days of two stores with three products each. */
const OTHER_SALES = ['2026-11-18', '2026-11-19'].map((salesDate) => ({
  salesDate,
  storeSales: ['3', '20'].map((storeId) => ({
    storeId,
    sales: ['1', '2', '10'].map((productId) => ({
      productId,
      salesVolume: 0.7505,
      salesQuantity: 1.5,
      lastChanged: { date: '20261119' },
    })),
  })),
}));

function otherAnswer({ pathname, searchParams: query }: URL, key: string | undefined): Served {
  switch (pathname) {
    case PATHS.stores: {
      if (key !== KEY) return [403, 'no entry', { 'content-type': 'text/plain' }];
      if (query.has('storeId')) return [200, '[]'];
      // Only later days, and everything for a name.
      const since = query.get('changedSince') ?? '';
      return [200, JSON.stringify(OTHER_STORES.filter(({ lastChanged }) => lastChanged.date > since))];
    }
    case PATHS.dailySales:
      if (query.get('start') === '12') return [400, '{"error":"start"}'];
      // The end of a period is not part of it; a page holds whole days.
      if (query.has('toSalesDate')) return [200, '[]'];
      return [200, JSON.stringify(query.has('start') ? OTHER_SALES.slice(1) : OTHER_SALES)];
    default:
      if (query.size > 1) return [429, 'slow down', { 'Retry-After': '30', 'X-RateLimit-Remaining': '0' }];
      return [200, '[{"productId":"1","stock":0,"updatedDate":"2026-11-20"}]', { 'X-Records': '66000' }];
  }
}

test('shows what a service does in another way', async () => {
  const { code, stdout, stderr } = await runCommand(settingsOf(await startOther(otherAnswer)));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const parts = partsOf(stdout);
  expect(parts.get('stores: All stores')?.split('\n').slice(3)).toEqual([
    '  content-type: application/json',
    '  rows: 3, not ascending by storeId',
    ...OTHER_STORES.map((store) => `    ${JSON.stringify(store)}`),
    '  storeId: 1 like "20", 1 like "3", 1 like "007"',
    '  storeName: 3 like "Vik"',
    '  opens: 1 like "10.00", 1 like "9", 1 like 10',
    '  email: 1 like null',
    '  lastChanged.date: 3 like "2026-11-18"',
  ]);
  expect(parts.get('stores: A wrong key')).toMatch(
    / {2}403 after [\s\S]*text\/plain\n {2}No data: no entry$/,
  );
  expect(parts.get('stores: Changed since a day')).toMatch(
    /=2026-11-19\n[\s\S]*2 should come: 0 came, and 0 others\.$/,
  );
  expect(parts.get('stores: The store 007')).toMatch(
    /storeId=7\n[\s\S]*1 should come: 0 came, and 0 others\.$/,
  );
  expect(parts.get('stores: A name in capitals')).toMatch(
    /=VIK\n[\s\S]*1 should come: 1 came, and 2 others\.$/,
  );
  expect(parts.get('dailySales: Sales of the last 14 days')).toMatch(/salesVolume: 12 like 0\.7505\n/);
  expect(parts.get('dailySales: A page from the middle')).toMatch(
    /rows: 6,[\s\S]* rows 7 to 12 of the 12 in/,
  );
  expect(parts.get('dailySales: A page after the last row')).toMatch(
    / {2}400 after [\s\S]*No data: \{"error":"start"\}$/,
  );
  expect(parts.get('dailySales: One day')).toMatch(/6 should come: 0 came, and 0 others\.$/);
  expect(parts.get('dailySales: One store')).toMatch(/6 should come: 6 came, and 6 others\.$/);
  expect(parts.get('dailySales: Changed since a day'), 'a day in another form').toBeUndefined();
  expect(parts.get('accumulatedStock: All stock')).toContain('  x-records: 66000\n  rows: 1\n');
  expect(verdictOf(stdout)).toEqual([
    'Answers: Daily sales, "A page after the last row": 400, Accumulated stock, "Changed since a day": 429.',
    'Form: Stores at 0.status (expected string), Daily sales at 0.storeSales.0.sales.0.lastChanged.time (expected string), Accumulated stock at 0.numberOfStoresWithStock (expected number).',
    'Filters: "Changed since a day", "The store 007", "A name in capitals", "One day", "One store", "One product, and a large maxResults".',
    'Total of stock: no header has it; nothing is to be set.',
    'Page size: leave it to the service.',
  ]);
});

test('after a stock call that was refused, no other follows, and the refusal is shown with its headers', async () => {
  const { stdout } = await runCommand(settingsOf(await startOther(otherAnswer)));
  const parts = [...partsOf(stdout)].filter(([title]) => title.startsWith('accumulatedStock'));
  expect(parts.map(([title]) => title)).toEqual([
    'accumulatedStock: All stock',
    'accumulatedStock: Changed since a day',
  ]);
  expect(parts[1]?.[1].split('\n').slice(2)).toEqual([
    expect.stringMatching(/^ {2}429 after/),
    '  content-type: application/json',
    '  retry-after: 30',
    '  x-ratelimit-remaining: 0',
    '  No data: slow down',
    '  Nothing further is asked of this operation.',
  ]);
});

test('an answer that breaks off is told, and the rest is asked all the same', async () => {
  const sandbox = await startService();
  sandbox.fail({ fault: { kind: 'truncate', framing: 'content-length' }, operation: 'stores' });
  const { code, stdout } = await runCommand(settingsOf(sandbox.url));
  expect(code).toBe(0);
  expect(partsOf(stdout).get('stores: All stores')).toMatch(/\n {2}No whole answer came: \S+/);
  expect(partsOf(stdout).get('dailySales: One day')).toContain('rows: ');
});

test('a body without an end is given up', async () => {
  const server = await startRawServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n[');
    const block = Buffer.alloc(1_000_000, ' ');
    const pour = () => socket.write(block, (error) => error ?? pour());
    pour();
  });
  const { code, stdout } = await runCommand(settingsOf(server.url));
  expect(code).toBe(1);
  expect(stdout).toContain('No whole answer came: Stores: the answer has more than 32 MB');
});

test('without settings it says which are missing and how to try it', async () => {
  const { code, stdout, stderr } = await runCommand({});
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.trimEnd().split('\n')).toEqual([
    'RETAIL_DATA_BASE_URL is not set, but it must be an address such as https://api.example.com.',
    expect.stringContaining('RETAIL_DATA_SUBSCRIPTION_KEY is not set'),
    'To try it without a key, start npm run sandbox and set the two values it prints.',
  ]);
});

test('a flag is refused before anything is asked', async () => {
  const sandbox = await startService();
  const { code, stdout, stderr } = await runCommand(settingsOf(sandbox.url), ['--fast']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe('check-service has no flag "--fast". Leave it out.\n');
  expect(sandbox.requests).toHaveLength(0);
});

test.each([
  [
    'a service that is not there',
    stoppedService,
    'No whole answer came: Stores: the service could not be reached (ECONNREFUSED).',
  ],
  [
    'a key that is refused',
    async () => (await startService({ subscriptionKey: 'another' })).url,
    '401 after',
  ],
  ['a redirect', () => startOther(() => [302, '', { location: '/moved' }]), 'location: /moved'],
  ['a web page', () => startOther(() => [200, '<html>Hello</html>']), 'No data: <html>Hello</html>'],
])('%s is shown, asked once for each operation, and ends with 1', async (_, start, shown) => {
  const { code, stdout, stderr } = await runCommand(settingsOf(await start()));
  expect(code).toBe(1);
  expect(partsOf(stdout).size).toBe(3);
  expect(stdout).toContain(shown);
  expect(stderr).toBe(
    'No answer held data. After 401 or 403, check RETAIL_DATA_SUBSCRIPTION_KEY, else RETAIL_DATA_BASE_URL.\n',
  );
});

test('the key is never shown, even where the service repeats it, whole or at the end of a line', async () => {
  const body = `${'x'.repeat(190)}${KEY} and ${KEY}\u001b[31m\u202e`;
  const url = await startOther(({ pathname }) =>
    pathname === PATHS.stores
      ? [400, body, { 'x-caller': KEY }]
      : [200, JSON.stringify([{ productId: KEY }])],
  );
  const { stdout, stderr } = await runCommand(settingsOf(url));
  expect(stdout).toContain('x-caller: ***');
  expect(stdout + stderr).not.toContain(KEY.slice(0, 8));
  // The service's own escape of a terminal, and its mark that turns a line around, may not come through.
  for (const character of ['\u001b', '\u202e']) expect(stdout).not.toContain(character);
});

test('stops when it is asked to', async () => {
  const { code, stderr } = await runCommand(settingsOf((await startService()).url), [], AbortSignal.abort());
  expect({ code, stderr }).toEqual({ code: 2, stderr: 'Interrupted.\n' });
});

test('runs as a programme', async () => {
  const main = fileURLToPath(new URL('../../../../shared/cli/checkService/main.ts', import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, ...settingsOf((await startService()).url) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(code).toBe(0);
  expect(partsOf(stdout).get('accumulatedStock: A page after the last row')).toMatch(/rows: 0$/);
});
