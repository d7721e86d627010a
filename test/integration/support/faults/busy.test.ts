import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { isBusy } from '../../../support/faults/busy.ts';

async function start(script: string): Promise<number> {
  const child = spawn(process.execPath, ['-e', `process.stdout.write('up'); ${script}`]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child.pid ?? 0;
}

/** One moment says little: a runtime does this and that at its start. */
async function shareOfBusyMoments(pid: number): Promise<number> {
  let busy = 0;
  for (let moment = 0; moment < 40; moment += 1) {
    if (isBusy(pid)) busy += 1;
    await delay(5);
  }
  return busy / 40;
}

// Elsewhere nobody tells, and every process counts as idle.
if (existsSync('/proc/self/task')) {
  test('a process that computes is busy, also when it does not get a core, and one that waits is not', async () => {
    expect(await shareOfBusyMoments(await start('for (;;) {}'))).toBeGreaterThan(0.9);
    const idle = await start('setInterval(() => {}, 60_000)');
    await delay(200);
    expect(await shareOfBusyMoments(idle)).toBeLessThan(0.5);
  });
}

test('a process that is gone is not busy', () => {
  expect(isBusy(2 ** 30)).toBe(false);
});
