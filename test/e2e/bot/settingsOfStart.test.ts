import { createServer } from 'node:net';
import { join } from 'node:path';
import { startSandbox } from 'retail-data-client/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../bot/demo/standIn.ts';
import { newDatabaseFile } from '../../support/bot/databases.ts';
import { startSlackDouble } from '../../support/bot/slackDouble.ts';
import { cleanEnvironment, projectFolder, run } from '../start/strangersMachine.ts';

const PATIENCE_MS = 60_000;

/** The bot over HTTP, with these settings besides those it needs. */
async function startMain(settings: NodeJS.ProcessEnv) {
  const [slack, sandbox] = await Promise.all([startSlackDouble(), startSandbox()]);
  onTestFinished(() => sandbox.close());
  const env = {
    ...cleanEnvironment(process.env.PATH ?? ''),
    RETAIL_DATA_BASE_URL: sandbox.url,
    RETAIL_DATA_SUBSCRIPTION_KEY: sandbox.subscriptionKey,
    SLACK_BOT_TOKEN: 'xoxb-test',
    SLACK_SIGNING_SECRET: 'signing-secret',
    SLACK_API_URL: slack.url,
    PORT: String(await freePort()),
    DATABASE_URL: `file:${newDatabaseFile()}`,
    ...settings,
  };
  return run(process.execPath, [join('bot', 'main.ts')], { cwd: projectFolder, env });
}

async function busyPort(): Promise<string> {
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, () => resolve()));
  const address = server.address();
  return String(typeof address === 'object' ? address?.port : undefined);
}

test.each(['PORT', 'HEALTH_PORT'])('a %s that is in use is one sentence that names it', async (name) => {
  const port = await busyPort();
  const start = await startMain({ [name]: port });
  expect(await start.exit(PATIENCE_MS)).toBe(1);
  expect(start.output().trim().split('\n')).toEqual([
    `${name} is ${port}, but another program listens there already. End that program, or set ${name} to another port.`,
  ]);
});

test.each([
  ['DATABASE_URI', 'postgres://bot:hunter2@db.example/bot', 'DATABASE_URL'],
  ['STOCK_RETENTION', '200', 'STOCK_RETENTION_DAYS'],
  ['SALES_HISTORY', '30', 'SALES_HISTORY_DAYS'],
])('a start with %s is refused in one sentence that names the setting', async (name, value, near) => {
  const start = await startMain({ [name]: value });
  expect(await start.exit(PATIENCE_MS)).toBe(78);
  expect(start.output().trim().split('\n')).toEqual([
    `${name} is set, but the bot has no such setting. Is ${near} meant? Rename or unset it.`,
  ]);
});

test('a stand-in of Slack that the demo does not know is one sentence', async () => {
  const env = cleanEnvironment(process.env.PATH ?? '');
  const start = run(process.execPath, [join('bot', 'start.ts'), '--slack=foo'], { cwd: projectFolder, env });
  expect(await start.exit(PATIENCE_MS)).toBe(1);
  expect(start.output().trim()).toBe('--slack is "foo", but it must be local-slack or emulate.');
});
