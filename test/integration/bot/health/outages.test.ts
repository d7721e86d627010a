import { expect, onTestFinished, test } from 'vitest';
import { composeHealth } from '../../../../bot/composeHealth.ts';
import type { CallOutcome } from '../../../../bot/database/tables/service.ts';
import { createLoggedWork } from '../../../../bot/jobs.ts';
import { createOutbound } from '../../../../bot/slack/messages.ts';
import { botSettings } from '../../../support/bot/botSettings.ts';
import { openTestDatabase } from '../../../support/bot/databases.ts';
import { createRecordingLog } from '../../../support/bot/recordingLog.ts';
import { startSlackDouble } from '../../../support/bot/slackDouble.ts';
import { watchedBot } from '../../../support/bot/watchedBot.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';

const SECOND = 1_000;

/** What the log says of outages, of a bot that looks every 15 seconds. */
async function openWatch() {
  const slack = await startSlackDouble();
  const database = await openTestDatabase();
  const recording = createRecordingLog();
  const clock = createFakeClock();
  const { signal } = new AbortController();
  const settings = botSettings({ slackApiUrl: slack.url, baseUrl: 'https://api.example.com/retail' });
  const health = await composeHealth({
    settings,
    clock,
    log: recording.log,
    signal,
    startedAt: clock.now(),
  });
  onTestFinished(() => health.close());
  health.watchDatabase(database);
  const { botToken, slackApiUrl } = settings;
  const outbound = createOutbound({ botToken, slackApiUrl, fetch: health.slackFetch });
  health.watchBot(watchedBot(clock, () => outbound.signIn()));
  const lookFor = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 15) {
      await clock.advance(15 * SECOND);
      await health.look();
    }
  };
  const told = () =>
    recording.lines().flatMap(({ outage, host, msg }) => (outage === undefined ? [] : [{ host, msg }]));
  return { slack, database, clock, health, recording, signal, lookFor, told };
}

test('an outage of the service is one line when it begins, one a minute, and one when it is over', async () => {
  const { database, clock, lookFor, told } = await openWatch();
  const note = (outcome: CallOutcome) =>
    database
      .insertInto('service_call')
      .values({ operation: 'dailySales', outcome, calls: 1, last_at: clock.now() })
      .execute();
  await note('connection');
  await lookFor(150);
  await note('ok');
  await lookFor(60);
  const cause = 'the last call failed for daily sales (connection)';
  expect(told()).toEqual(
    [
      `an outage of the service has begun: ${cause}`,
      `the outage of the service lasts: ${cause}`,
      `the outage of the service lasts: ${cause}`,
      'the outage of the service is over',
    ].map((msg) => ({ host: 'api.example.com', msg })),
  );
});

test('a Slack that nobody calls is called once a minute, so that its outage begins and ends', async () => {
  const { slack, health, lookFor, told } = await openWatch();
  await lookFor(120);
  expect(slack.methods).toEqual(['auth.test', 'auth.test']);
  expect(told()).toEqual([]);
  health.slackReach.failed('calls', 'ECONNREFUSED');
  expect(health.outages.slack.cause()).toBe('ECONNREFUSED');
  await lookFor(15);
  const { host } = new URL(slack.url);
  expect(told()).toEqual([
    { host, msg: 'an outage of Slack has begun: ECONNREFUSED' },
    { host, msg: 'the outage of Slack is over' },
  ]);
});

test('jobs that fail because the database is away are one outage; a failure of their own is an error each', async () => {
  const { health, recording, signal, told, lookFor } = await openWatch();
  const failed: string[] = [];
  const { run, importFailure } = createLoggedWork({
    log: recording.log,
    signal,
    outages: health.outages,
    databaseFailure: (error) => (error instanceof RangeError ? error.message : undefined),
    onImportFailed: (kind) => failed.push(kind),
  });
  const away = () => Promise.reject(new RangeError('nothing answers there'));
  await run('reading the stock', away);
  await run('reading the sales', away);
  await run('reading the stock', async () => {});
  await lookFor(15);
  expect(told().map(({ msg }) => msg)).toEqual([
    'an outage of the database has begun: nothing answers there',
  ]);
  expect(importFailure()).toBeUndefined();
  await run('reading the sales', () => Promise.reject(new TypeError('broken')));
  expect(recording.errors().at(-1)).toBe('reading the sales failed');
  expect(importFailure()).toBe('reading the sales failed (broken)');
  expect(failed).toEqual(['stock', 'sales', 'sales']);
  await run('reading the sales', async () => {});
  expect(importFailure()).toBeUndefined();
  expect(told().at(-1)?.msg).toBe('the outage of the database is over');
});
