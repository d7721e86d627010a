import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabaseClock } from '../../../bot/database/clock.ts';
import { openDatabase } from '../../../bot/database/connection.ts';
import { ForeignDatabaseError } from '../../../bot/database/identity.ts';
import { freePort } from '../../../bot/demo/standIn.ts';
import { createLedger } from '../../../bot/digest/ledger.ts';
import { createLedgerView } from '../../../bot/digest/ledgerView.ts';
import { SlackStartError } from '../../../bot/slack/app.ts';
import { DOUBLE_TEAM, startSlackDouble } from '../../support/bot/slackDouble.ts';
import { oslo } from '../../support/bot/time.ts';
import { rejection } from '../../support/testClient.ts';
import { openWorld, until } from './world.ts';

async function world() {
  const opened = await openWorld('emulate');
  onTestFinished(() => opened.close());
  return opened;
}

test('a wrong bot token is one sentence that names SLACK_BOT_TOKEN, without its value', async () => {
  const { start, recording, settings } = await world();
  const slack = await startSlackDouble();
  slack.refuse('auth.test', 'invalid_auth');
  const error = await rejection(start({ slackApiUrl: slack.url }));
  if (!(error instanceof SlackStartError)) throw error;
  expect(error.message).toMatch(
    /^Slack did not accept SLACK_BOT_TOKEN \(invalid_auth\)\. Set it to the token under /,
  );
  expect(recording.text()).not.toContain(settings.botToken);
});

test('a wrong service key is told without the key, and the bot stays up', async () => {
  const { start, ask, recording } = await world();
  const wrong = 'wrong-key-0123456789abcdef';
  const bot = await start({ subscriptionKey: wrong });
  const sales = await ask('/sales', 'yesterday');
  await until('the refusal of the stock', async () =>
    recording.lines().some(({ msg }) => msg.startsWith('reading the stock: ')) ? true : undefined,
  );
  const stock = await ask('/stock', 'mine');
  await bot.stop(1_000);
  expect(sales.isPrivate).toBe(true);
  for (const { text } of [sales, stock]) {
    expect(text).toMatch(
      /rejected the app's (?:subscription )?key.*Ask the person who manages the app to check (?:it|the key)/,
    );
  }
  expect(JSON.stringify([sales, stock]) + recording.text()).not.toContain(wrong);
});

test('a mistyped key binds no database: the right one is taken next, and every other refused from then on', async () => {
  const { start, settings, clock, recording, untilDigests } = await world();
  const slack = await startSlackDouble();
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

  const error = await rejection(start({ subscriptionKey: 'another-key', slackApiUrl: slack.url }));
  expect(error).toBeInstanceOf(ForeignDatabaseError);
  expect(slack.methods).toEqual([]);
  expect(String(error)).not.toContain(settings.subscriptionKey);
});

test('a bot on a new database ends when another one has bound it to another key', async () => {
  const { start, clock } = await world();
  const slack = await startSlackDouble(0, () => clock.now());
  const mistyped = await start({
    subscriptionKey: 'mistyped-key',
    slackApiUrl: slack.url,
    port: await freePort(),
  });
  onTestFinished(() => mistyped.stop(300));
  const right = await start({ salesHistoryDays: 2 });
  onTestFinished(() => right.stop(300));
  expect(await rejection(mistyped.unusable)).toBeInstanceOf(ForeignDatabaseError);
  expect(slack.posted).toEqual([]);
});

test('a digest that was half sent when the process ended is looked for at the next start, and not sent again', async () => {
  const { start, settings, clock, recording } = await world();
  const slack = await startSlackDouble(0, () => clock.now());
  const database = await openDatabase(settings.databaseUrl);
  // A process that posted and was gone before it could note that, a while ago.
  const before = { now: () => clock.now() - 40 * 60_000 };
  const time = createDatabaseClock(database, before);
  const ledger = createLedger({ database, time, view: createLedgerView(time, () => 0), owner: 'gone' });
  const key = { teamId: DOUBLE_TEAM, channelId: 'C0STOCK', kind: 'stock', businessDate: '2026-11-20' };
  await ledger.record({ ...key, dueAt: oslo('2026-11-20 08:30'), missed: undefined });
  const [due] = await ledger.due();
  const claimed = await ledger.claim(due?.id ?? -1);
  if (claimed === undefined || !(await ledger.renew(claimed))) throw new Error('it could not be claimed');
  await database.destroy();

  const port = await freePort();
  const bot = await start({ slackApiUrl: slack.url, digestChannels: ['C0STOCK', 'C0OTHER'], port });
  await until('the digest of the other channel', async () => (slack.posted.length > 0 ? true : undefined));
  await bot.stop(2_000);
  expect(slack.posted.map(({ channel }) => channel)).toEqual(['C0OTHER']);
  expect(recording.lines().map(({ msg }) => msg)).toContain(
    'whoever sent this digest has gone silent: it is taken over',
  );
});

test('after a stop nothing keeps the process alive', { timeout: 40_000 }, async () => {
  const script = fileURLToPath(new URL('startAndStop.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script], { timeout: 30_000 });
  expect(stdout.trim().split('\n')).toEqual(['digest posted', 'stopped', 'nothing left']);
});
