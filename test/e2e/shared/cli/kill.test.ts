import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
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

const SALES = fileURLToPath(new URL('../../../../shared/cli/sales/main.ts', import.meta.url));
// The process has the clock of the machine: whatever it says, these days are over.
const NOON = Date.parse('2021-11-19T11:00:00Z');
const ARGS = ['--from', '2021-10-18', '--to', '2021-10-30', '--page-size', '300', '--out', 'sales.ndjson'];
const DAY_FILE = /^\d{4}-\d{2}-\d{2}\.ndjson$/;

function startLargeService(): Promise<Sandbox> {
  return startService({ stores: 36, products: 48, now: () => NOON });
}

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

function wholeDays(folder: string): readonly string[] {
  const days = join(folder, 'sales.ndjson.days');
  return existsSync(days) ? readdirSync(days).filter((name) => DAY_FILE.test(name)) : [];
}

test('kill -9 again and again, wherever it strikes: the file is the same as without', async () => {
  const sandbox = await startLargeService();
  const folder = await makeFolder();
  const wholeFolder = await makeFolder();
  await runCommand(ARGS, { folder: wholeFolder, environment: environmentOf(sandbox) });
  const kept: number[] = [];
  for (const calls of [0, 1, 15, 2, 12]) {
    const child = await hangingAt(sandbox, folder, calls);
    child.kill('SIGKILL');
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    expect(existsSync(join(folder, 'sales.ndjson'))).toBe(false);
    kept.push(wholeDays(folder).length);
    for (const name of wholeDays(folder)) {
      const day = await readOut(join(folder, 'sales.ndjson.days'), name);
      expect((await readOut(wholeFolder, 'sales.ndjson')).includes(day)).toBe(true);
    }
  }
  expect(kept).toEqual(kept.toSorted((one, other) => one - other));
  expect(kept.at(-1)).toBeGreaterThan(3);
  sandbox.clearFaults();
  const child = start(sandbox, folder);
  const [output, [code]] = await Promise.all([child.stdout && text(child.stdout), once(child, 'exit')]);
  expect(code).toBe(0);
  expect(output).toMatch(
    /^Wrote sales\.ndjson: [\d,]+ sales of \d+ days read now, \d+ days by an earlier run, /,
  );
  expect(await readOut(folder, 'sales.ndjson')).toBe(await readOut(wholeFolder, 'sales.ndjson'));
  expect(readdirSync(folder)).toEqual(['sales.ndjson']);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s, told twice as npm does, keeps every day that is whole',
  async (signal) => {
    const sandbox = await startLargeService();
    const folder = await makeFolder();
    const child = await hangingAt(sandbox, folder, 12);
    child.kill(signal);
    child.kill(signal);
    const [complaint, exit] = await Promise.all([child.stderr && text(child.stderr), once(child, 'exit')]);
    expect(exit).toEqual([2, null]);
    const days = wholeDays(folder);
    expect(days.length).toBeGreaterThan(1);
    expect(complaint).toContain(
      `Interrupted. ${days.length} of 13 days are whole in sales.ndjson.days; run the same command again to go on.`,
    );
    // Nothing but whole days and the manifest: what was half written is gone.
    expect(readdirSync(join(folder, 'sales.ndjson.days')).sort()).toEqual([...days, 'export.json'].sort());
  },
);
