import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startSandbox } from 'retail-data-client/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../tools/freePort.ts';
import { newDatabaseFile } from '../../support/bot/databases.ts';
import { startTestSlack } from '../../support/slack/testSlack.ts';

const MAIN = fileURLToPath(new URL('../../../bot/main.ts', import.meta.url));
const REASON = 'nobody waited for this one';
const IN_SLACK = 'the bot is in Slack';

/** The bot with something of ours that rejects a promise when the signal comes. */
async function endAfter(signal: NodeJS.Signals) {
  const [slack, sandbox] = await Promise.all([startTestSlack(), startSandbox()]);
  onTestFinished(() => sandbox.close());
  const rejecting = `process.on('${signal}', () => setImmediate(() => void Promise.reject(new Error('${REASON}'))))`;
  const child = spawn(process.execPath, ['--import', `data:text/javascript,${rejecting}`, MAIN], {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      RETAIL_DATA_BASE_URL: sandbox.url,
      RETAIL_DATA_SUBSCRIPTION_KEY: sandbox.subscriptionKey,
      SLACK_BOT_TOKEN: 'xoxb-test',
      SLACK_SIGNING_SECRET: 'signing-secret',
      SLACK_API_URL: slack.apiUrl,
      PORT: String(await freePort()),
      DATABASE_URL: `file:${newDatabaseFile()}`,
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let log = '';
  const keep = (chunk: unknown) => {
    const wasUp = log.includes(IN_SLACK);
    log += String(chunk);
    if (!wasUp && log.includes(IN_SLACK)) child.kill(signal);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const lines = log.split('\n').filter((line) => line.includes(REASON));
  return { code, log, lines };
}

test.each([
  ['at work', 'SIGUSR2'],
  ['that is stopping', 'SIGTERM'],
] as const)(
  'a rejection that nobody waited for ends a bot %s with 1 and one line about it',
  async (_, signal) => {
    const { code, log, lines } = await endAfter(signal);
    expect(log).toContain(IN_SLACK);
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 60,
      msg: 'a promise was rejected that nobody waited for; the process ends',
      err: { message: REASON },
    });
  },
);
