import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startSandbox } from 'retail-data-client/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../bot/database/connection.ts';
import { freePort } from '../../../tools/freePort.ts';
import { newDatabaseFile } from '../../support/bot/databases.ts';
import { startTestSlack } from '../../support/slack/testSlack.ts';
import { cleanEnvironment, projectFolder, run } from '../start/strangersMachine.ts';

const PATIENCE_MS = 180_000;

/** The bot over HTTP, with these settings besides those it needs. */
async function startMain(settings: NodeJS.ProcessEnv, slackRefusal?: string, cwd = tmpdir()) {
  const [slack, sandbox] = await Promise.all([startTestSlack(), startSandbox()]);
  if (slackRefusal !== undefined) {
    const fault = { kind: 'say', error: slackRefusal } as const;
    slack.faults.add({ fault, name: 'auth.test', times: Number.POSITIVE_INFINITY });
  }
  onTestFinished(() => sandbox.close());
  const env = {
    ...cleanEnvironment(process.env.PATH ?? ''),
    RETAIL_DATA_BASE_URL: sandbox.url,
    RETAIL_DATA_SUBSCRIPTION_KEY: sandbox.subscriptionKey,
    SLACK_BOT_TOKEN: 'xoxb-test',
    SLACK_SIGNING_SECRET: 'signing-secret',
    SLACK_API_URL: slack.apiUrl,
    PORT: String(await freePort()),
    DATABASE_URL: `file:${newDatabaseFile()}`,
    ...settings,
  };
  return run(process.execPath, [join(projectFolder, 'bot', 'main.ts')], {
    cwd,
    env,
  });
}

async function busyPort(): Promise<string> {
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, () => resolve()));
  const address = server.address();
  return String(typeof address === 'object' ? address?.port : undefined);
}

test('ports that are in use are told at once, in one sentence each that names the setting', async () => {
  const ports = { PORT: await busyPort(), HEALTH_PORT: await busyPort() };
  const start = await startMain(ports);
  expect(await start.exit(PATIENCE_MS)).toBe(78);
  expect(start.output().trim().split('\n')).toEqual(
    Object.entries(ports).map(
      ([name, port]) =>
        `${name} is ${port}, but another program already uses it. End that program, or set ${name} to another port.`,
    ),
  );
});

test('a file that another program keeps locked is told in one sentence, and a supervisor may start the bot again', async () => {
  const file = newDatabaseFile();
  await (await openDatabase(file)).destroy();
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  other.exec('begin immediate');
  const start = await startMain({ DATABASE_URL: `file:${file}` });
  expect(await start.exit(PATIENCE_MS)).toBe(1);
  expect(start.output().trim()).toBe(
    `DATABASE_URL is the SQLite file ${file}, but it can't be used: database is locked. Free space on its disk, and end other programs that use the file.`,
  );
});

test('wrong settings of every kind are told at once, one sentence each and no secret, with exit code 78', async () => {
  const file = join(tmpdir(), 'no-such-file');
  const start = await startMain({
    SLACK_BOT_TOKEN: 'xoxp-very-secret',
    SLACK_SIGNING_SECRET_FILE: file,
    HEALTH_HOST: 'outside',
    DIGEST_TIME: '25:00',
    DATABASE_URL: 'mysql://bot:hunter2@db.example/bot',
    SALES_HISTORY: '30',
  });
  expect(await start.exit(PATIENCE_MS)).toBe(78);
  const sentences = start.output().trim().split('\n');
  expect(sentences.map((sentence) => sentence.split(' ')[0]).toSorted()).toEqual([
    'DATABASE_URL',
    'DIGEST_TIME',
    'HEALTH_HOST',
    'SLACK_BOT_TOKEN',
    'SLACK_SIGNING_SECRET',
    'Unknown',
  ]);
  for (const value of [
    '"outside"',
    '"25:00"',
    'mysql:(hidden)',
    'SLACK_SIGNING_SECRET_FILE',
    'setting SALES_HISTORY',
  ])
    expect(start.output()).toContain(value);
  expect(start.output()).not.toMatch(/very-secret|hunter2/);
});

/** A working folder, which goes with the test. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('a DATABASE_URL in quotation marks makes no file: one sentence says so, without its password', async () => {
  const folder = newFolder();
  const settings = { DATABASE_URL: '"postgres://bot:hunter2@db.example/bot"' };
  const start = await startMain(settings, undefined, folder);
  expect(await start.exit(PATIENCE_MS)).toBe(78);
  expect(start.output()).toMatch(/^DATABASE_URL has quotation marks around its value\. Remove them: .*\n$/);
  expect(start.output()).not.toContain('hunter2');
  expect(readdirSync(folder)).toEqual([]);
});

test('a .env that nobody has filled in starts the demo, and says why', async () => {
  const folder = newFolder();
  cpSync(join(projectFolder, 'bot', '.env.example'), join(folder, '.env'));
  // The demo ends at once with an option that it does not know.
  const start = run(process.execPath, [join(projectFolder, 'bot', 'start.ts'), '--foo'], {
    cwd: folder,
    env: cleanEnvironment(process.env.PATH ?? ''),
  });
  expect(await start.exit(PATIENCE_MS)).toBe(1);
  expect(start.output().split('\n').slice(0, 2)).toEqual([
    '.env sets nothing yet, so npm start shows the demo with made-up data. Fill in RETAIL_DATA_BASE_URL, RETAIL_DATA_SUBSCRIPTION_KEY, SLACK_BOT_TOKEN and SLACK_APP_TOKEN or SLACK_SIGNING_SECRET to start the bot.',
    "Unknown option '--foo'",
  ]);
});

test.each([
  ['a folder', () => `file:${tmpdir()}`, 78],
  // A server that is being started is worth another try.
  ['a PostgreSQL that does not answer', () => 'postgres://bot:hunter2@127.0.0.1:1/bot', 1],
])('a DATABASE_URL of %s is one sentence', async (_, url, code) => {
  const start = await startMain({ DATABASE_URL: url() });
  expect(await start.exit(PATIENCE_MS)).toBe(code);
  expect(start.output().trim().split('\n')).toEqual([expect.stringMatching(/^DATABASE_URL is the /)]);
  expect(start.output()).not.toContain('hunter2');
});

test('a bot token that Slack refuses is one sentence that names SLACK_BOT_TOKEN, without its value', async () => {
  const start = await startMain({ SLACK_BOT_TOKEN: 'xoxb-very-secret' }, 'invalid_auth');
  expect(await start.exit(PATIENCE_MS)).toBe(78);
  expect(start.output()).toMatch(/^Slack rejected SLACK_BOT_TOKEN \(invalid_auth\)\. Set it to .*\n$/);
  expect(start.output()).not.toContain('very-secret');
});

test('an address that no interface has is one sentence that names HEALTH_HOST', async () => {
  const start = await startMain({ HEALTH_HOST: '192.0.2.1', HEALTH_PORT: String(await freePort()) });
  expect(await start.exit(PATIENCE_MS)).toBe(78);
  expect(start.output().trim()).toBe(
    'HEALTH_HOST is 192.0.2.1, but no interface of this machine has that address. Set it to one that has, or to 0.0.0.0 for all.',
  );
});

test.each([
  ['--port=http', '--port is "http", but it must be a number from 0 to 65535.'],
  ['--port=70000', '--port is "70000", but it must be a number from 0 to 65535.'],
  ['--host=192.0.2.1', '--host is "192.0.2.1", which isn\'t an address of this machine.'],
])('a place that the demo cannot be at is one sentence: %s', async (parameter, sentence) => {
  const env = cleanEnvironment(process.env.PATH ?? '');
  const start = run(process.execPath, [join(projectFolder, 'bot', 'start.ts'), parameter], {
    cwd: tmpdir(),
    env,
  });
  expect(await start.exit(PATIENCE_MS)).toBe(1);
  expect(start.output().trim()).toBe(sentence);
});
