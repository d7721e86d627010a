import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isProductionStart } from '../../../bot/settings/settings.ts';
import { packageRoot } from '../../../tools/build.ts';

const pages = ['docs/settings.md', 'docs/access.md'].map((page) =>
  readFileSync(join(packageRoot, page), 'utf8'),
);
const settings = [...pages.join('').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = '']) => name);
/** One setting for each first word: a start of its own for every setting would take half a minute. */
const examples = [...new Map(settings.map((name) => [name.split('_')[0], name])).values()];

const folder = mkdtempSync(join(tmpdir(), 'retail-data-setup-'));
const environmentFile = join(folder, '.env');
beforeAll(() => {
  const { workspaces } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  const manifests = ['', ...workspaces].map((each) => join(each, 'package.json'));
  for (const name of ['scripts', 'package-lock.json', ...manifests])
    cpSync(join(packageRoot, name), join(folder, name), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What comes before `npm start`, in a checkout where nothing is installed and no npm is found. */
function startIn(environment: Readonly<Record<string, string>>): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/setup.mjs', 'start'], {
    cwd: folder,
    env: { PATH: folder, ...environment },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  return stdout + stderr;
}

test('whatever the bot takes for a production start, npm start installs nothing for', () => {
  expect(settings.length).toBeGreaterThan(25);
  for (const name of settings) expect(isProductionStart({ [name]: 'x' }), name).toBe(true);
  for (const name of [...examples, 'DATABASE_URL_FILE', 'SLACK_BOT_TOKEN_FILE']) {
    expect(startIn({ [name]: 'x' })).toMatch(new RegExp(`^${name} is set, .* Run npm run build:bot, `));
  }
  for (const value of ['production', ' Production ', '"production"'])
    expect(startIn({ NODE_ENV: value })).toMatch(/^NODE_ENV=production is set, /);
});

test('a shell, a CI and an empty value are nothing configured', () => {
  const values = { CI: 'true', NODE_ENV: 'development', SLACK_BOT_TOKEN: ' ', PORT: '', DATABASE_HOST: 'db' };
  expect(startIn(values)).toMatch(/^Installing .*\nnpm ci .* ended with spawnSync npm ENOENT\.\n$/);
});

test('a .env that nobody has filled in is nothing configured', () => {
  cpSync(join(packageRoot, 'bot', '.env.example'), environmentFile);
  expect(startIn({})).toMatch(/^Installing /);
  rmSync(environmentFile);
});

test.each([
  ['a file', () => writeFileSync(environmentFile, 'SLACK_BOT_TOKEN=xoxb-1\n')],
  ['a folder', () => mkdirSync(environmentFile)],
  ['a link to nowhere', () => symlinkSync('/nowhere/settings', environmentFile)],
])('a .env that is %s may hold settings, and no figures are invented', (_, make) => {
  make();
  expect(startIn({})).toMatch(/^\.env is there and may hold settings, .* installs nothing/);
  rmSync(environmentFile, { recursive: true });
});
