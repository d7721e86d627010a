import { type ChildProcess, spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startProcess } from '../../../../bot/workers/process.ts';
import { until } from '../../../support/until.ts';

const CHILD = new URL('./testWorker.ts', import.meta.url);
const PARENT = fileURLToPath(new URL('./testParent.ts', import.meta.url));

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a process that is killed rejects what was pending, and says how it ended', async () => {
  const child = startProcess(CHILD, undefined);
  const pid = Number(await child.call('pid', []));
  const pending = child.call('untilClosed', []);
  process.kill(pid, 'SIGKILL');
  await expect(pending).rejects.toThrow('The process was ended by SIGKILL before it had answered.');
  expect(child.hasExited()).toBe(true);
});

test('a process that does not answer by its deadline is killed', async () => {
  // However long it takes to start, which is part of the first call.
  const started = nextSpawned();
  const child = startProcess(CHILD, undefined, 1_000);
  const pid = await started;
  await expect(child.call('untilClosed', [])).rejects.toThrow('did not answer within');
  await until('its end', async () => (isAlive(pid) ? undefined : true));
});

test('a process lets the bot finish when a terminal or a supervisor tells all of them to stop', async () => {
  const child = startProcess(CHILD, undefined);
  onTestFinished(() => child.close(1));
  const pid = Number(await child.call('pid', []));
  process.kill(pid, 'SIGINT');
  process.kill(pid, 'SIGTERM');
  expect(await child.call('double', [21])).toBe(42);
});

test('a signal to the whole group does not end a process that is just starting', async () => {
  const { parent, next } = startParent();
  expect(await next()).toBe('started');
  process.kill(-Number(parent.pid), 'SIGTERM');
  expect(Number(await next())).toBeGreaterThan(0);
});

test('a process ends with the one that started it, however that ends', async () => {
  const { parent, next } = startParent();
  await next();
  const pid = Number(await next());
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await until('its end', async () => (isAlive(pid) ? undefined : true));
});

/** The id of the process that is started next. */
function nextSpawned(): Promise<number> {
  return new Promise((resolve) => {
    const note = (message: unknown) => {
      unsubscribe('child_process', note);
      const { process: child } = message as { readonly process: ChildProcess };
      child.once('spawn', () => resolve(Number(child.pid)));
    };
    subscribe('child_process', note);
  });
}

/** A process that leads a group and starts another one; `next` gives the next line it writes. */
function startParent() {
  const parent = spawn(process.execPath, [PARENT], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const lines = createInterface({ input: parent.stdout })[Symbol.asyncIterator]();
  return { parent, next: async () => (await lines.next()).value };
}
