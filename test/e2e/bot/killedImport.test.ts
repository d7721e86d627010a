import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect, onTestFinished, test } from 'vitest';
import { openWorld, until } from './world.ts';

/** The processes of imports that are started from now on. */
function importsStarted(onStart: (child: ChildProcess) => void): readonly ChildProcess[] {
  const started: ChildProcess[] = [];
  const note = (message: unknown) => {
    const { process: child } = message as { readonly process: ChildProcess };
    // The arguments are known once it has been spawned.
    child.once('spawn', () => {
      if (!child.spawnargs.some((argument) => argument.includes('importProcess'))) return;
      started.push(child);
      onStart(child);
    });
  };
  subscribe('child_process', note);
  onTestFinished(() => void unsubscribe('child_process', note));
  return started;
}

test('an import whose process is killed is told and tried again, and its process ends after its work', async () => {
  const world = await openWorld('Socket Mode');
  onTestFinished(() => world.close());
  let kills = 0;
  const started = importsStarted((child) => {
    if (kills >= 2) return;
    kills += 1;
    child.kill('SIGKILL');
  });
  const bot = await world.start({ salesHistoryDays: 2 });
  onTestFinished(() => bot.stop(300));
  await until('the failure', async () =>
    world.recording.errors().some((line) => /^reading the (stock|sales) failed/.test(line))
      ? true
      : undefined,
  );
  expect(world.recording.text()).toContain('The process was ended by SIGKILL before it had answered.');
  // Time is moved on only while no import is at work, which takes real time.
  const areDone = () => started.every(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null);
  const passTime = () => {
    if (areDone()) world.clock.setTo(world.clock.now() + 5_000);
  };
  await until('the digest', async () => {
    passTime();
    return (await world.digests()).length > 0 ? true : undefined;
  });
  await until('the end of all imports', async () => {
    passTime();
    return started.length > 2 && areDone() ? true : undefined;
  });
  for (const { spawnargs } of started) {
    for (const secret of world.secrets) expect(spawnargs.join(' ')).not.toContain(secret);
  }
});
