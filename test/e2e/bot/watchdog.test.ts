import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../support/until.ts';
import { cleanEnvironment, projectFolder, run } from '../start/strangersMachine.ts';

const PATIENCE_MS = 180_000;

/** A bot that waits for Slack, and what it tells a stand-in of systemd-notify. */
function startBot(settings: NodeJS.ProcessEnv) {
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-watchdog-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const told = join(folder, 'told');
  writeFileSync(told, '');
  writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >>${told}\n`, {
    mode: 0o755,
  });
  const bot = run(process.execPath, [join(projectFolder, 'bot/main.ts')], {
    cwd: folder,
    env: {
      ...cleanEnvironment(`${folder}:${process.env.PATH}`),
      RETAIL_DATA_BASE_URL: 'http://127.0.0.1:1',
      RETAIL_DATA_SUBSCRIPTION_KEY: 'key',
      SLACK_BOT_TOKEN: 'xoxb-1',
      SLACK_APP_TOKEN: 'xapp-1',
      SLACK_API_URL: 'http://127.0.0.1:1/',
      ...settings,
    },
  });
  const lines = () => readFileSync(told, 'utf8').split('\n').slice(0, -1);
  return { bot, lines };
}

test('a bot under systemd tells its watchdog again and again that it is alive', async () => {
  const { bot, lines } = startBot({ NOTIFY_SOCKET: '/run/notify', WATCHDOG_USEC: '200000' });
  await until('three lines', async () => (lines().length >= 3 ? true : undefined));
  expect(new Set(lines())).toEqual(new Set(['/run/notify WATCHDOG=1']));
  bot.signal('SIGTERM');
  expect(await bot.exit(PATIENCE_MS)).toBe(0);
});

test('without a watchdog nobody is told', async () => {
  const { bot, lines } = startBot({ NOTIFY_SOCKET: '/run/notify' });
  await bot.until('an outage of Slack has begun', PATIENCE_MS);
  bot.signal('SIGTERM');
  expect(await bot.exit(PATIENCE_MS)).toBe(0);
  expect(lines()).toEqual([]);
});
