import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isProductionStart } from '../../../bot/settings/settings.ts';
import { productionSign } from '../../../scripts/productionSign.mjs';
import { packageRoot } from '../../support/nodes/build.ts';

const readme = readFileSync(join(packageRoot, 'bot/README.md'), 'utf8');
const settings = [...readme.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = '']) => name);

test('whatever the bot takes for a production start, npm start installs nothing for', () => {
  expect(settings.length).toBeGreaterThan(25);
  for (const name of settings.flatMap((each) => [each, `${each}_FILE`])) {
    expect(isProductionStart({ [name]: 'x' }), name).toBe(true);
    expect(productionSign({ [name]: 'x' })).toBe(name);
  }
  for (const value of ['production', ' Production '])
    expect(productionSign({ NODE_ENV: value })).toBe('NODE_ENV=production');
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
    productionSign({ ...surroundings, DATABASE_HOST: 'db', npm_config_cache: '/tmp/npm' }),
  ).toBeUndefined();
});
