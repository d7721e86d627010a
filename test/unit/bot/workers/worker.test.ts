import { describe, expect, onTestFinished, test } from 'vitest';
import { startProcess } from '../../../../bot/workers/process.ts';
import { startThread } from '../../../../bot/workers/thread.ts';

const LONG_MS = 120_000;

const STARTS = {
  thread: (data?: string) => startThread(new URL('./testWorker.ts', import.meta.url), data),
  process: (data?: string) => startProcess(new URL('./testWorker.ts', import.meta.url), data),
} as const;

describe.each(['thread', 'process'] as const)('a %s', (kind) => {
  const start = (data?: string) => {
    const worker = STARTS[kind](data);
    onTestFinished(() => worker.close(1));
    return worker;
  };

  test('answers, stops its work when it is closed, and ends', async () => {
    const worker = start();
    expect(await worker.call('double', [21])).toBe(42);
    const stopped = worker.call('untilClosed', []);
    await Promise.all([expect(stopped).resolves.toBe('stopped'), worker.close(LONG_MS)]);
    expect(worker.hasExited()).toBe(true);
    await expect(worker.call('double', [1])).rejects.toThrow('code 0');
  });

  test('that does not close in time is terminated', async () => {
    const worker = start('stubborn');
    expect(await worker.call('double', [1])).toBe(2);
    await worker.close(10);
    expect(worker.hasExited()).toBe(true);
  });

  test('that could not open says why to whoever calls, and can be closed', async () => {
    const worker = start('broken');
    await expect(worker.call('double', [1])).rejects.toThrow('no database');
    await worker.close(LONG_MS);
  });

  test('that has died rejects what was pending', async () => {
    const worker = start();
    const pending = worker.call('untilClosed', []);
    worker.call('exit', []).catch(() => undefined);
    await expect(pending).rejects.toThrow('code 3');
    expect(worker.hasExited()).toBe(true);
  });
});
