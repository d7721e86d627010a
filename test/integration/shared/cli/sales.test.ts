import { spawnSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SalesRow } from 'retail-data-client';
import { expect, test } from 'vitest';
import {
  environmentOf,
  makeFolder,
  readOut,
  runCommand,
  startService,
  trueSales,
} from '../../../support/shared/cli/running.ts';

const DAYS = ['09', '10', '11', '12', '13', '14'].map((day) => `2026-11-${day}`);
const WEEK = ['--from', '2026-11-09', '--to', '2026-11-14', '--out', 'sales'];
const HEAD = [
  'salesDate',
  'storeId',
  'productId',
  'salesVolume',
  'salesQuantity',
  'lastChangedDate',
  'lastChangedTime',
];

function cellsOf(row: SalesRow): (string | number)[] {
  const { salesDate, storeId, productId, salesVolume, salesQuantity, lastChangedDate, lastChangedTime } = row;
  return [salesDate, storeId, productId, salesVolume, salesQuantity, lastChangedDate, lastChangedTime];
}

async function place(options: Parameters<typeof startService>[0] = {}) {
  const sandbox = await startService(options);
  const folder = await makeFolder();
  const run = { folder, environment: environmentOf(sandbox) };
  return {
    sandbox,
    folder,
    sales: (args: readonly string[], more: object = {}) => runCommand(args, { ...run, ...more }),
    names: async () => (await readdir(join(folder, 'sales'))).sort(),
    read: (name: string) => readOut(join(folder, 'sales'), name),
    daysAsked: () => sandbox.requests.map(({ query }) => query.fromSalesDate),
  };
}

test.each([[[]], [['--page-size', '50']]])(
  'a day is an international CSV with the truth, with %j',
  async (flags) => {
    const { sandbox, sales, names, read } = await place();
    const { code, stdout, stderr } = await sales([...WEEK, ...flags]);
    const all = trueSales(sandbox, '2026-11-09', '2026-11-14');
    expect([code, stdout]).toEqual([0, `Wrote 6 days to sales: ${all.length} sales.\n`]);
    expect(stderr.split('\n')).toEqual([
      ...DAYS.map((day) => `${day}: ${trueSales(sandbox, day, day).length} sales`),
      '',
    ]);
    expect(await names()).toEqual(DAYS.map((day) => `${day}.csv`));
    expect(all.length).toBeGreaterThan(100);
    for (const day of DAYS) {
      const lines = [HEAD, ...trueSales(sandbox, day, day).map(cellsOf)];
      expect(await read(`${day}.csv`)).toBe(lines.map((cells) => `${cells.join(',')}\r\n`).join(''));
    }
  },
);

test('a Norwegian CSV has semicolons, decimal commas and a byte order mark, and its style in its name', async () => {
  const { sandbox, sales, read } = await place();
  await sales([...WEEK, '--style', 'norwegian']);
  const rows = trueSales(sandbox, '2026-11-12', '2026-11-12');
  const lines = [HEAD, ...rows.map((row) => cellsOf(row).map((cell) => String(cell).replace('.', ',')))];
  expect(await read('2026-11-12.norwegian.csv')).toBe(
    `\uFEFF${lines.map((cells) => `${cells.join(';')}\r\n`).join('')}`,
  );
});

test('NDJSON is the truth, one sale per line', async () => {
  const { sandbox, sales, read } = await place();
  await sales([...WEEK, '--format', 'ndjson']);
  const lines = (await read('2026-11-12.ndjson')).trimEnd().split('\n');
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(
    trueSales(sandbox, '2026-11-12', '2026-11-12'),
  );
});

test('every filter reaches the service and is in the name of the file, so no two exports are mixed up', async () => {
  const { sandbox, sales, names } = await place({ products: 40 });
  const day = ['--from', '2026-11-12', '--to', '2026-11-12', '--out', 'sales'];
  const filters = ['--product', '401', '--from-store', '5', '--to-store', '900', '--vendor', '3'];
  await sales([
    ...day,
    ...filters,
    '--wholesaler',
    '2',
    '--changed-since',
    '2026-11-12',
    '--page-size',
    '77',
  ]);
  expect(sandbox.requests[0]?.query).toEqual({
    fromSalesDate: '2026-11-12',
    toSalesDate: '2026-11-12',
    productId: '401',
    fromStoreId: '5',
    toStoreId: '900',
    vendorId: '3',
    wholesalerId: '2',
    changedSince: '2026-11-12',
    maxResults: '77',
  });
  const storeId = String(Number(trueSales(sandbox, '2026-11-12', '2026-11-12')[0]?.storeId));
  await sales([...day, '--from-store', storeId, '--to-store', storeId]);
  await sales(day);
  expect(await names()).toEqual([
    '2026-11-12.csv',
    `2026-11-12.from-store-${storeId}.to-store-${storeId}.csv`,
  ]);
});

test('a day without sales gets no file, and only days without a file are read by the next run', async () => {
  const { sandbox, folder, sales, names, daysAsked } = await place({ emptyDays: ['2026-11-10'] });
  const upTo = (day: string) => ['--from', '2026-11-09', '--to', day, '--out', 'sales'];
  const first = await sales(upTo('2026-11-11'));
  expect(first.stdout).toMatch(/^Wrote 2 days to sales: \d+ sales\. 1 day has no sales yet\.\n$/);
  expect(first.stderr).toContain('2026-11-10: no sales yet\n');
  expect(await names()).toEqual(['2026-11-09.csv', '2026-11-11.csv']);
  const before = daysAsked().length;
  const second = await sales(upTo('2026-11-12'));
  expect(second.stdout).toMatch(
    /^Wrote 1 day to sales: \d+ sales\. 2 days have a file already; --again reads all\. 1 day has no sales yet\.\n$/,
  );
  expect(new Set(daysAsked().slice(before))).toEqual(new Set(['2026-11-10', '2026-11-12']));
  await writeFile(join(folder, 'sales', '2026-11-09.csv'), 'old');
  await sales([...upTo('2026-11-09'), '--again']);
  expect(await readOut(join(folder, 'sales'), '2026-11-09.csv')).toMatch(/^salesDate,/);
  expect(sandbox.requests.at(-1)?.query.fromSalesDate).toBe('2026-11-09');
});

test('a service that fails midway leaves complete days, and the next run goes on', async () => {
  const { sandbox, sales, names, read } = await place();
  sandbox.fail({ fault: { kind: 'truncate', framing: 'close' }, skip: 7, times: Number.POSITIVE_INFINITY });
  const failed = await sales([...WEEK, '--page-size', '40']);
  expect([failed.code, failed.stdout]).toEqual([1, '']);
  expect(failed.stderr).toMatch(/Days with a file are complete; run the same command again to go on\.\n$/);
  const kept = await names();
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThan(6);
  expect(kept).toEqual(DAYS.slice(0, kept.length).map((day) => `${day}.csv`));
  sandbox.clearFaults();
  expect((await sales(WEEK)).code).toBe(0);
  for (const day of DAYS)
    expect((await read(`${day}.csv`)).trimEnd().split('\n')).toHaveLength(
      trueSales(sandbox, day, day).length + 1,
    );
});

test('a wait that the service asks for is said, and the export goes on', async () => {
  const { sandbox, sales } = await place();
  sandbox.fail({ fault: { kind: 'status', status: 429, headers: { 'retry-after': '27' } } });
  const { code, stderr } = await sales(WEEK);
  expect(code).toBe(0);
  expect(stderr).toContain('Waiting 27 seconds, as the service asked.\n');
});

test('a terminal shows the day that is being read, in a line that is drawn again', async () => {
  const { sandbox, sales } = await place();
  const { stderr } = await sales(WEEK, { columns: 80 });
  const drawn = stderr.split('\r\u001b[2K');
  expect(drawn[1]).toMatch(/^2026-11-09: \d+ sales so far$/);
  expect(drawn).toContain(`2026-11-14: ${trueSales(sandbox, '2026-11-14', '2026-11-14').length} sales\n`);
  expect(drawn.at(-1)).toBe('');
});

test('what a killed run left is removed, and nothing else', async () => {
  const { folder, sales, names } = await place();
  await mkdir(join(folder, 'sales'));
  await writeFile(join(folder, 'sales', '2026-11-09.csv.0f8a.tmp'), 'half');
  await writeFile(join(folder, 'sales', 'notes.tmp'), 'mine');
  await sales(WEEK);
  expect(await names()).toEqual([...DAYS.map((day) => `${day}.csv`), 'notes.tmp']);
});

test('a folder that cannot be made is one sentence with the fix', async () => {
  const { folder, sales, daysAsked } = await place();
  await writeFile(join(folder, 'sales'), 'a file');
  const { code, stderr } = await sales(WEEK);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^A file could not be read or written: EEXIST.*Free up space or fix the permissions/,
  );
  expect(daysAsked()).toEqual([]);
});

test('the page size that came through one day is the first of the next', async () => {
  const { sandbox, sales } = await place({ stores: 30, products: 48 });
  sandbox.fail({ fault: { kind: 'status', status: 504 }, operation: 'dailySales', times: 3 });
  const { code } = await sales(['--from', '2026-11-12', '--to', '2026-11-13', '--out', 'sales']);
  expect(code).toBe(0);
  const sizes = (day: string) =>
    sandbox.requests.filter(({ query }) => query.fromSalesDate === day).map(({ query }) => query.maxResults);
  expect(sizes('2026-11-12').slice(0, 4)).toEqual([undefined, '50000', '25000', '12500']);
  expect(new Set(sizes('2026-11-13'))).toEqual(new Set(['12500']));
});

test('a folder that git would track is warned of, and one that it ignores is not', async () => {
  const { folder, sales } = await place();
  const day = ['--from', '2026-11-12', '--to', '2026-11-12', '--out'];
  expect((await sales([...day, 'outside'])).stderr).not.toContain('Warning');
  spawnSync('git', ['init', '--quiet'], { cwd: folder });
  await writeFile(join(folder, '.gitignore'), '/sales/\n');
  expect((await sales([...day, 'sales'])).stderr).not.toContain('Warning');
  const { code, stderr } = await sales([...day, 'other/sales']);
  expect(code).toBe(0);
  expect(stderr).toContain(`Warning: other/sales is in the git checkout ${folder}, which does not ignore it`);
});

test('on an older Node.js the command says which one it needs', () => {
  const main = fileURLToPath(new URL('../../../../shared/cli/main.ts', import.meta.url));
  const older = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.11.1'})`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', older, main, 'sales'], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^retail-data-client needs Node\.js 22\.19 or later; this is 20\.11\.1\. .*\n$/);
});
