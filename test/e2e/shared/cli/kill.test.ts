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
const PERIOD = ['--from', '2021-10-18', '--to', '2021-10-30', '--format', 'ndjson'];
const ARGS = [...PERIOD, '--page-size', '300', '--out', 'sales'];
const DAY_FILE = /^\d{4}-\d{2}-\d{2}\.ndjson$/;

function startLargeService(): Promise<Sandbox> {
  return startService({ stores: 36, products: 48, now: () => NOON });
}

function start(sandbox: Sandbox, folder: string, shell = ''): ChildProcess {
  const child = spawn('sh', ['-c', `${shell} exec "$0" "$@"`, process.execPath, SALES, ...ARGS], {
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

function filesIn(folder: string): readonly string[] {
  const sales = join(folder, 'sales');
  return existsSync(sales) ? readdirSync(sales).sort() : [];
}

test('kill -9 again and again, wherever it strikes: the files are the same as without', async () => {
  const sandbox = await startLargeService();
  const [folder, other] = [await makeFolder(), await makeFolder()];
  await runCommand(ARGS, { folder: other, environment: environmentOf(sandbox) });
  const whole = (name: string) => readOut(join(other, 'sales'), name);
  const kept: number[] = [];
  for (const calls of [0, 1, 15, 2, 12]) {
    const child = await hangingAt(sandbox, folder, calls);
    child.kill('SIGKILL');
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    const days = filesIn(folder).filter((name) => DAY_FILE.test(name));
    kept.push(days.length);
    for (const name of days) expect(await readOut(join(folder, 'sales'), name)).toBe(await whole(name));
  }
  expect(kept).toEqual(kept.toSorted((one, another) => one - another));
  expect(kept.at(-1)).toBeGreaterThan(3);
  sandbox.clearFaults();
  const [code] = await once(start(sandbox, folder), 'exit');
  expect(code).toBe(0);
  expect(filesIn(folder)).toEqual(filesIn(other));
  // All but the Sunday.
  expect(filesIn(folder)).toHaveLength(12);
  for (const name of filesIn(folder))
    expect(await readOut(join(folder, 'sales'), name)).toBe(await whole(name));
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s, sent twice as npm does, leaves complete days only',
  async (signal) => {
    const sandbox = await startLargeService();
    const folder = await makeFolder();
    const child = await hangingAt(sandbox, folder, 12);
    child.kill(signal);
    child.kill(signal);
    const [complaint, exit] = await Promise.all([child.stderr && text(child.stderr), once(child, 'exit')]);
    expect(exit).toEqual([2, null]);
    expect(complaint).toContain('Interrupted. Run the same command again to go on.');
    const files = filesIn(folder);
    expect(files.length).toBeGreaterThan(1);
    expect(files.filter((name) => !DAY_FILE.test(name))).toEqual([]);
  },
);

test('a disk that takes no more is an error with the fix, and leaves no half file', async () => {
  const sandbox = await startLargeService();
  const folder = await makeFolder();
  // A limit of the shell stands for the disk: a day is larger than the eight blocks.
  const child = start(sandbox, folder, 'ulimit -f 8;');
  const [complaint, exit] = await Promise.all([child.stderr && text(child.stderr), once(child, 'exit')]);
  expect(exit).toEqual([1, null]);
  expect(complaint).toMatch(
    /A file could not be read or written: EFBIG.*\. Free up space or fix the permissions/,
  );
  expect(filesIn(folder)).toEqual([]);
});
