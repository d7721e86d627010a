import { DatabaseSync } from 'node:sqlite';
import { startSandbox } from 'retail-data-client/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { startBot } from '../../../bot/app.ts';
import { freePort } from '../../../bot/demo/standIn.ts';
import { DEFAULT_SETTINGS } from '../../../bot/settings/settings.ts';
import { newDatabaseFile } from '../../support/bot/databases.ts';
import { createRecordingLog } from '../../support/bot/recordingLog.ts';
import { startSlackDouble } from '../../support/bot/slackDouble.ts';
import { oslo } from '../../support/bot/time.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { until } from '../../support/until.ts';

/** A table that is gone for a moment: every statement about it fails, in whichever connection. */
function takeAway(file: string, table: string): () => void {
  const rename = (from: string, to: string) => {
    const database = new DatabaseSync(file);
    database.exec(`pragma legacy_alter_table = on; alter table ${from} rename to ${to}`);
    database.close();
  };
  rename(table, 'taken_away');
  return () => rename('taken_away', table);
}

test.each(['own_product', 'digest_run', 'digest_subscription'])(
  'a database that fails right after the start does not end the bot, which goes on once it answers: %s',
  async (table) => {
    const clock = createFakeClock(oslo('2026-11-20 09:00'));
    const sandbox = await startSandbox({ now: () => clock.now() });
    onTestFinished(() => sandbox.close());
    const slack = await startSlackDouble(0, clock.now);
    const recording = createRecordingLog();
    const file = newDatabaseFile();
    const rejections: unknown[] = [];
    const note = (reason: unknown) => void rejections.push(reason);
    process.on('unhandledRejection', note);
    onTestFinished(() => void process.off('unhandledRejection', note));
    const settings = {
      ...DEFAULT_SETTINGS,
      baseUrl: sandbox.url,
      subscriptionKey: sandbox.subscriptionKey,
      botToken: 'xoxb-test',
      appToken: undefined,
      signingSecret: 'signing-secret',
      slackApiUrl: slack.url,
      port: await freePort(),
      databaseUrl: file,
      salesHistoryDays: 1,
      salesRetentionDays: 2,
    };
    const start = () =>
      startBot({ settings, clock, log: recording.log, stockOnThread: false, monotonic: clock.monotonic });
    await (await start()).stop(0);
    const before = sandbox.requests.length;
    const failuresBefore = recording.text().length;

    const bringBack = takeAway(file, table);
    const bot = await start();
    await until('a failure', async () =>
      recording.text().slice(failuresBefore).includes(`no such table: ${table}`) ? true : undefined,
    );
    await clock.advance(60_000);
    bringBack();
    await until('the sales', async () => {
      await clock.advance(5_000);
      return sandbox.requests.slice(before).some(({ path }) => path.includes('daily-sales'))
        ? true
        : undefined;
    });
    expect(rejections).toEqual([]);
    await bot.stop(0);
    expect(rejections).toEqual([]);
  },
);
