import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fault } from 'retail-data-client/sandbox';
import { describe, expect, test } from 'vitest';
import {
  environmentOf,
  makeFolder,
  readOut,
  runCommand,
  startService,
  trueSales,
} from '../../../support/shared/cli/running.ts';

const FLAGS = ['--from', '2026-11-09', '--to', '2026-11-14', '--page-size', '40'];
const ARGS = [...FLAGS, '--out', 'sales.csv'];
const FAULTS: Fault[] = [
  { kind: 'status', status: 500 },
  { kind: 'html', status: 502 },
  { kind: 'truncate', framing: 'close' },
  { kind: 'reset' },
  { kind: 'empty' },
];

async function ready() {
  const sandbox = await startService();
  const folder = await makeFolder();
  const run = { folder, environment: environmentOf(sandbox) };
  await runCommand([...FLAGS, '--out', 'whole.csv'], run);
  const before = sandbox.requests.length;
  const breakAt = (calls: number, fault: Fault = { kind: 'status', status: 500 }) =>
    sandbox.fail({ fault, skip: calls, times: Number.POSITIVE_INFINITY });
  return { sandbox, folder, run, breakAt, calls: () => sandbox.requests.slice(before) };
}

test.each(FAULTS)(
  'a service that fails midway ($kind) leaves the days it gave, and the same command goes on',
  async (fault) => {
    const { sandbox, folder, run, breakAt, calls } = await ready();
    breakAt(7, fault);
    const failed = await runCommand(ARGS, run);
    expect(failed.code).toBe(1);
    const kept = Number(
      /(\d+) of 6 days are whole in sales\.csv\.days; run the same command again to go on\.\n$/.exec(
        failed.stderr,
      )?.[1],
    );
    expect(kept).toBeGreaterThanOrEqual(1);
    expect((await readdir(folder)).sort()).toEqual(['sales.csv.days', 'whole.csv']);
    expect(await readdir(join(folder, 'sales.csv.days'))).toHaveLength(kept + 1);
    sandbox.clearFaults();
    const before = calls().length;
    const resumed = await runCommand(ARGS, run);
    expect(resumed.stderr).toContain(`Reading daily sales. ${kept} of 6 days are there already.`);
    expect(resumed.code).toBe(0);
    expect(calls()[before]?.query.fromSalesDate).toBe(`2026-11-${String(9 + kept).padStart(2, '0')}`);
    expect(await readOut(folder, 'sales.csv')).toBe(await readOut(folder, 'whole.csv'));
    expect((await readdir(folder)).sort()).toEqual(['sales.csv', 'whole.csv']);
  },
);

test('an export that fails at every sixth call comes to its end all the same', async () => {
  const { sandbox, folder, run, breakAt } = await ready();
  let runs = 0;
  for (let code = 1; code !== 0; runs += 1) {
    expect(runs).toBeLessThan(40);
    sandbox.clearFaults();
    breakAt(5);
    ({ code } = await runCommand(ARGS, run));
  }
  expect(runs).toBeGreaterThan(2);
  expect(await readOut(folder, 'sales.csv')).toBe(await readOut(folder, 'whole.csv'));
});

test('an interruption ends with code 2 and says how to go on', async () => {
  const { sandbox, folder, run } = await ready();
  const stop = new AbortController();
  sandbox.fail({ fault: { kind: 'stall' }, skip: 5 });
  const asked = sandbox.requests.length;
  const running = runCommand(ARGS, { ...run, signal: stop.signal });
  while (sandbox.requests.length < asked + 6) await new Promise(setImmediate);
  stop.abort();
  const { code, stderr } = await running;
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /Interrupted\. [1-5] of 6 days are whole in sales\.csv\.days; run the same command again to go on\.\n$/,
  );
  expect((await runCommand(ARGS, run)).code).toBe(0);
  expect(await readOut(folder, 'sales.csv')).toBe(await readOut(folder, 'whole.csv'));
});

test('--again leaves the days that are there in place until they are read, and says how many were', async () => {
  const { sandbox, folder, run, breakAt } = await ready();
  const again = [...FLAGS, '--out', 'sales', '--again'];
  await runCommand(again, run);
  breakAt(7);
  const { code, stderr } = await runCommand(again, run);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    / [1-5] of 6 days were read anew; run the same command again to read all of them\.\n$/,
  );
  expect(await readdir(join(folder, 'sales'))).toHaveLength(7);
  sandbox.clearFaults();
  expect((await runCommand(again, run)).code).toBe(0);
});

describe('what an earlier run left is refused when it is of another export', () => {
  test.each([
    [['--product', '401'], 'its productId is not set, not 401'],
    [['--changed-since', '2026-11-10'], 'its changedSince is not set, not 2026-11-10'],
    [['--style', 'norwegian'], 'its style is international'],
  ])('%j', async (flags, difference) => {
    const { sandbox, folder, run, breakAt, calls } = await ready();
    breakAt(7);
    await runCommand(ARGS, run);
    sandbox.clearFaults();
    const before = calls().length;
    const refused = await runCommand([...ARGS, ...flags, '--again', '--overwrite'], run);
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr: `sales.csv.days is of another export: ${difference}; repeat that one, name another --out, or delete ${join(folder, 'sales.csv.days')}.\n`,
    });
    expect(calls()).toHaveLength(before);
    expect((await runCommand(ARGS, run)).code).toBe(0);
    expect(await readOut(folder, 'sales.csv')).toBe(await readOut(folder, 'whole.csv'));
  });

  test('another format in a folder of days', async () => {
    const { run } = await ready();
    await runCommand([...FLAGS, '--out', 'sales'], run);
    const { code, stderr } = await runCommand([...FLAGS, '--out', 'sales', '--format', 'ndjson'], run);
    expect(code).toBe(1);
    expect(stderr).toContain('sales is of another export: its format is csv;');
  });

  test('another service, and another key', async () => {
    const { run, breakAt } = await ready();
    breakAt(7);
    await runCommand(ARGS, run);
    const { url } = await startService();
    const moved = { ...run.environment, RETAIL_DATA_BASE_URL: url };
    expect((await runCommand(ARGS, { ...run, environment: moved })).stderr).toContain(
      `it was read from ${run.environment.RETAIL_DATA_BASE_URL};`,
    );
    const renewed = { ...run.environment, RETAIL_DATA_SUBSCRIPTION_KEY: 'another-key' };
    expect((await runCommand(ARGS, { ...run, environment: renewed })).stderr).toContain(
      'it was read with another subscription key;',
    );
  });
});

test('another period of the same export takes the days it has in common, and no others', async () => {
  const { sandbox, folder, run, breakAt } = await ready();
  breakAt(14);
  await runCommand(ARGS, run);
  sandbox.clearFaults();
  const shorter = ['--from', '2026-11-10', '--to', '2026-11-12', '--out', 'sales.csv'];
  expect((await runCommand(shorter, run)).code).toBe(0);
  const days = (await readOut(folder, 'sales.csv')).trimEnd().split('\r\n').slice(1);
  expect(days.map((line) => line.slice(0, 10))).toEqual(
    trueSales(sandbox, '2026-11-10', '2026-11-12').map(({ salesDate }) => salesDate),
  );
  expect((await readdir(folder)).sort()).toEqual(['sales.csv', 'whole.csv']);
});

test('corrections that came after a day was read are read by --again', async () => {
  let now = Date.parse('2026-11-11T11:00:00Z');
  const sandbox = await startService({ stores: 30, products: 40, now: () => now });
  const folder = await makeFolder();
  const run = { folder, environment: environmentOf(sandbox) };
  const args = ['--from', '2026-11-02', '--to', '2026-11-10', '--changed-since', '2026-11-10'];
  const flags = [...args, '--out', 'sales', '--format', 'ndjson'];
  const keysOf = async (day: string) =>
    (await readOut(join(folder, 'sales'), `${day}.ndjson`))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  const truthOf = (day: string) =>
    trueSales(sandbox, day, day).filter(({ lastChangedDate }) => lastChangedDate >= '2026-11-10');
  expect((await runCommand(flags, run)).code).toBe(0);
  const early = await keysOf('2026-11-09');
  expect(early).toEqual(truthOf('2026-11-09'));
  now = Date.parse('2026-11-20T11:00:00Z');
  expect(truthOf('2026-11-09')).not.toEqual(early);
  await runCommand(flags, run);
  expect(await keysOf('2026-11-09')).toEqual(early);
  expect((await runCommand([...flags, '--again'], run)).code).toBe(0);
  for (const day of ['2026-11-09', '2026-11-10']) expect(await keysOf(day)).toEqual(truthOf(day));
});
