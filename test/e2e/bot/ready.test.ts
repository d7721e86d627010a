import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../bot/demo/standIn.ts';
import { oslo } from '../../support/bot/time.ts';
import { until } from '../../support/until.ts';
import { openWorld, STAND_INS } from './world.ts';

describe.each(STAND_INS)('on %s', (name) => {
  test('the running bot is ready and tells its figures', async () => {
    const world = await openWorld(name);
    onTestFinished(() => world.close());
    const healthPort = await freePort();
    const bot = await world.start({ healthPort });
    onTestFinished(() => bot.stop(300));
    const get = async (path: string) => (await fetch(`http://127.0.0.1:${healthPort}${path}`)).text();
    await world.untilDigests(1);
    expect(
      await until('ready', async () => ((await get('/readyz')).includes('not ready') ? undefined : true)),
    ).toBe(true);
    expect(await get('/readyz')).toBe(
      'database: ok\nservice: ok\nimport: ok\nslack: ok\nconnection: ok\nclock: ok\nsweeper: ok\nrunning: ok\n',
    );
    const metrics = await get('/metrics');
    expect(metrics).toMatch(/\nretail_bot_digest_runs\{state="sent"\} 1\n/);
    expect(metrics).toMatch(/\nretail_bot_stock_gate\{state="fresh"\} 1\n/);
    expect(metrics).toMatch(/\nretail_bot_stock_calls_left 1\d\n/);
    expect(metrics).toMatch(/\nretail_bot_stock_calls_left_today 39\d\n/);
    expect(metrics).toMatch(/\nretail_bot_digest_lateness_seconds_count 1\n/);
    for (const name of ['slack', 'database', 'service']) {
      expect(metrics).toContain(`\nretail_bot_${name}_up 1\n`);
    }
    expect(metrics).toMatch(
      /\nretail_bot_service_calls_total\{operation="accumulatedStock",outcome="ok"\} [1-9]/,
    );
    const day = oslo('2026-11-20 00:00') / 1_000;
    expect(metrics).toContain(`\nretail_bot_newest_day_timestamp_seconds{kind="stock"} ${day}\n`);
  });
});

const [standIn = 'emulate'] = STAND_INS;

async function watchedWorld() {
  const world = await openWorld(standIn);
  onTestFinished(() => world.close());
  const healthPort = await freePort();
  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${healthPort}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  const serviceLine = async () => /^service: (.*)$/m.exec((await get('/readyz')).text)?.[1];
  const start = async (subscriptionKey = world.settings.subscriptionKey) => {
    const bot = await world.start({ healthPort, salesHistoryDays: 2, subscriptionKey });
    onTestFinished(() => bot.stop(300));
  };
  return { ...world, start, get, serviceLine };
}

test('a key that the service rejects is told by /readyz, metrics and an error of the log', async () => {
  const { start, get, serviceLine, recording, settings } = await watchedWorld();
  await start('mistyped-key');
  await until('the refusals', async () =>
    (await serviceLine())?.includes('daily sales') ? true : undefined,
  );
  expect(await get('/readyz')).toMatchObject({
    status: 503,
    text: expect.stringMatching(
      /\nservice: not ready: the service rejects RETAIL_DATA_SUBSCRIPTION_KEY for accumulated stock, daily sales, stores\n/,
    ),
  });
  const { text } = await get('/metrics');
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
});

test('a key that is rejected later is told too, but what is held can still be asked', async () => {
  const { start, get, serviceLine, sandbox, ask, untilDigests } = await watchedWorld();
  await start();
  await untilDigests(1);
  await until('a sound service', async () => ((await serviceLine()) === 'ok' ? true : undefined));
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
