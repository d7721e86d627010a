import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runNpm } from '../../../tools/npm.ts';
import { cleanEnvironment, projectFolder, type RunningCommand, run } from '../start/strangersMachine.ts';

const PATIENCE_MS = 180_000;

/** An empty folder, and the package in another, as npm installs it. */
let place: string;
let empty: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'retail-data-bot-package-'));
  empty = join(place, 'empty');
  const installed = join(place, 'installed');
  for (const folder of [empty, installed]) mkdirSync(folder);
  runNpm(['pack', '--pack-destination', place, './bot/dist'], projectFolder);
  const [tarball = ''] = readdirSync(place).filter((name) => name.endsWith('.tgz'));
  writeFileSync(join(installed, 'package.json'), '{}');
  const asHere = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  runNpm(['install', join(place, tarball), ...asHere], installed);
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

function retailDataBot(words: readonly string[], settings: NodeJS.ProcessEnv = {}): RunningCommand {
  const command = join(place, 'installed', 'node_modules', '.bin', 'retail-data-bot');
  const path = `${dirname(process.execPath)}:/usr/bin:/bin`;
  return run(command, words, { cwd: empty, env: { ...cleanEnvironment(path), ...settings } });
}

test('holds its build and nothing of another, with a README, the licences and no dependency', () => {
  const folder = join(place, 'installed', 'node_modules', 'retail-data-bot');
  const builds = readdirSync(folder).filter((name) => /^[0-9a-f]{12}$/.test(name));
  expect(builds).toHaveLength(1);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'LICENSE']));
  expect(readdirSync(join(folder, builds[0] ?? ''))).toContain('LICENSES.txt');
  expect(readdirSync(join(place, 'installed', 'node_modules'))).toEqual([
    '.bin',
    '.package-lock.json',
    'retail-data-bot',
  ]);
});

test('without settings, retail-data-bot shows the demo with its page, and ends on Ctrl-C', async () => {
  const demo = retailDataBot(['--port', '0']);
  await demo.until('── Posted in #stock ──', PATIENCE_MS);
  await demo.until('http://127.0.0.1:', PATIENCE_MS);
  const [page = ''] = /http:\/\/127\.0\.0\.1:\d+\S*/.exec(demo.output()) ?? [];
  expect(await (await fetch(page)).text()).toContain('<script');
  demo.interrupt();
  expect(await demo.exit(PATIENCE_MS)).toBe(0);
  expect(readdirSync(empty)).toEqual([]);
});

test('with settings it is the bot, which says what they lack', async () => {
  const bot = retailDataBot([], { SLACK_BOT_TOKEN: 'xoxb-of-a-test' });
  expect(await bot.exit(PATIENCE_MS)).toBe(78);
  expect(bot.output()).toMatch(/RETAIL_DATA_BASE_URL/);
});

test.each([
  ['check', ['--help'], 0, /^retail-data-bot check\n/],
  ['backup', ['--to', 'copy.sqlite'], 1, /data\/retail-data\.sqlite/],
  ['restore', [], 1, /^retail-data-bot restore --from FILE\n/],
  ['move-to-postgres', ['--from', 'none.sqlite'], 1, /Neither --to nor DATABASE_URL is a PostgreSQL/],
  ['chek', [], 1, /^There is no command "chek"\. Use check, backup, /],
])('retail-data-bot %s %j ends with %d', async (command, words, code, said) => {
  const ended = retailDataBot([command, ...words]);
  expect(await ended.exit(PATIENCE_MS)).toBe(code);
  expect(ended.output()).toMatch(said);
});
