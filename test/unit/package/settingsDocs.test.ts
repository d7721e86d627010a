import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { settingDescriptions } from '../../../bot/settings/schema.ts';
import { readSettings, SettingsError, settingNames } from '../../../bot/settings/settings.ts';
import { documents } from '../../../scripts/docs.mjs';
import { packageRoot } from '../../../tools/build.ts';

const NEEDED = {
  RETAIL_DATA_BASE_URL: 'https://api.example.com',
  RETAIL_DATA_SUBSCRIPTION_KEY: 'key',
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_APP_TOKEN: 'xapp-1',
};
const example = () => readFileSync(join(packageRoot, 'bot/.env.example'), 'utf8');

test.each(Object.entries(documents()))('%s has the tables that npm run docs writes', (file, text) => {
  expect(readFileSync(join(packageRoot, file), 'utf8')).toBe(text);
});

test('every setting that a page gives as an example is accepted', () => {
  const pages = globSync('{docs,bot}/*.md', { cwd: packageRoot }).map((page) =>
    readFileSync(join(packageRoot, page), 'utf8'),
  );
  const given = [...pages.join('\n').matchAll(/`(ACCESS_\w+|DIGEST_\w+|RETAIL_DATA_\w+)=([^`…]+)`/g)];
  expect(given.length).toBeGreaterThan(5);
  for (const [, name = '', value = ''] of given)
    expect(() => readSettings({ ...NEEDED, [name]: value }), `${name}=${value}`).not.toThrow();
});

test('the values that are told to hold without a setting do', () => {
  const told = settingDescriptions().flatMap(({ name, value }) =>
    value === undefined ? [] : [[name, value]],
  );
  expect(told.length).toBeGreaterThan(15);
  expect(readSettings({ ...NEEDED, ...Object.fromEntries(told) })).toEqual(readSettings(NEEDED));
});

test('.env.example names every setting, and asks for what a start needs and for nothing else', () => {
  const names = [...example().matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(names.toSorted()).toEqual(settingNames().toSorted());
  const asked = parseEnv(example());
  expect(asked).toEqual(Object.fromEntries(Object.keys(NEEDED).map((name) => [name, ''])));
  expect(() => readSettings(asked)).toThrow(SettingsError);
  expect(() => readSettings({ ...asked, ...NEEDED })).not.toThrow();
});
