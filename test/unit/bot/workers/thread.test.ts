import { expect, onTestFinished, test } from 'vitest';
import { startWorker } from '../../../../bot/workers/thread.ts';

const LONG_MS = 20_000;

function startThread(workerData?: string) {
  const thread = startWorker(new URL('./testWorker.ts', import.meta.url), workerData);
  onTestFinished(() => thread.close(1));
  return thread;
}

test('a thread answers, stops its work when it is closed, and ends', async () => {
  const thread = startThread();
  expect(await thread.call('double', [21])).toBe(42);
  const stopped = thread.call('untilClosed', []);
  await Promise.all([expect(stopped).resolves.toBe('stopped'), thread.close(LONG_MS)]);
  expect(thread.hasExited()).toBe(true);
  await expect(thread.call('double', [1])).rejects.toThrow('code 0');
});

test('a thread that does not close in time is terminated', async () => {
  const thread = startThread('stubborn');
  expect(await thread.call('double', [1])).toBe(2);
  await thread.close(10);
  expect(thread.hasExited()).toBe(true);
});

test('a thread that could not open says why to whoever calls, and can be closed', async () => {
  const thread = startThread('broken');
  await expect(thread.call('double', [1])).rejects.toThrow('no database');
  await thread.close(LONG_MS);
});

test('a thread that has died rejects what was pending', async () => {
  const thread = startThread();
  const pending = thread.call('untilClosed', []);
  thread.call('exit', []).catch(() => undefined);
  await expect(pending).rejects.toThrow('code 3');
  expect(thread.hasExited()).toBe(true);
});
