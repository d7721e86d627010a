import { truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { composeHealth } from '../../../../bot/composeHealth.ts';
import { freePort } from '../../../../bot/demo/standIn.ts';
import { readDigestFacts } from '../../../../bot/health/digestFacts.ts';
import { botSettings } from '../../../support/bot/botSettings.ts';
import { newDatabaseFile, stockRow } from '../../../support/bot/databases.ts';
import { openChannels } from '../../../support/bot/digest/channels.ts';
import { createRecordingLog } from '../../../support/bot/recordingLog.ts';
import { calendar, oslo } from '../../../support/bot/time.ts';
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
    settings: botSettings({ slackApiUrl: channels.slack.url, healthPort, databaseUrl: place }),
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
      digestFacts: async () => readDigestFacts({ ...bot, database, calendar }, await bot.time.now()),
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
  expect(text).not.toContain('retail_bot_digest_runs');
  expect((await get('/livez')).status).toBe(200);
  expect((await get('/other')).status).toBe(404);
});

test.each([
  ['on a Sunday it is that of Saturday', '2026-11-22 13:00', '2026-11-21', '2026-11-21'],
  ['on a Monday before the refresh it still is', '2026-11-23 08:29', '2026-11-21', '2026-11-21'],
  ['on a Monday after it sales are of Saturday', '2026-11-23 08:30', '2026-11-23', '2026-11-21'],
  ['on a Tuesday both are new', '2026-11-24 08:30', '2026-11-24', '2026-11-23'],
  ['at Easter it is the Wednesday before, or its eve', '2027-03-29 13:00', '2027-03-27', '2027-03-27'],
  ['on the day after Easter', '2027-03-30 08:30', '2027-03-30', '2027-03-27'],
])('the day that metrics expect: %s', async (_case, now, stock, sales) => {
  const { channels, get } = await openedHealth();
  channels.clock.set(oslo(now));
  const { text } = await get('/metrics');
  for (const [kind, day] of Object.entries({ stock, sales })) {
    const beginning = oslo(`${day} 00:00`) / 1_000;
    expect(text).toContain(`retail_bot_expected_day_timestamp_seconds{kind="${kind}"} ${beginning}\n`);
  }
});

test('metrics compare the newest day with the one before, tell when it came, and count imports that failed', async () => {
  const { channels, get, health } = await openedHealth();
  await channels.saveStock('2026-11-19', [stockRow('1', 5), stockRow('2', 5)]);
  const sums = { millilitres: 0, quantity: 0, returned_millilitres: 0, returned_quantity: 0 };
  await channels.database
    .insertInto('sales_day')
    .values(
      [
        { sales_date: '2026-11-19', rows: 12, generation: 2, read_at: 5_000 },
        { sales_date: '2026-11-18', rows: 9, generation: 1, read_at: 4_000 },
        { sales_date: '2026-11-20', rows: 0, generation: null, read_at: 6_000 },
      ].map((day) => ({ ...day, ...sums })),
    )
    .execute();
  health.metrics.countImportFailure('sales');
  const { text } = await get('/metrics');
  expect(text).toContain('\nretail_bot_day_rows{kind="stock",day="before"} 2\n');
  expect(text).toContain('\nretail_bot_day_rows{kind="sales",day="newest"} 12\n');
  expect(text).toContain('\nretail_bot_day_rows{kind="sales",day="before"} 9\n');
  expect(text).toContain('\nretail_bot_last_import_timestamp_seconds{kind="sales"} 5\n');
  for (const [kind, failures] of Object.entries({ stock: 0, sales: 1, stores: 0 }))
    expect(text).toContain(`\nretail_bot_import_failures_total{kind="${kind}"} ${failures}\n`);
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

test('a downtime of a night shows for a day, also at the first scrape after it', async () => {
  const { channels, get } = await openedHealth();
  await channels.sweepAt('2026-11-20 08:30');
  await channels.sweepAt('2026-11-23 10:00');
  const missed = (reason: string, digests: number) =>
    `\nretail_bot_digest_missed{reason="${reason}"} ${digests}\n`;
  expect((await get('/metrics')).text).toContain(missed('notRunning', 2));
  await channels.sweepAt('2026-11-24 09:59');
  expect((await get('/metrics')).text).toContain(missed('notRunning', 2));
  channels.clock.set(oslo('2026-11-24 10:01'));
  expect((await get('/metrics')).text).toContain(missed('notRunning', 0));
});

test('metrics tell where the gate of the day stands', async () => {
  const { channels, get } = await openedHealth();
  const asked = { probes: 1, next_probe_at: 0, lease_owner: null, lease_until: 0, answered: 1 };
  for (const [business_date, state] of [
    ['2026-11-19', 'fresh'],
    ['2026-11-20', 'waiting'],
  ] as const) {
    await channels.database
      .insertInto('stock_day')
      .values({ business_date, state, ...asked })
      .execute();
  }
  const { text } = await get('/metrics');
  expect(text).toContain('retail_bot_stock_gate{state="waiting"} 1\n');
  expect(text).toContain('retail_bot_stock_gate{state="fresh"} 0\n');
});

test('what the service did before this start says nothing of its settings', async () => {
  const { channels, get } = await openedHealth();
  const rejected = { operation: 'stores', outcome: 'authentication', calls: 1 } as const;
  const note = (last_at: number) =>
    channels.database
      .insertInto('service_call')
      .values({ ...rejected, last_at })
      .onConflict((conflict) => conflict.columns(['operation', 'outcome']).doUpdateSet({ last_at }))
      .execute();
  await note(channels.clock.now() - 1);
  expect((await get('/readyz')).text).toContain('\nservice: ok\n');
  await note(channels.clock.now());
  expect((await get('/readyz')).text).toContain(
    '\nservice: the service rejects RETAIL_DATA_SUBSCRIPTION_KEY for stores; answers come from what is held\n',
  );
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
