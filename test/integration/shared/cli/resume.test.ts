import { readdir } from 'node:fs/promises';
import type { Fault } from 'retail-data-client/sandbox';
import { describe, expect, test } from 'vitest';
import { Interruption } from '../../../../shared/cli/refusal.ts';
import {
  environmentOf,
  makeFolder,
  readOut,
  runCommand,
  startService,
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
  const run = { folder, environment: environmentOf(sandbox), checkpointBytes: 1 };
  await runCommand([...FLAGS, '--out', 'whole.csv'], run);
  const before = sandbox.requests.length;
  const breakAt = (calls: number, fault: Fault = { kind: 'status', status: 500 }) =>
    sandbox.fail({ fault, skip: calls, times: Number.POSITIVE_INFINITY });
  return { sandbox, folder, run, breakAt, calls: () => sandbox.requests.slice(before) };
}

test.each(FAULTS)(
  'a service that fails midway ($kind) leaves what it gave, and the same command goes on',
  async (fault) => {
    const { sandbox, folder, run, breakAt, calls } = await ready();
    breakAt(3, fault);
    const failed = await runCommand(ARGS, run);
    expect(failed.code).toBe(1);
    const kept = Number(
      /(\d+) sales are kept in sales\.csv\.part; run the same command/.exec(failed.stderr)?.[1],
    );
    expect(kept).toBeGreaterThanOrEqual(120);
    expect((await readdir(folder)).sort()).toEqual(['sales.csv.part', 'sales.csv.part.json', 'whole.csv']);
    sandbox.clearFaults();
    const before = calls().length;
    const resumed = await runCommand(ARGS, run);
    expect(resumed.stderr).toContain(`Going on behind ${kept} sales`);
    expect(resumed.code).toBe(0);
    expect(calls()[before]?.query.start).toBe(String(kept - 1));
    expect(await readOut(folder, 'sales.csv')).toBe(await readOut(folder, 'whole.csv'));
    expect((await readdir(folder)).sort()).toEqual(['sales.csv', 'whole.csv']);
  },
);

test('an export that fails at every third call comes to its end all the same', async () => {
  const { sandbox, folder, run, breakAt } = await ready();
  let runs = 0;
  for (let code = 1; code !== 0; runs += 1) {
    expect(runs).toBeLessThan(40);
    sandbox.clearFaults();
    breakAt(2);
    ({ code } = await runCommand(ARGS, run));
  }
  expect(runs).toBeGreaterThan(2);
  expect(await readOut(folder, 'sales.csv')).toBe(await readOut(folder, 'whole.csv'));
});

test('an interruption ends with code 2 and says how to go on', async () => {
  const { sandbox, folder, run } = await ready();
  const stop = new AbortController();
  sandbox.fail({ fault: { kind: 'stall' }, skip: 2 });
  const asked = sandbox.requests.length;
  const running = runCommand(ARGS, { ...run, signal: stop.signal });
  while (sandbox.requests.length < asked + 3) await new Promise(setImmediate);
  stop.abort(new Interruption());
  const { code, stderr } = await running;
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /Interrupted\. \d+ sales are kept in sales\.csv\.part; run the same command again to go on\.\n$/,
  );
  expect((await runCommand(ARGS, run)).code).toBe(0);
  expect(await readOut(folder, 'sales.csv')).toBe(await readOut(folder, 'whole.csv'));
});

describe('what an earlier run left is refused when it is of another export, and --restart begins anew', () => {
  test.each([
    [['--to', '2026-11-13'], 'its toSalesDate is 2026-11-14, not 2026-11-13'],
    [['--product', '401'], 'its productId is not set, not 401'],
    [['--style', 'norwegian'], 'its style is international'],
  ])('%j', async (flags, difference) => {
    const { sandbox, folder, run, breakAt, calls } = await ready();
    breakAt(3);
    await runCommand(ARGS, run);
    sandbox.clearFaults();
    const base = flags[0] === '--to' ? ['--from', '2026-11-09', '--out', 'sales.csv'] : ARGS;
    const other = [...base, ...flags];
    const before = calls().length;
    const refused = await runCommand(other, run);
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr: `sales.csv.part is of another export: ${difference}; repeat that one to go on with it, or add --restart to begin anew.\n`,
    });
    expect(calls()).toHaveLength(before);
    expect((await runCommand([...other, '--restart'], run)).code).toBe(0);
    const clean = await runCommand([...other.map((arg) => (arg === 'sales.csv' ? 'clean.csv' : arg))], run);
    expect(clean.code).toBe(0);
    expect(await readOut(folder, 'sales.csv')).toBe(await readOut(folder, 'clean.csv'));
  });

  test('another service, and another key', async () => {
    const { run, breakAt } = await ready();
    breakAt(3);
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

test('corrections that came between two runs are noticed, and --restart reads them', async () => {
  let now = Date.parse('2026-11-11T11:00:00Z');
  const sandbox = await startService({ stores: 30, products: 40, now: () => now });
  const folder = await makeFolder();
  const run = { folder, environment: environmentOf(sandbox), checkpointBytes: 1 };
  const args = [
    '--from',
    '2026-11-02',
    '--to',
    '2026-11-10',
    '--changed-since',
    '2026-11-10',
    '--out',
    'a.csv',
  ];
  const flags = [...args, '--page-size', '50'];
  sandbox.fail({ fault: { kind: 'status', status: 400 }, skip: 2 });
  const failed = await runCommand(flags, run);
  expect(failed.stderr).toContain('100 sales are kept');
  // Sales of the first days are corrected: they join those that changed since, before the place that was reached.
  now = Date.parse('2026-11-20T11:00:00Z');
  const refused = await runCommand(flags, run);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(
    /The data changed since a\.csv\.part was begun: the sale of .+, store \d+, product \d+, which was written last, has moved; add --restart to begin anew\.\n$/,
  );
  expect((await runCommand([...flags, '--restart'], run)).code).toBe(0);
  const lines = (await readOut(folder, 'a.csv')).trimEnd().split('\r\n').slice(1);
  const truth = sandbox.truth
    .sales('2026-11-02', '2026-11-10')
    .filter(({ lastChangedDate }) => lastChangedDate >= '2026-11-10');
  expect(lines.map((line) => line.split(',').slice(0, 3).join())).toEqual(
    truth.map(({ salesDate, storeId, productId }) => [salesDate, storeId, productId].join()),
  );
});
