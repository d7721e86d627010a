import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import util from 'node:util';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { isProductionStart } from '../../../bot/settings/settings.ts';
import { productionSign } from '../../../scripts/productionSign.mjs';
import { packageRoot } from '../../support/nodes/build.ts';

const readme = readFileSync(join(packageRoot, 'bot/README.md'), 'utf8');
const settings = [...readme.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = '']) => name);

const empty = mkdtempSync(join(tmpdir(), 'retail-data-sign-'));
afterAll(() => rmSync(empty, { recursive: true }));

test('whatever the bot takes for a production start, npm start installs nothing for', () => {
  expect(settings.length).toBeGreaterThan(25);
  for (const name of settings.flatMap((each) => [each, `${each}_FILE`])) {
    expect(isProductionStart({ [name]: 'x' }), name).toBe(true);
    expect(productionSign({ [name]: 'x' }, empty)).toBe(`${name} is set`);
  }
  for (const value of ['production', ' Production '])
    expect(productionSign({ NODE_ENV: value }, empty)).toBe('NODE_ENV=production is set');
});

test('a shell, a CI and an empty value are nothing configured', () => {
  const surroundings = {
    PATH: '/usr/bin',
    CI: 'true',
    NODE_ENV: 'development',
    SLACK_BOT_TOKEN: ' ',
    PORT: '',
  };
  expect(
    productionSign({ ...surroundings, DATABASE_HOST: 'db', npm_config_cache: '/tmp/npm' }, empty),
  ).toBeUndefined();
});

function folderWith(make: (file: string) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-sign-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  make(join(folder, '.env'));
  return folder;
}

test('a .env with a setting makes a production start, and the environment wins over it', () => {
  const folder = folderWith((file) => writeFileSync(file, '# Ours\nTZ=UTC\nexport PORT="8080"\n'));
  expect(productionSign({}, folder)).toBe('PORT is set');
  expect(productionSign({ PORT: '' }, folder)).toBeUndefined();
});

test.each([
  ['a folder', (file: string) => mkdirSync(file)],
  ['a link to nowhere', (file: string) => symlinkSync('/nowhere/settings', file)],
])('a .env that is %s may hold settings, and no figures are invented', (_, make) => {
  expect(productionSign({}, folderWith(make))).toBe('.env is there and may hold settings');
});

test('so may any .env where Node is too old to read it', () => {
  const folder = folderWith((file) => writeFileSync(file, 'TZ=UTC\n'));
  expect(productionSign({}, folder)).toBeUndefined();
  vi.spyOn(util, 'parseEnv').mockImplementation(() => {
    throw new TypeError('util.parseEnv is not a function');
  });
  onTestFinished(() => void vi.restoreAllMocks());
  expect(productionSign({}, folder)).toBe('.env is there and may hold settings');
});
