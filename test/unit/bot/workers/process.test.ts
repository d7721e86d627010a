import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
  const child = startProcess(CHILD, undefined, 5_000);
  const pid = Number(await child.call('pid', []));
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

test('a process ends with the one that started it, however that ends', async () => {
  const parent = spawn(process.execPath, [PARENT], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [line] = await once(parent.stdout, 'data');
  const pid = Number(line);
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await until('its end', async () => (isAlive(pid) ? undefined : true));
});
