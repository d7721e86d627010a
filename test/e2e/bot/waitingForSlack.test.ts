import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from 'retail-data-client/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../tools/freePort.ts';
import { newDatabaseFile } from '../../support/bot/databases.ts';
import { startTestSlack } from '../../support/slack/testSlack.ts';
import { until } from '../../support/until.ts';
import { cleanEnvironment, projectFolder, run } from '../start/strangersMachine.ts';

const PATIENCE_MS = 180_000;

/** The bot as `npm start` runs it, with its Slack at that address. */
async function startWith(slackApiUrl: string, listenTo: string) {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const healthPort = await freePort();
  const databaseFile = newDatabaseFile();
  const env = {
    ...cleanEnvironment(process.env.PATH ?? ''),
    RETAIL_DATA_BASE_URL: sandbox.url,
    RETAIL_DATA_SUBSCRIPTION_KEY: sandbox.subscriptionKey,
    SLACK_BOT_TOKEN: 'xoxb-test',
    SLACK_SIGNING_SECRET: 'signing-secret',
    SLACK_API_URL: slackApiUrl,
    PORT: String(await freePort()),
    HEALTH_PORT: String(healthPort),
    HEALTH_HOST: listenTo,
    DATABASE_URL: `file:${databaseFile}`,
    DIGEST_CHANNELS: 'C0STOCK',
    // It is ready once it has read them.
    SALES_HISTORY_DAYS: '2',
  };
  const bot = run(process.execPath, [join(projectFolder, 'bot', 'main.ts')], {
    cwd: tmpdir(),
    env,
  });
  const get = async (path: string) => {
    const answer = await fetch(`http://${listenTo}:${healthPort}${path}`).catch(() => undefined);
    return answer === undefined ? undefined : { status: answer.status, text: await answer.text() };
  };
  return { bot, get, databaseFile, secrets: ['xoxb-test', 'signing-secret', sandbox.subscriptionKey] };
}

test('a Slack that hangs at the start: alive, not ready, and a signal ends it', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket));
  const port = await freePort();
  await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const { bot, get } = await startWith(`http://127.0.0.1:${port}/api/`, '127.0.0.2');
  const ready = await until('what it waits for', async () => {
    const answer = await get('/readyz');
    return answer?.text.includes('slack') ? answer : undefined;
  });
  // What it waits for is told from the start on, and why once it knows that.
  expect(ready).toEqual({
    status: 503,
    text: expect.stringMatching(
      /^database: ok\nslack: not ready: Slack has not let the bot in yet( \(no answer in time\))?\n$/,
    ),
  });
  expect(await get('/livez')).toEqual({ status: 200, text: 'ok\n' });
  expect((await get('/other'))?.status).toBe(404);
  expect((await get('/metrics'))?.text).toContain('\nretail_bot_slack_up 0\n');
  await bot.until('an outage of Slack has begun: no answer in time', PATIENCE_MS);
  bot.interrupt();
  expect(await bot.exit(PATIENCE_MS)).toBe(0);
});

test('a Slack that comes later is waited for: one line when it is missed, one when it is there', async () => {
  const port = await freePort();
  const away = `http://127.0.0.1:${port}/api/`;
  const { bot, get, databaseFile, secrets } = await startWith(away, '127.0.0.1');
  await bot.until('an outage of Slack has begun: ECONNREFUSED', PATIENCE_MS);
  expect((await get('/readyz'))?.text).toBe(
    'database: ok\nslack: not ready: Slack has not let the bot in yet (ECONNREFUSED)\n',
  );
  await startTestSlack({ port });
  await bot.until('the bot is in Slack', PATIENCE_MS);
  await expect.poll(() => get('/readyz')).toMatchObject({ status: 200 });
  bot.interrupt();
  expect(await bot.exit(PATIENCE_MS)).toBe(0);
  // Every line is JSON.
  const lines = bot
    .output()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const told = lines.filter(({ outage }) => outage === 'Slack');
  expect(told.map(({ host, msg }) => [host, msg])).toEqual([
    [`127.0.0.1:${port}`, 'an outage of Slack has begun: ECONNREFUSED'],
    [`127.0.0.1:${port}`, 'the outage of Slack is over'],
  ]);

  const [started, ...others] = lines.filter(({ msg }) => msg === 'the bot is in Slack');
  expect(others).toEqual([]);
  expect(started).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    team: 'Home',
    mode: 'HTTP',
    database: `SQLite file ${databaseFile}`,
    nextDigest: {
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:30:00\.000Z$/),
      channel: 'C0STOCK',
      kind: 'stock',
      of: 1,
    },
    settings: { digestTime: '08:30', digestChannels: ['C0STOCK'], healthHost: '127.0.0.1' },
  });
  for (const secret of secrets) expect(bot.output()).not.toContain(secret);
});
