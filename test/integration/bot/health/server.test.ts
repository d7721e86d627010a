import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { readDigestFacts } from '../../../../bot/health/digestFacts.ts';
import { startHealthServer } from '../../../../bot/health/server.ts';
import { newDatabaseFile } from '../../../support/bot/databases.ts';
import { openChannels } from '../../../support/bot/digest/channels.ts';
import { calendar, oslo } from '../../../support/bot/time.ts';

const MINUTE = 60_000;

async function openHealth(place?: string) {
  const channels = await openChannels('2026-11-20 08:30', place === undefined ? {} : { place });
  await channels.saveStock('2026-11-20');
  const state = { lastSweepAt: undefined as number | undefined, isReceiving: true };
  const { database, clock, bot } = channels;
  const stopping = new AbortController();
  const health = await startHealthServer({
    database,
    clock,
    calendar,
    digestFacts: async () => readDigestFacts({ ...bot, database, calendar }, await bot.time.now()),
    lastSweepAt: () => state.lastSweepAt,
    slackRefusal: bot.tokenHealth.refusal,
    stockCallsLeft: async () => 17,
    isReceiving: () => state.isReceiving,
    signal: stopping.signal,
    startedAt: clock.now(),
    port: 0,
  });
  onTestFinished(() => health.close());
  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${health.port}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  return { channels, state, stopping, get };
}

test('ready is who has swept lately, is reached and accepted by Slack and has its database', async () => {
  const { channels, state, get } = await openHealth();
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
  expect((await get('/metrics')).text).toContain('\nretail_bot_slack_refused 1\n');
  channels.clock.set(channels.clock.now() + 6 * MINUTE);
  expect(await channels.bot.tokenHealth.isAccepted()).toBe(true);
  state.lastSweepAt = channels.clock.now();
  expect((await get('/readyz')).status).toBe(200);
  channels.clock.set(channels.clock.now() + 4 * MINUTE);
  expect((await get('/readyz')).status).toBe(503);
  state.lastSweepAt = channels.clock.now();
  await channels.database.destroy();
  expect(await get('/readyz')).toMatchObject({
    status: 503,
    text: expect.stringContaining('database: not ready'),
  });
  expect((await get('/livez')).status).toBe(200);
  expect((await get('/other')).status).toBe(404);
});

test('metrics count the digests of the day by state', async () => {
  const { channels, state, get } = await openHealth();
  await channels.sweepAt('2026-11-20 08:30');
  state.lastSweepAt = channels.clock.now() - 1_500;
  const { text } = await get('/metrics');
  expect(text).toContain('\nretail_bot_digest_runs{state="sent"} 1\n');
  for (const state of ['due', 'failed', 'unknown'])
    expect(text).toContain(`\nretail_bot_digest_runs{state="${state}"} 0\n`);
  expect(text).toContain('\nretail_bot_stock_gate{state="unasked"} 1\n');
  expect(text).toContain('\nretail_bot_stock_calls_left 17\n');
  expect(text).toContain('\nretail_bot_slack_refused 0\n');
  expect(text).toMatch(/\nretail_bot_digest_sweep_age_seconds 1\.5\n/);
});

test('metrics tell where the gate of the day stands', async () => {
  const { channels, get } = await openHealth();
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

test('metrics count calls by outcome and tell the newest business days', async () => {
  const { channels, get } = await openHealth();
  const { database, clock } = channels;
  const operation = 'accumulatedStock';
  await database
    .insertInto('service_call')
    .values([
      { operation, outcome: 'ok', calls: 3, last_at: clock.now() },
      { operation, outcome: 'rateLimit', calls: 1, last_at: clock.now() - MINUTE },
    ])
    .execute();
  const { text } = await get('/metrics');
  expect(text).toContain('\nretail_bot_service_calls_total{operation="accumulatedStock",outcome="ok"} 3\n');
  expect(text).toContain(
    '\nretail_bot_service_calls_total{operation="accumulatedStock",outcome="rateLimit"} 1\n',
  );
  expect(text).toContain('\nretail_bot_service_refused 0\n');
  const beginning = oslo('2026-11-20 00:00') / 1_000;
  expect(text).toContain(`\nretail_bot_newest_day_timestamp_seconds{kind="stock"} ${beginning}\n`);
  expect(text).not.toContain('kind="sales"');
});

test('what the service did before this start says nothing of its settings', async () => {
  const { channels, get } = await openHealth();
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

test('a bot that stops is not ready any more', async () => {
  const { channels, state, stopping, get } = await openHealth();
  state.lastSweepAt = channels.clock.now();
  stopping.abort();
  expect(await get('/readyz')).toMatchObject({
    status: 503,
    text: expect.stringContaining('running: not ready: the bot is stopping'),
  });
});

test('nothing is written or locked by whoever reads: another connection that writes holds up nobody', async () => {
  const place = newDatabaseFile();
  const { channels, state, get } = await openHealth(place);
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
