import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { ForeignDatabaseError } from '../../../bot/database/identity.ts';
import { freePort } from '../../../tools/freePort.ts';
import { startTestSlack } from '../../support/slack/testSlack.ts';
import { rejection } from '../../support/testClient.ts';
import { openWorld, until } from './world.ts';

async function world() {
  const opened = await openWorld('HTTP');
  onTestFinished(() => opened.close());
  return opened;
}

test('a mistyped key binds no database: the right one is taken next, and every other refused from then on', async () => {
  const { start, settings, clock, recording, untilDigests } = await world();
  const slack = await startTestSlack();
  const mistyped = await start({ subscriptionKey: 'mistyped-key' });
  for (const what of ['stock', 'sales', 'stores'])
    await until(`the refusal of the ${what}`, async () =>
      recording.lines().some(({ msg }) => msg.startsWith(`reading the ${what}: `)) ? true : undefined,
    );
  await mistyped.stop(1_000);

  const right = await start({ salesHistoryDays: 2 });
  await until('a first look at the stock', async () =>
    recording.lines().some(({ msg }) => msg.startsWith('the stock of that day has begun to come'))
      ? true
      : undefined,
  );
  clock.setTo(clock.now() + 60_000);
  await untilDigests(1);
  await right.stop(1_000);

  const error = await rejection(start({ subscriptionKey: 'another-key', slackApiUrl: slack.apiUrl }));
  if (!(error instanceof ForeignDatabaseError)) throw error;
  expect(error.message).toMatch(/RETAIL_DATA_SUBSCRIPTION_KEY.*give DATABASE_URL a new file/s);
  expect(error.message).not.toContain(settings.subscriptionKey);
  expect(error.message).not.toContain('another-key');
  expect(slack.calls).toEqual([]);
});

test('a bot on a new database ends when another one has bound it to another key', async () => {
  const { start, clock } = await world();
  const slack = await startTestSlack({ clock: { now: () => clock.now(), sleep: clock.sleep } });
  const mistyped = await start({
    subscriptionKey: 'mistyped-key',
    slackApiUrl: slack.apiUrl,
    port: await freePort(),
  });
  onTestFinished(() => mistyped.stop(300));
  const right = await start({ salesHistoryDays: 2 });
  onTestFinished(() => right.stop(300));
  expect(await rejection(mistyped.unusable)).toBeInstanceOf(ForeignDatabaseError);
  expect(slack.workspace.all()).toEqual([]);
});

test('the hour of a digest follows DIGEST_TIME until somebody chooses one, which stays', async () => {
  const { start, ask } = await world();
  const hourAt = async (digestTime: string, change?: string) => {
    const bot = await start({ digestTime, salesHistoryDays: 2 });
    if (change !== undefined) await ask('/digest', change);
    const { text } = await ask('/digest', 'status');
    await bot.stop(1_000);
    return /every day at (\d\d:\d\d)/.exec(text)?.[1];
  };
  expect(await hourAt('08:30')).toBe('08:30');
  expect(await hourAt('09:00')).toBe('09:00');
  expect(await hourAt('09:00', 'subscribe at 10:45')).toBe('10:45');
  expect(await hourAt('08:30')).toBe('10:45');
});

test('after a stop nothing keeps the process alive', async () => {
  const script = fileURLToPath(new URL('startAndStop.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script], { timeout: 240_000 });
  expect(stdout.trim().split('\n')).toEqual(['digest posted', 'stopped', 'nothing left']);
});
