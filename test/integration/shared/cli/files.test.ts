import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SalesRow } from 'retail-data-client';
import { describe, expect, test } from 'vitest';
import { systemFileSystem } from '../../../../shared/cli/sales/fileSystem.ts';
import {
  environmentOf,
  makeFolder,
  readOut,
  runCommand,
  startService,
  trueSales,
} from '../../../support/shared/cli/running.ts';

const WEEK = ['--from', '2026-11-09', '--to', '2026-11-14'];
const HEAD = ['salesDate', 'storeId', 'productId', 'salesVolume', 'salesQuantity'];

function cellsOf(row: SalesRow): (string | number)[] {
  const { salesDate, storeId, productId, salesVolume, salesQuantity, lastChangedDate, lastChangedTime } = row;
  return [salesDate, storeId, productId, salesVolume, salesQuantity, lastChangedDate, lastChangedTime];
}

async function exported(name: string, ...flags: readonly string[]) {
  const sandbox = await startService();
  const folder = await makeFolder();
  const environment = environmentOf(sandbox);
  const result = await runCommand([...WEEK, '--out', name, ...flags], { folder, environment });
  expect(result.stderr).toBe('Reading daily sales.\n');
  expect(result.code).toBe(0);
  expect(await readdir(folder)).toEqual([name]);
  const truth = trueSales(sandbox, '2026-11-09', '2026-11-14');
  return { sandbox, result, truth, text: await readOut(folder, name) };
}

test.each([[], ['--page-size', '50']])(
  'an international CSV is the truth, with flags %j %j',
  async (...flags) => {
    const { text, truth, result } = await exported('sales.csv', ...flags);
    const lines = [[...HEAD, 'lastChangedDate', 'lastChangedTime'], ...truth.map(cellsOf)];
    expect(text).toBe(lines.map((cells) => `${cells.join(',')}\r\n`).join(''));
    expect(truth.length).toBeGreaterThan(100);
    expect(result.stdout).toMatch(
      new RegExp(`^Wrote sales\\.csv: ${truth.length} sales of 6 days, [\\d.]+ kB\\.\\n$`),
    );
  },
);

test('a Norwegian CSV is the truth with semicolons, decimal commas and a byte order mark', async () => {
  const { text, truth } = await exported('sales.csv', '--style', 'norwegian');
  const lines = [
    [...HEAD, 'lastChangedDate', 'lastChangedTime'],
    ...truth.map((row) => cellsOf(row).map((cell) => String(cell).replace('.', ','))),
  ];
  expect(text).toBe(`\uFEFF${lines.map((cells) => `${cells.join(';')}\r\n`).join('')}`);
});

test('NDJSON is the truth, one sale per line', async () => {
  const { text, truth } = await exported('sales.ndjson');
  expect(text.endsWith('}\n')).toBe(true);
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
  ).toEqual(truth);
});

test('every filter reaches the service', async () => {
  const flags = ['--product', '401', '--from-store', '5', '--to-store', '900', '--vendor', '3'];
  const more = ['--wholesaler', '2', '--changed-since', '2026-11-12', '--page-size', '77'];
  const { sandbox } = await exported('sales.ndjson', ...flags, ...more);
  expect(sandbox.requests[0]?.query).toEqual({
    fromSalesDate: '2026-11-09',
    toSalesDate: '2026-11-09',
    productId: '401',
    fromStoreId: '5',
    toStoreId: '900',
    vendorId: '3',
    wholesalerId: '2',
    changedSince: '2026-11-12',
    maxResults: '77',
  });
});

test('a period without sales is a file with a head', async () => {
  const sandbox = await startService({ emptyDays: ['2026-11-12'] });
  const folder = await makeFolder();
  const day = ['--from', '2026-11-12', '--to', '2026-11-12', '--out', 'none.csv'];
  const { code, stdout } = await runCommand(day, { folder, environment: environmentOf(sandbox) });
  expect([code, stdout]).toEqual([0, 'Wrote none.csv: 0 sales of 1 day, 87 bytes.\n']);
  expect(await readOut(folder, 'none.csv')).toMatch(/^salesDate,.*\r\n$/);
});

test('a file that is there already is replaced only when asked, and asked for before anything is read', async () => {
  const sandbox = await startService();
  const folder = await makeFolder();
  const run = { folder, environment: environmentOf(sandbox) };
  await writeFile(join(folder, 'sales.csv'), 'mine');
  const refused = await runCommand([...WEEK, '--out', 'sales.csv'], run);
  expect(refused).toEqual({
    code: 1,
    stdout: '',
    stderr: 'sales.csv is there already; add --overwrite to replace it.\n',
  });
  expect(await readOut(folder, 'sales.csv')).toBe('mine');
  expect(sandbox.requests).toHaveLength(0);
  const replaced = await runCommand([...WEEK, '--out', 'sales.csv', '--overwrite'], run);
  expect(replaced.code).toBe(0);
  expect(await readOut(folder, 'sales.csv')).toMatch(/^salesDate,/);
});

describe('a folder gets a file for each day', () => {
  const names = ['09', '10', '11', '12', '13', '14'].map((day) => `2026-11-${day}`);

  test.each([
    ['csv', []],
    ['ndjson', ['--format', 'ndjson']],
  ] as const)('as %s', async (format, flags) => {
    const sandbox = await startService();
    const folder = await makeFolder();
    const run = { folder, environment: environmentOf(sandbox) };
    const { code, stdout } = await runCommand([...WEEK, '--out', 'sales', ...flags], run);
    const truth = trueSales(sandbox, '2026-11-09', '2026-11-14');
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^Wrote sales: ${truth.length} sales of 6 days, [\\d.]+ kB\\.\\n$`));
    expect((await readdir(join(folder, 'sales'))).sort()).toEqual([
      ...names.map((day) => `${day}.${format}`),
      'export.json',
    ]);
    for (const day of names) {
      const text = await readOut(join(folder, 'sales'), `${day}.${format}`);
      const ofDay = trueSales(sandbox, day, day);
      const lines = text.trimEnd().split('\n');
      expect(lines).toHaveLength(ofDay.length + (format === 'csv' ? 1 : 0));
      expect(lines.slice(format === 'csv' ? 1 : 0).every((line) => line.includes(day))).toBe(true);
    }
  });

  test('and later days as the period grows, without those that are there being read again', async () => {
    const sandbox = await startService();
    const folder = await makeFolder();
    const run = { folder, environment: environmentOf(sandbox) };
    await runCommand([...WEEK, '--out', 'sales'], run);
    const before = sandbox.requests.length;
    const longer = ['--from', '2026-11-09', '--to', '2026-11-16', '--out', 'sales/'];
    const { code, stdout } = await runCommand(longer, run);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Wrote sales: \d+ sales of 2 days read now, 6 days by an earlier run, /);
    const asked = sandbox.requests.slice(before).map(({ query }) => query.fromSalesDate);
    expect(new Set(asked)).toEqual(new Set(['2026-11-15', '2026-11-16']));
    const again = await runCommand([...longer, '--again'], run);
    expect(again.stdout).toMatch(/^Wrote sales: \d+ sales of 8 days, /);
  });

  test('but not one that has something else in it', async () => {
    const sandbox = await startService();
    const folder = await makeFolder();
    await writeFile(join(folder, '2026-11-09.csv'), 'mine');
    const { code, stderr } = await runCommand([...WEEK, '--out', '.'], {
      folder,
      environment: environmentOf(sandbox),
    });
    expect(code).toBe(1);
    expect(stderr).toContain(
      'has 2026-11-09.csv in it but no export.json, so it is no folder of this command',
    );
    expect(sandbox.requests).toHaveLength(0);
    expect(await readOut(folder, '2026-11-09.csv')).toBe('mine');
  });
});

test('a disk that is full ends the export with what failed and what to do, and leaves nothing half written', async () => {
  const sandbox = await startService();
  const folder = await makeFolder();
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { syscall: 'write' });
  let files = 0;
  const fileSystem = {
    ...systemFileSystem,
    async create(path: string) {
      files += 1;
      const file = await systemFileSystem.create(path);
      return files < 4 ? file : { ...file, append: () => Promise.reject(full) };
    },
  };
  const run = { folder, environment: environmentOf(sandbox) };
  const { code, stderr } = await runCommand([...WEEK, '--out', 'sales'], { ...run, fileSystem });
  expect(code).toBe(1);
  expect(stderr).toContain(
    'A file could not be read or written: ENOSPC: no space left on device, write. Free up space or fix the permissions. 2 of 6 days are whole in sales; run the same command again to go on.\n',
  );
  expect((await readdir(join(folder, 'sales'))).sort()).toEqual([
    '2026-11-09.csv',
    '2026-11-10.csv',
    'export.json',
  ]);
  expect((await runCommand([...WEEK, '--out', 'sales'], run)).code).toBe(0);
});

test('a folder that is not there is named', async () => {
  const sandbox = await startService();
  const folder = await makeFolder();
  const run = { folder, environment: environmentOf(sandbox) };
  const { code, stderr } = await runCommand([...WEEK, '--out', 'absent/sales.csv'], run);
  expect(code).toBe(1);
  expect(stderr).toContain('absent, which is not a folder');
  expect(sandbox.requests).toHaveLength(0);
});
