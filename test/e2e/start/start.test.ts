import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../bot/database/connection.ts';
import { recordIdentity } from '../../../bot/database/identity.ts';
import { saveSnapshot } from '../../../bot/stock/import/snapshots.ts';
import { stockRow } from '../../support/bot/databases.ts';
import { unprivileged } from '../../support/unprivileged.ts';
import {
  cleanEnvironment,
  copyInstalled,
  type Machine,
  projectFolder,
  run,
  strangersMachine,
} from './strangersMachine.ts';

/** The end of the last line. */
const READY = 'bot/README.md';
/** Far more than each takes, on a busy machine too. */
const INSTALL_MS = 900_000;
const DIGEST_MS = 180_000;
const END_MS = 60_000;

const START = ['start'];

function expectWholeDemo(output: string): void {
  expect(output).toContain('Posted in #stock');
  expect(output).toMatch(/Stock digest · \w{3} \d{1,2} \w{3} \d{4}/);
  expect(output).toMatch(/[\d,]+ units of your \d+ products \([+−±][\d,]+ since/);
  expect(output).toMatch(/\/stock low 7 [\s\S]*\d+ of your products have less than 7 days of cover on /);
  expect(output).toMatch(/Product +Days +Order[\s\S]*\d{4,} \p{L}+ [\p{L} ]+ [\d.]+ cl/u);
  expect(output).toMatch(/\/sales yesterday [\s\S]*Sales, .*: [\d,]+\.\d l[\s\S]*[\d,]+ units/);
  expect(output).toMatch(/@Retail Data how much gin did we sell last week [\s\S]*Gin \(\d+ products\), /);
  expect(output).toMatch(/\nSlack, on made-up data: http:\/\/127\.0\.0\.1:\d+\nCtrl-C ends it\. /);
}

describe('npm start on a fresh checkout, with only node, npm, git and coreutils', () => {
  let machine: Machine;

  beforeAll(async () => {
    machine = await strangersMachine();
  });
  afterAll(async () => {
    await machine.remove();
  });

  test.each([
    { RETAIL_DATA_BASE_URL: 'https://api.example.com' },
    { NODE_ENV: 'production' },
    { SLACK_BOT_TOKEN_FILE: '/run/secrets/token' },
  ])('with %j installs nothing, and says which command does', async (settings) => {
    const start = run('npm', START, {
      cwd: machine.checkout,
      env: { ...machine.environment, ...settings },
    });
    expect(await start.exit(DIGEST_MS)).toBe(1);
    expect(start.output()).toMatch(
      new RegExp(`^${Object.keys(settings)[0]}.* is set, .*installs nothing.* Run npm run build:bot, `, 'm'),
    );
    expect(start.output()).not.toContain('Installing');
    expect(await readdir(machine.checkout)).not.toContain('node_modules');
  });

  test('with settings in .env it is a production start too', async () => {
    const file = join(machine.checkout, '.env');
    await writeFile(file, 'RETAIL_DATA_BASE_URL=https://api.example.com\n');
    const start = run('npm', START, { cwd: machine.checkout, env: machine.environment });
    expect(await start.exit(DIGEST_MS)).toBe(1);
    expect(start.output()).toMatch(/^\.env is there and may hold settings, so .* installs nothing/m);
    await rm(file);
  });

  test(
    'installs what the demo needs and no more, shows the digest, and ends on Ctrl-C with code 0',
    async () => {
      const start = run('npm', START, { cwd: machine.checkout, env: machine.environment });
      await start.until('Built bot/dist/', INSTALL_MS);
      await start.until(READY, DIGEST_MS);
      expectWholeDemo(start.output());
      start.interrupt();
      expect(await start.exit(END_MS)).toBe(0);

      const installed = await readdir(join(machine.checkout, 'node_modules'));
      expect(installed).toContain('undici');
      for (const name of ['n8n-workflow', 'n8n-core', 'vitest', 'nock', 'typescript', '@biomejs']) {
        expect(installed).not.toContain(name);
      }
    },
    INSTALL_MS + DIGEST_MS + END_MS,
  );

  describe('whose folder nobody may write any more', () => {
    const home = mkdtempSync(join(tmpdir(), 'retail-data-home-'));
    /** As somebody else than who installed it, where that can be tried: by root. */
    const npmStart = (settings: NodeJS.ProcessEnv = {}) =>
      run('npm', START, {
        ...unprivileged(),
        cwd: machine.checkout,
        env: { ...machine.environment, HOME: home, npm_config_cache: join(home, '.npm'), ...settings },
      });

    beforeAll(() => {
      chmodSync(home, 0o777);
      // Root may still write there, but is not who starts it then.
      execFileSync('chmod', ['-R', 'a=rX', machine.checkout]);
      chmodSync(dirname(machine.checkout), 0o755);
    });
    afterAll(() => {
      execFileSync('chmod', ['-R', 'u+w', machine.checkout]);
      rmSync(home, { recursive: true, force: true });
    });

    test('installs and builds nothing, and starts the demo again', async () => {
      const start = npmStart();
      await start.until(READY, DIGEST_MS);
      expect(start.output()).not.toMatch(/Installing|Built/);
      expectWholeDemo(start.output());
      start.interrupt();
      expect(await start.exit(END_MS)).toBe(0);
    });

    test('starts the bot, which says what is not set and ends with 78', async () => {
      const start = npmStart({ RETAIL_DATA_BASE_URL: 'https://api.example.com' });
      expect(await start.exit(DIGEST_MS)).toBe(78);
      expect(start.output()).toContain('SLACK_BOT_TOKEN is not set.');
      expect(start.output()).not.toMatch(/EACCES|EROFS/);
    });

    test('is refused in one sentence when the sources have changed since', async () => {
      const file = join(machine.checkout, 'bot', 'main.ts');
      const before = await readFile(file);
      chmodSync(file, 0o644);
      await appendFile(file, '\n// Another version.\n');
      const start = npmStart({ RETAIL_DATA_BASE_URL: 'https://api.example.com' });
      expect(await start.exit(DIGEST_MS)).toBe(1);
      expect(start.output()).toMatch(
        /^bot\/dist\/ is not built from these sources, and this user may not write it \(EACCES: .*\)\. Run npm run build:bot as /m,
      );
      await writeFile(file, before);
      chmodSync(file, 0o444);
    });
  });
});

test(
  'npm run build:bot installs what the bot needs, without the demo, and a production start runs it',
  async () => {
    const machine = await strangersMachine();
    onTestFinished(() => machine.remove());
    const options = {
      cwd: machine.checkout,
      env: { ...machine.environment, RETAIL_DATA_BASE_URL: 'https://api.example.com' },
    };
    const build = run('npm', ['run', 'build:bot'], options);
    expect(await build.exit(INSTALL_MS), build.output()).toBe(0);
    const installed = await readdir(join(machine.checkout, 'node_modules'));
    expect(installed).toContain('esbuild');
    expect(installed).not.toContain('vitest');
    const start = run('npm', START, options);
    expect(await start.exit(DIGEST_MS)).toBe(78);
    expect(start.output()).toContain('SLACK_BOT_TOKEN is not set.');
  },
  INSTALL_MS + DIGEST_MS,
);

test('a start after npm test removes nothing, and shows the demo in a CI too', async () => {
  const installed = () => readdir(join(projectFolder, 'node_modules'));
  const before = await installed();
  expect(before).toContain('vitest');
  const env = { ...cleanEnvironment(process.env.PATH ?? ''), CI: 'true', NODE_ENV: 'development' };
  // In a folder of its own: a developer may have settings in a .env, which would start the bot.
  const folder = await mkdtemp(join(tmpdir(), 'retail-data-installed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await copyInstalled(folder);
  const start = run('npm', START, { cwd: folder, env });
  await start.until(READY, DIGEST_MS);
  start.interrupt();
  expect(await start.exit(END_MS)).toBe(0);
  expect(await installed()).toEqual(expect.arrayContaining(before));
  expect(start.output()).not.toContain('Installing');
});

describe('a production start', () => {
  const startWith = (settings: NodeJS.ProcessEnv) =>
    run(process.execPath, [join(projectFolder, 'bot', 'start.ts')], {
      cwd: tmpdir(),
      env: { ...cleanEnvironment(process.env.PATH ?? ''), ...settings },
    });

  test('with half the settings names each that is missing, and starts no stand-in', async () => {
    const start = startWith({
      SLACK_BOT_TOKEN: 'xoxb-1-secret',
      RETAIL_DATA_BASE_URL: 'https://api.example.com',
    });
    expect(await start.exit(DIGEST_MS)).toBe(78);
    expect(start.output().trim().split('\n')).toEqual([
      'RETAIL_DATA_BASE_URL and SLACK_BOT_TOKEN are set, so this is a production start. Unset them to see the demo.',
      expect.stringMatching(/^RETAIL_DATA_SUBSCRIPTION_KEY is not set\. /),
      expect.stringMatching(/^Neither SLACK_APP_TOKEN nor SLACK_SIGNING_SECRET is set\. /),
    ]);
  });

  test.each([
    [{ PORT: '8080' }, /^PORT is set, so this is a production start\. Unset it to see the demo\.\n/],
    [{ NODE_ENV: 'production' }, /^NODE_ENV=production is set, so this is a production start\. /],
    [{ ACCESS_VIEW_STOK: 'nobody' }, /^Unknown setting ACCESS_VIEW_STOK\. Did you mean ACCESS_VIEW_STOCK\?/],
  ])('%j alone gives errors and never invented figures', async (settings, sentence) => {
    const start = startWith(settings);
    expect(await start.exit(DIGEST_MS)).toBe(78);
    expect(start.output()).toMatch(sentence);
    expect(start.output()).toContain('SLACK_BOT_TOKEN is not set. ');
    expect(start.output()).not.toContain('sandbox');
  });

  test.each([
    [
      'another service',
      { baseUrl: 'https://other.example.com', subscriptionKey: 'key-now' },
      'RETAIL_DATA_BASE_URL',
    ],
    [
      'another key',
      { baseUrl: 'https://api.example.com', subscriptionKey: 'key-then' },
      'RETAIL_DATA_SUBSCRIPTION_KEY',
    ],
  ])('refuses a database filled from %s', async (_, filledFrom, setting) => {
    const folder = await mkdtemp(join(tmpdir(), 'retail-data-database-'));
    const file = join(folder, 'bot.sqlite');
    const database = await openDatabase(file);
    await recordIdentity(database, undefined, filledFrom, 0);
    await saveSnapshot(database, '2026-11-20', [stockRow('1101', 7)], 1);
    await database.destroy();
    const start = startWith({
      RETAIL_DATA_BASE_URL: 'https://api.example.com',
      RETAIL_DATA_SUBSCRIPTION_KEY: 'key-now',
      SLACK_BOT_TOKEN: 'xoxb-1-secret',
      SLACK_APP_TOKEN: 'xapp-1-secret',
      SLACK_API_URL: 'http://127.0.0.1:9/api',
      DATABASE_URL: `file:${file}`,
    });
    expect(await start.exit(DIGEST_MS)).toBe(78);
    expect(start.output()).toContain(setting);
    expect(start.output()).toContain('DATABASE_URL');
    expect(start.output()).not.toMatch(/key-now|key-then|secret/);
    await rm(folder, { recursive: true });
  });
});

test('no script of the project starts a program that a bare machine lacks', async () => {
  const { scripts } = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8'));
  for (const [name, command] of Object.entries(scripts)) {
    expect(`${name}: ${String(command)}`).not.toMatch(/python|make|gcc|g\+\+|curl|bash/);
  }
});
