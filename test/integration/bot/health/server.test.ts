import { truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { composeHealth } from '../../../../bot/composeHealth.ts';
import { freePort } from '../../../../bot/demo/standIn.ts';
import { botSettings } from '../../../support/bot/botSettings.ts';
import { newDatabaseFile } from '../../../support/bot/databases.ts';
import { openChannels } from '../../../support/bot/digest/channels.ts';
import { createRecordingLog } from '../../../support/bot/recordingLog.ts';
import { calendar } from '../../../support/bot/time.ts';
import { UNJUDGED_CLOCKS } from '../../../support/bot/unjudgedClocks.ts';

const MINUTE = 60_000;

async function openHealth(place = newDatabaseFile()) {
  const channels = await openChannels('2026-11-20 08:30', { place });
  await channels.saveStock('2026-11-20');
  const state = {
    lastSweepAt: undefined as number | undefined,
    isReceiving: true,
    importFailure: undefined as string | undefined,
  };
  const { database, clock, bot } = channels;
  const healthPort = await freePort();
  const health = await composeHealth({
    settings: botSettings({ slackApiUrl: channels.slack.apiUrl, healthPort, databaseUrl: place }),
    clock,
    log: createRecordingLog().log,
    signal: new AbortController().signal,
    startedAt: clock.now(),
  });
  onTestFinished(() => health.close());
  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${healthPort}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  const open = () => {
    health.watchDatabase(database);
    health.watchBot({
      clocks: UNJUDGED_CLOCKS,
      calendar,
      digests: bot,
      now: bot.time.now,
      lastSweepAt: () => state.lastSweepAt,
      slackRefusal: bot.tokenHealth.refusal,
      stockCallsLeft: async () => 17,
      stockCallsLeftToday: async () => 391,
      isReceiving: () => state.isReceiving,
      importFailure: () => state.importFailure,
      callSlack: async () => {},
    });
  };
  return { channels, state, get, health, open };
}

async function openedHealth(place?: string) {
  const opened = await openHealth(place);
  opened.open();
  return opened;
}

test('ready is who has swept lately, is reached and accepted by Slack and has its database', async () => {
  const { channels, state, get, health, open } = await openHealth();
  expect(await get('/readyz')).toEqual({ status: 503, text: 'database: not ready: it is being opened\n' });
  open();
  expect(await get('/livez')).toEqual({ status: 200, text: 'ok\n' });
  expect(await get('/readyz')).toMatchObject({
    status: 503,
    text: expect.stringContaining('sweeper: not ready'),
  });
  state.lastSweepAt = channels.clock.now();
  expect(await get('/readyz')).toMatchObject({ status: 200 });
  state.isReceiving = false;
  expect(await get('/readyz')).toMatchObject({
    status: 503,
    text: expect.stringContaining('connection: not ready'),
  });
  state.isReceiving = true;
  channels.bot.tokenHealth.isRefusedBy({ kind: 'rejected', code: 'account_inactive' });
  expect(await get('/readyz')).toMatchObject({
    status: 503,
    text: expect.stringContaining('slack: not ready: Slack does not accept the bot (account_inactive)'),
  });
  expect((await get('/metrics')).text).toContain('\nretail_bot_slack_up 0\n');
  channels.clock.set(channels.clock.now() + 6 * MINUTE);
  expect(await channels.bot.tokenHealth.isAccepted()).toBe(true);
  state.lastSweepAt = channels.clock.now();
  expect((await get('/readyz')).status).toBe(200);
  channels.clock.set(channels.clock.now() + 4 * MINUTE);
  expect((await get('/readyz')).status).toBe(503);
  state.lastSweepAt = channels.clock.now();
  health.slackReach.failed('calls', 'ECONNRESET');
  expect(await get('/readyz')).toMatchObject({
    status: 503,
    text: expect.stringContaining('slack: not ready: Slack cannot be used (ECONNRESET)'),
  });
  health.slackReach.works('calls');
  state.importFailure = 'reading the sales failed (a thread has ended)';
  expect(await get('/readyz')).toMatchObject({
    status: 503,
    text: expect.stringContaining('import: not ready: reading the sales failed (a thread has ended)'),
  });
  state.importFailure = undefined;
  expect((await get('/readyz')).status).toBe(200);
  await channels.database.destroy();
  expect(await get('/readyz')).toMatchObject({
    status: 503,
    text: expect.stringContaining('database: not ready'),
  });
  const { status, text } = await get('/metrics');
  expect(status).toBe(200);
  expect(text).toContain('\nretail_bot_database_up 0\n');
  expect(text).not.toContain('\nretail_bot_digest_runs{');
  expect((await get('/livez')).status).toBe(200);
  expect((await get('/other')).status).toBe(404);
});

test('metrics tell the room that the file takes and that its disk has, also when it cannot be read any more', async () => {
  const place = newDatabaseFile();
  const { channels, get } = await openedHealth(place);
  await channels.database.destroy();
  truncateSync(place, 8_192);
  writeFileSync(`${place}-wal`, '123');
  const { text } = await get('/metrics');
  expect(text).toContain('\nretail_bot_database_up 0\n');
  expect(text).toContain('\nretail_bot_database_bytes 8192\n');
  expect(text).toContain('\nretail_bot_database_wal_bytes 3\n');
  expect(Number(/\nretail_bot_disk_free_bytes (\d+)\n/.exec(text)?.[1])).toBeGreaterThan(0);
});

test('nothing is written or locked by whoever reads: another connection that writes holds up nobody', async () => {
  const place = newDatabaseFile();
  const { channels, state, get } = await openedHealth(place);
  state.lastSweepAt = channels.clock.now();
  const writer = new DatabaseSync(place);
  onTestFinished(() => writer.close());
  writer.exec('begin immediate');
  const changes = () => sql<{ n: number }>`select total_changes() as n`.execute(channels.database);
  const before = (await changes()).rows;
  expect((await get('/metrics')).status).toBe(200);
  expect((await get('/readyz')).status).toBe(200);
  expect((await changes()).rows).toEqual(before);
  writer.exec('rollback');
});
