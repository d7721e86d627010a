import { execFile, execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../bot/database/connection.ts';
import { oslo } from '../../support/bot/time.ts';
import { unprivileged } from '../../support/unprivileged.ts';
import { until } from '../../support/until.ts';
import { startPglite } from '../pglite.ts';
import { copyInstalled, linesWith, run } from '../start/strangersMachine.ts';
import { BOT_TOKEN, bareMachine, openSurroundings } from './builtBot.ts';

const MORNING = oslo('2025-01-07 08:45');
const READY = 'the bot is in Slack';
const PATIENCE_MS = 180_000;
const STOP_MS = 60_000;

/** Beside whatever the test serves meanwhile: connections that wait too long for this process are reset. */
async function build(folder: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join('scripts', 'buildBot.mjs')], {
    cwd: folder,
  });
  return stdout;
}

/** The project once more, with what is installed here. */
async function checkout(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-building-'));
  await copyInstalled(folder);
  return folder;
}
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

describe('the built bot in a folder that nobody may write, where there is nothing but Node', () => {
  let folder: string;
  let dist: string;

  beforeAll(async () => {
    folder = await checkout();
    dist = join(folder, 'bot', 'dist');
    await build(folder);
  });
  afterAll(() => remove(folder));

  test('posts the digest, answers commands, serves its figures and stops', async () => {
    const machine = bareMachine(dist);
    const { settings, digests, ask, healthUrl } = await openSurroundings(
      MORNING,
      join(machine.data, 'bot.sqlite'),
    );
    execFileSync('chmod', ['-R', 'a+rwX', machine.data]);
    const bot = machine.command('main', settings);
    await bot.until(READY, PATIENCE_MS);
    const [digest] = await until('the digest', async () => {
      const posted = await digests();
      return posted.length > 0 ? posted : undefined;
    });
    expect(digest?.text).toMatch(/Stock digest · Tue 7 Jan 2025/);
    expect(await ask('/stock', 'mine')).toMatchObject({
      isPrivate: true,
      text: expect.stringMatching(/^[\d,]+ units of your \d+ products/),
    });
    expect((await ask('/sales', 'yesterday')).text).toMatch(/\d l\b/);
    // Slack has the digest before the bot has noted that.
    await expect
      .poll(async () =>
        linesWith(await (await fetch(`${healthUrl}/metrics`)).text(), /^retail_bot_digest_runs/),
      )
      .toContain('retail_bot_digest_runs{state="sent"} 1');
    bot.interrupt();
    expect(await bot.exit(STOP_MS)).toBe(0);
    expect(linesWith(bot.output(), /"level":[5-6]0|Error|Warning/)).toEqual([]);
    expect(bot.output()).not.toContain(BOT_TOKEN);
  });

  test('ends with 78 and one sentence for each setting that is missing', async () => {
    const bot = bareMachine(dist).command('main');
    expect(await bot.exit(PATIENCE_MS)).toBe(78);
    expect(bot.output().trim().split('\n')).toEqual([
      expect.stringMatching(/^RETAIL_DATA_BASE_URL is not set\. /),
      expect.stringMatching(/^RETAIL_DATA_SUBSCRIPTION_KEY is not set\. /),
      expect.stringMatching(/^SLACK_BOT_TOKEN is not set\. /),
      'Neither SLACK_APP_TOKEN nor SLACK_SIGNING_SECRET is set. Set SLACK_APP_TOKEN for Socket Mode, or SLACK_SIGNING_SECRET for HTTP.',
    ]);
  });

  test('says what it needs where Node is older', async () => {
    const old =
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.1.0' } })";
    const bot = bareMachine(dist).command('main', {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(old)}`,
    });
    expect(await bot.exit(PATIENCE_MS)).toBe(78);
    expect(bot.output()).toBe('The bot needs Node 24 or later, and this is 22.1.0.\n');
  });

  test('shows the demo with the stand-ins that are built in', async () => {
    const demo = bareMachine(dist).command('demo', {}, ['--port=0']);
    await demo.until('Ctrl-C ends it.', PATIENCE_MS);
    expect(demo.output()).toContain('Posted in #stock');
    demo.interrupt();
    expect(await demo.exit(STOP_MS)).toBe(0);
  });

  test('moves a database to PostgreSQL', async () => {
    const machine = bareMachine(dist);
    const file = join(machine.data, 'bot.sqlite');
    await openSurroundings(MORNING, file);
    execFileSync('chmod', ['-R', 'a+rwX', machine.data]);
    const postgres = await startPglite();
    onTestFinished(() => postgres.stop());
    const move = machine.command('moveToPostgres', {}, ['--from', file, '--to', postgres.url]);
    expect(await move.exit(PATIENCE_MS), move.output()).toBe(0);
    expect(move.output()).toMatch(/^ +[1-9]\d* {2}stock/m);
  });

  test('copies a database and puts the copy back, for the user it belongs to', async () => {
    const machine = bareMachine(dist);
    const file = join(machine.data, 'bot.sqlite');
    const copy = join(machine.data, 'backups', 'copy.sqlite');
    await (await openDatabase(file)).destroy();
    const { uid, gid } = unprivileged() ?? statSync(file);
    chownSync(file, uid, gid);
    const settings = { DATABASE_URL: `file:${file}` };
    const backup = machine.command('backup', settings, ['--to', copy]);
    expect(await backup.exit(PATIENCE_MS), backup.output()).toBe(0);
    expect(backup.output()).toMatch(/^Copied .* nothing wrong with it\.\n$/);
    const restore = machine.command('restore', settings, ['--from', copy]);
    expect(await restore.exit(PATIENCE_MS), restore.output()).toBe(0);
    expect(restore.output().trim().split('\n')).toHaveLength(1);
  });

  test('brings the licence of each package that is in it, and no program of another system', () => {
    const { build: current } = JSON.parse(readFileSync(join(dist, 'package.json'), 'utf8'));
    const files = readdirSync(join(dist, current), { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /node_modules|\.(node|ts|map)$/.test(file))).toEqual([]);
    const licenses = readFileSync(join(dist, current, 'LICENSES.txt'), 'utf8');
    expect(licenses).toMatch(/^MIT License/);
    for (const name of [
      '@slack/bolt',
      'undici',
      'zod',
      'luxon',
      'kysely',
      'pg',
      'pino',
      'prom-client',
      'preact',
    ])
      expect(licenses).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\((MIT|Apache-2\\.0)\\)$`, 'm'));
  });
});

describe('building', () => {
  async function ownCheckout(): Promise<string> {
    const folder = await checkout();
    onTestFinished(() => remove(folder));
    return folder;
  }
  const changeSources = (folder: string) =>
    appendFileSync(join(folder, 'bot', 'app.ts'), "\nprocess.env.CHANGED = 'again';\n");
  const buildsIn = (folder: string) =>
    readdirSync(join(folder, 'bot', 'dist'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);

  test('is left out while no source has changed', async () => {
    const folder = await ownCheckout();
    expect(await build(folder)).toMatch(/^Built bot\/dist\/: main\.js, /);
    const [first] = buildsIn(folder);
    expect(await build(folder)).toBe(`bot/dist/ is built from these sources: ${first}.\n`);
    appendFileSync(join(folder, 'CONTRIBUTING.md'), 'a word more');
    expect(await build(folder)).toContain('is built from these sources');
    changeSources(folder);
    expect(await build(folder)).toMatch(/^Built /);
    expect(buildsIn(folder)).toHaveLength(2);
  });

  test('removes what was current for the last time before the machine was started', async () => {
    const folder = await ownCheckout();
    await build(folder);
    const [first = ''] = buildsIn(folder);
    changeSources(folder);
    await build(folder);
    utimesSync(join(folder, 'bot', 'dist', first), 0, 0);
    changeSources(folder);
    await build(folder);
    expect(buildsIn(folder)).toHaveLength(2);
    expect(buildsIn(folder)).not.toContain(first);
  });

  test('takes no file from a bot that runs', async () => {
    const folder = await ownCheckout();
    await build(folder);
    const data = mkdtempSync(join(tmpdir(), 'retail-data-building-data-'));
    onTestFinished(() => rmSync(data, { recursive: true, force: true }));
    const { settings, ask, healthUrl } = await openSurroundings(MORNING, join(data, 'bot.sqlite'));
    const clock = join('tools', 'preload', 'clock.ts');
    const bot = run(process.execPath, ['--import', `./${clock}`, join('bot', 'dist', 'main.js')], {
      cwd: folder,
      // No digest: it would want the thread that reads before the next build is there.
      env: { ...settings, DIGEST_CHANNELS: '' },
    });
    await bot.until(READY, PATIENCE_MS);
    for (const _ of ['once', 'twice']) {
      changeSources(folder);
      expect(await build(folder)).toMatch(/^Built /);
    }
    // Both load files that nobody has asked for yet: the thread that reads, and what serves the metrics.
    await until('the stock', async () =>
      /^[\d,]+ units of your \d+ products/.test((await ask('/stock', 'mine')).text) ? true : undefined,
    );
    expect((await fetch(`${healthUrl}/metrics`)).status).toBe(200);
    bot.interrupt();
    expect(await bot.exit(STOP_MS)).toBe(0);
    expect(linesWith(bot.output(), /"level":[5-6]0|ERR_MODULE_NOT_FOUND/)).toEqual([]);
  });
});
