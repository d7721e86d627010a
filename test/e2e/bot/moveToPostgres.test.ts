import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../bot/database/connection.ts';
import { newDatabaseFile } from '../../support/bot/databases.ts';
import { POSTGRES } from '../proofs/places.ts';
import { cleanEnvironment, projectFolder, run } from '../start/strangersMachine.ts';

const PATIENCE_MS = 180_000;

async function start(script: string, parameters: readonly string[], settings: NodeJS.ProcessEnv) {
  const command = run(process.execPath, [join(projectFolder, 'bot', script), ...parameters], {
    cwd: tmpdir(),
    env: { ...cleanEnvironment(process.env.PATH ?? ''), ...settings },
  });
  const code = await command.exit(PATIENCE_MS);
  expect(command.output()).not.toContain('secret');
  return { code, output: command.output() };
}

const move = (parameters: readonly string[], settings: NodeJS.ProcessEnv = {}) =>
  start('cli/moveToPostgres.ts', parameters, settings);

async function newFile(): Promise<string> {
  const file = newDatabaseFile();
  await (await openDatabase(file)).destroy();
  return file;
}

test('the address comes from DATABASE_URL; then the file is refused, until it is to count again', async () => {
  const { postgres, close } = await POSTGRES.open();
  onTestFinished(close);
  const file = await newFile();
  const { code, output } = await move(['--from', file], { DATABASE_URL: postgres });
  expect(output).toMatch(/\d+ {2}digest_run\n[\s\S]*Everything was copied and counted\. Set DATABASE_URL to/);
  expect(code).toBe(0);

  const settings = {
    RETAIL_DATA_BASE_URL: 'https://api.example.com',
    RETAIL_DATA_SUBSCRIPTION_KEY: 'key-now',
    SLACK_BOT_TOKEN: 'xoxb-1',
    SLACK_APP_TOKEN: 'xapp-1',
    SLACK_API_URL: 'http://127.0.0.1:9/api',
    DATABASE_URL: `file:${file}`,
  };
  const refused = await start('main.ts', [], settings);
  expect(refused.code).toBe(78);
  expect(refused.output).toMatch(/^DATABASE_URL is the SQLite file .*, but all of it was moved to the /m);
  expect(refused.output).toContain(`run npm run restore -- --from ${file} first`);
  expect(await start('cli/restore.ts', ['--from', file], settings)).toMatchObject({ code: 0 });
  await (await openDatabase(file)).destroy();
});

test('a password among the arguments is refused, and so is a move to nowhere', async () => {
  const file = await newFile();
  for (const to of [
    'postgres://bot:secret@127.0.0.1:1/bot',
    'postgres://bot@127.0.0.1:1/bot?password=secret',
  ]) {
    const { code, output } = await move(['--from', file, '--to', to]);
    expect(output).toMatch(/^--to has a password, which everyone on this machine can read\..*PGPASSWORD/);
    expect(code).toBe(1);
  }
  expect(await move(['--from', file])).toEqual({
    code: 1,
    output: 'Neither --to nor DATABASE_URL is a PostgreSQL. Set one of them.\n',
  });
  const away = await move(['--from', file, '--to', 'postgres://bot@127.0.0.1:1/bot'], {
    PGPASSWORD: 'secret',
  });
  expect(away.output).toMatch(
    /^--to is the PostgreSQL 127\.0\.0\.1:1\/bot, but it can't be used: connect ECONNREFUSED /,
  );
  expect(away.code).toBe(1);
  expect(await move(['--frm', file])).toMatchObject({ code: 1, output: expect.stringContaining('--frm') });
});
