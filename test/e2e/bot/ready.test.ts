import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from 'retail-data-client/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../bot/settings/settings.ts';
import { freePort } from '../../../tools/freePort.ts';
import { databaseUrlOf } from '../../support/bot/databases.ts';
import { METRICS } from '../../support/bot/metrics.ts';
import { oslo } from '../../support/bot/time.ts';
import { startTestSlack } from '../../support/slack/testSlack.ts';
import { until } from '../../support/until.ts';
import { cleanEnvironment, projectFolder, run } from '../start/strangersMachine.ts';
import { openWorld } from './world.ts';

const PATIENCE_MS = 180_000;
const STOCK_DAY = '2026-11-20';
const SALES_DAY = '2026-11-19';
/** The last of what the first import of two days brings. */
const DAY_BEFORE = 'retail_bot_day_rows{kind="sales",day="before"}';

async function watchedWorld() {
  const world = await openWorld('HTTP');
  onTestFinished(() => world.close());
  const healthPort = await freePort();
  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${healthPort}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  const serviceLine = async () => /^service: (.*)$/m.exec((await get('/readyz')).text)?.[1];
  const start = async (fields: Parameters<typeof world.start>[0] = {}) => {
    const bot = await world.start({ healthPort, salesHistoryDays: 2, ...fields });
    onTestFinished(() => bot.stop(300));
  };
  return { ...world, start, get, serviceLine };
}

const SOME = /^ [1-9]\d*(\.\d+)?$/;

/**
 * What each metric tells on a morning on which one of two digests was posted, and an admin could not be told of the
 * other: its samples in their order, or how many values a histogram has counted.
 */
function expectedMetrics({ truth }: Sandbox): Record<keyof typeof METRICS, readonly (string | RegExp)[]> {
  const beginning = (day: string) => oslo(`${day} 00:00`) / 1_000;
  const days = [`{kind="sales"} ${beginning(SALES_DAY)}`, `{kind="stock"} ${beginning(STOCK_DAY)}`];
  const rowsOf = (day: string) => truth.sales(day, day).length;
  return {
    retail_bot_build_info: [/^\{version="\d+\.\d+\.\d+",commit="unknown",node_version="v\d+\.\d+\.\d+"\} 1$/],
    process_start_time_seconds: [` ${performance.timeOrigin / 1_000}`],
    process_cpu_seconds_total: [SOME],
    process_resident_memory_bytes: [SOME],
    retail_bot_event_loop_lag_seconds: [SOME],
    retail_bot_requests_total: ['{request="/stock",outcome="ok"} 1'],
    retail_bot_request_duration_seconds: ['{request="/stock"} 1'],
    retail_bot_ready: [' 1'],
    retail_bot_slack_up: [' 1'],
    retail_bot_database_up: [' 1'],
    retail_bot_clock_offset_seconds: [/^\{clock="database"\} -?\d/, /^\{clock="process"\} -?\d/],
    retail_bot_database_writable: [' 1'],
    retail_bot_database_sound: [' 1'],
    retail_bot_service_up: [' 1'],
    retail_bot_service_refused: [' 0'],
    retail_bot_service_calls_total: [
      /^\{operation="accumulatedStock",outcome="ok"\} [1-9]/,
      /^\{operation="dailySales",outcome="ok"\} [1-9]/,
      /^\{operation="stores",outcome="ok"\} [1-9]/,
    ],
    // None is left out for the calls of a minute ago.
    retail_bot_stock_calls_left: [/^ (?:1\d|20)$/],
    retail_bot_stock_calls_left_today: [/^ 39\d$/],
    retail_bot_stock_gate: [
      '{state="empty"} 0',
      '{state="fresh"} 1',
      '{state="unasked"} 0',
      '{state="waiting"} 0',
    ],
    retail_bot_stock_short_list: ['{state="refused"} 0', '{state="taken"} 0'],
    retail_bot_newest_day_timestamp_seconds: days,
    retail_bot_expected_day_timestamp_seconds: days,
    retail_bot_day_rows: [
      `{kind="sales",day="before"} ${rowsOf('2026-11-18')}`,
      `{kind="sales",day="newest"} ${rowsOf(SALES_DAY)}`,
      `{kind="stock",day="newest"} ${truth.stock().length}`,
    ],
    retail_bot_last_import_timestamp_seconds: [/^\{kind="sales"\} 179516/, /^\{kind="stock"\} 179516/],
    retail_bot_import_failures_total: ['{kind="sales"} 0', '{kind="stock"} 0', '{kind="stores"} 0'],
    retail_bot_database_bytes: [SOME],
    retail_bot_database_wal_bytes: [/^ \d+$/],
    retail_bot_disk_free_bytes: [SOME],
    retail_bot_backup_timestamp_seconds: [SOME],
    retail_bot_digests_total: ['{state="missed"} 0', '{state="sent"} 1'],
    retail_bot_digest_runs: [
      '{state="closed"} 0',
      '{state="due"} 0',
      '{state="failed"} 1',
      '{state="missed"} 0',
      '{state="sending"} 0',
      '{state="sent"} 1',
      '{state="unclear"} 0',
      '{state="unknown"} 0',
    ],
    retail_bot_digest_missed: ['{reason="notRunning"} 0', '{reason="superseded"} 0'],
    retail_bot_messages_overdue: [' 0'],
    retail_bot_alerts_total: ['{outcome="failed"} 0', '{outcome="posted"} 0', '{outcome="unjudged"} 0'],
    retail_bot_digest_lateness_seconds: [' 1'],
    retail_bot_digest_last_sweep_timestamp_seconds: [/^ 179516/],
    retail_bot_digest_subscriptions: ['{state="active"} 1', '{state="paused"} 1'],
  };
}

const POST = 'chat.postMessage';

test('every metric has its value in the running bot, and no other is told', async () => {
  const { start, get, ask, clock, sandbox, settings } = await watchedWorld();
  const slack = await startTestSlack({ clock: { now: () => clock.now(), sleep: clock.sleep } });
  slack.workspace.addChannel('C0OTHER', { member: false });
  // Where the question is asked.
  for (const id of settings.digestChannels) slack.workspace.addChannel(id);
  slack.faults.add({ fault: { kind: 'limit', seconds: 600 }, name: POST, skip: 1 });
  const admin = { users: ['U0KARI'], groups: [], channels: [] };
  await start({
    slackApiUrl: slack.apiUrl,
    digestChannels: ['C0STOCK', 'C0OTHER'],
    access: { ...DEFAULT_SETTINGS.access, holders: { ...DEFAULT_SETTINGS.access.holders, admin } },
  });
  const metrics = async () => (await get('/metrics')).text;
  expect(await metrics()).not.toContain('\nretail_bot_backup_timestamp_seconds ');
  const { databaseUrl } = settings;
  const backup = run(
    process.execPath,
    [join(projectFolder, 'bot/cli/backup.ts'), '--to', `${databaseUrl}.copy`],
    {
      cwd: tmpdir(),
      env: { ...cleanEnvironment(process.env.PATH ?? ''), DATABASE_URL: databaseUrlOf(databaseUrl) },
    },
  );
  expect(await backup.exit(PATIENCE_MS), backup.output()).toBe(0);
  await ask('/stock', 'mine');
  await until(
    'the notice',
    async () => slack.methods().filter((method) => method === POST).length === 2 || undefined,
  );
  const samplesIn = (text: string, name: string) =>
    [...text.matchAll(new RegExp(`^${name}((?:\\{.*\\})? .*)$`, 'gm'))]
      .map(([, sample]) => sample)
      .toSorted();
  // The bot has done all this before it has noted it all.
  const expected = Object.entries(expectedMetrics(sandbox));
  const values = async () => {
    const text = await metrics();
    return expected.map(([name]) => {
      const isCounted = text.includes(`\n# TYPE ${name} histogram\n`);
      return { name, samples: samplesIn(text, isCounted ? `${name}_count` : name) };
    });
  };
  await expect.poll(values).toEqual(
    expected.map(([name, samples]) => ({
      name,
      samples: samples.map((value) => (typeof value === 'string' ? value : expect.stringMatching(value))),
    })),
  );
  const text = await metrics();
  const types = Object.fromEntries([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, ...pair]) => pair));
  expect(types).toEqual(Object.fromEntries(Object.entries(METRICS).map(([name, { type }]) => [name, type])));
  for (const [name, type] of Object.entries(types)) expect(name.endsWith('_total')).toBe(type === 'counter');
});

test('a key that the service rejects is told by answers, /readyz, metrics and an error of the log', async () => {
  const { start, get, ask, serviceLine, recording, settings } = await watchedWorld();
  const wrong = 'wrong-key-0123456789abcdef';
  await start({ subscriptionKey: wrong });
  await expect
    .poll(serviceLine)
    .toBe(
      'not ready: the service rejects RETAIL_DATA_SUBSCRIPTION_KEY for accumulated stock, daily sales, stores',
    );
  expect((await get('/readyz')).status).toBe(503);
  const { text } = await get('/metrics');
  expect(text).toContain('\nretail_bot_ready 0\n');
  expect(text).toContain('\nretail_bot_service_up 0\n');
  expect(text).toContain('\nretail_bot_service_refused 1\n');
  expect(text).toMatch(
    /\nretail_bot_service_calls_total\{operation="stores",outcome="authentication"\} [1-9]/,
  );
  expect(text).not.toContain('retail_bot_newest_day_timestamp_seconds{kind="stock"}');
  const told = recording.lines().filter(({ outage }) => outage === 'the service');
  expect(told.map(({ level }) => level)).toEqual([50]);
  expect(told.at(0)?.msg).toMatch(
    /^an outage of the service has begun: .*rejected the subscription key.*Set RETAIL_DATA_SUBSCRIPTION_KEY to the key from your profile/,
  );
  expect(told.at(0)?.host).toBe(new URL(settings.baseUrl).host);

  const answers = [await ask('/sales', 'yesterday'), await ask('/stock', 'mine')];
  for (const answer of answers) {
    expect(answer.isPrivate).toBe(true);
    expect(answer.text).toMatch(
      /rejected the app's (?:subscription )?key.*Ask the person who manages the app to check (?:it|the key)/,
    );
  }
  expect(JSON.stringify(answers) + recording.text()).not.toContain(wrong);
});

test('a key that is rejected later is told too, but what is held can still be asked', async () => {
  const { start, get, serviceLine, sandbox, ask, untilDigests } = await watchedWorld();
  await start();
  await untilDigests(1);
  // No import asks any more: the next call is that of the question.
  await expect.poll(async () => (await get('/metrics')).text).toContain(DAY_BEFORE);
  await expect.poll(serviceLine).toBe('ok');
  sandbox.fail({ operation: 'dailySales', fault: { kind: 'status', status: 401 } });
  // A day that is not held is asked of the service.
  await ask('/sales', '2026-01-15');
  expect(await serviceLine()).toBe(
    'the service rejects RETAIL_DATA_SUBSCRIPTION_KEY for daily sales; answers come from what is held',
  );
  expect((await get('/readyz')).status).toBe(200);
  await ask('/sales', '2026-01-15');
  expect(await serviceLine()).toBe('ok');
});
