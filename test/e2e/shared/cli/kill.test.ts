import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Sandbox } from 'retail-data-client/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import {
  environmentOf,
  makeFolder,
  readOut,
  runCommand,
  startService,
} from '../../../support/shared/cli/running.ts';

const SALES = fileURLToPath(new URL('../../../../shared/cli/sales.ts', import.meta.url));
const ARGS = ['--from', '2026-10-12', '--to', '2026-11-14', '--page-size', '2000', '--out', 'sales.ndjson'];

function start(sandbox: Sandbox, folder: string): ChildProcess {
  const child = spawn(process.execPath, [SALES, ...ARGS], {
    env: { ...process.env, ...environmentOf(sandbox), INIT_CWD: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Lets so many calls be answered, and gives the child when it hangs on the next one. */
async function hangingAt(sandbox: Sandbox, folder: string, calls: number): Promise<ChildProcess> {
  sandbox.clearFaults();
  sandbox.fail({ fault: { kind: 'stall' }, skip: calls });
  const asked = sandbox.requests.length;
  const child = start(sandbox, folder);
  while (sandbox.requests.length <= asked + calls && child.exitCode === null) await delay(5);
  return child;
}

function durableRows(folder: string): number {
  const journal = join(folder, 'sales.ndjson.part.json');
  return existsSync(journal) ? Number(JSON.parse(readFileSync(journal, 'utf8')).rows) : 0;
}

test('kill -9 again and again, wherever it strikes: the file is the same as without', async () => {
  const sandbox = await startService({ stores: 36, products: 48 });
  const folder = await makeFolder();
  const wholeFolder = await makeFolder();
  await runCommand(ARGS, { folder: wholeFolder, environment: environmentOf(sandbox) });
  const kept: number[] = [];
  for (const calls of [0, 1, 8, 2]) {
    const child = await hangingAt(sandbox, folder, calls);
    child.kill('SIGKILL');
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    expect(existsSync(join(folder, 'sales.ndjson'))).toBe(false);
    kept.push(durableRows(folder));
  }
  expect(kept).toEqual(kept.toSorted((one, other) => one - other));
  expect(kept.at(-1)).toBeGreaterThan(10_000);
  sandbox.clearFaults();
  const child = start(sandbox, folder);
  const [output, [code]] = await Promise.all([child.stdout && text(child.stdout), once(child, 'exit')]);
  expect(code).toBe(0);
  expect(output).toMatch(/^Wrote sales\.ndjson: [\d,]+ sales, [\d.]+ MB\.\n$/);
  expect(await readOut(folder, 'sales.ndjson')).toBe(await readOut(wholeFolder, 'sales.ndjson'));
  expect(existsSync(join(folder, 'sales.ndjson.part'))).toBe(false);
  expect(existsSync(join(folder, 'sales.ndjson.part.json'))).toBe(false);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s, told twice as npm does, keeps every sale that came',
  async (signal) => {
    const sandbox = await startService({ stores: 36, products: 48 });
    const folder = await makeFolder();
    const child = await hangingAt(sandbox, folder, 2);
    child.kill(signal);
    child.kill(signal);
    const [complaint, exit] = await Promise.all([child.stderr && text(child.stderr), once(child, 'exit')]);
    expect(exit).toEqual([2, null]);
    expect(durableRows(folder)).toBeGreaterThanOrEqual(4_000);
    const kept = durableRows(folder).toLocaleString('en');
    expect(complaint).toContain(`Interrupted. ${kept} sales are kept in sales.ndjson.part;`);
  },
);
