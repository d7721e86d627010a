import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from 'retail-data-client/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { readSettings, settingNames } from '../../../bot/settings/settings.ts';
import { projectFolder } from '../start/strangersMachine.ts';

interface Service {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly command?: readonly string[];
  readonly env_file?: string;
  readonly network_mode?: string;
  readonly networks?: readonly string[];
  readonly profiles?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
}

const file = join(projectFolder, 'bot', 'compose.yaml');
const text = readFileSync(file, 'utf8');
const compose: {
  services: Record<string, Service>;
  networks: Record<string, object>;
  volumes: object;
} = parse(text, {
  merge: true,
});
const { bot, database, backup, sandbox } = compose.services;

test('nothing but the services reaches PostgreSQL, and only this machine reaches the bot', () => {
  for (const network of database?.networks ?? [])
    expect(compose.networks[network]).toEqual({ internal: true });
  expect(database?.ports).toBeUndefined();
  for (const port of bot?.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
});

test('every service is read-only and can gain no privilege', () => {
  for (const service of Object.values(compose.services)) {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  }
});

test('it builds the Dockerfile from the root of the repository, and every setting in it is one', () => {
  for (const service of [bot, sandbox]) {
    const context = join(file, '..', service?.build?.context ?? '');
    expect(join(context, '.')).toBe(join(projectFolder, '.'));
    expect(existsSync(join(context, service?.build?.dockerfile ?? ''))).toBe(true);
  }
  const { PGPASSWORD, ...settings } = bot?.environment ?? {};
  expect(PGPASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
  expect(database?.environment?.POSTGRES_PASSWORD).toBe(PGPASSWORD);
  for (const name of Object.keys(settings)) expect(settingNames()).toContain(name);
  const url = new URL(String(settings.DATABASE_URL));
  expect([url.username, url.hostname, url.pathname]).toEqual(['bot', 'database', '/bot']);
  expect(backup?.environment).toMatchObject({
    PGHOST: 'database',
    PGUSER: 'bot',
    PGDATABASE: 'bot',
    PGPASSWORD,
  });
  expect(backup?.image).toBe(database?.image);
  expect(bot?.env_file).toBe('.env');
});

test('each file that a service gets is there, and each volume is named', () => {
  const mounts = Object.values(compose.services).flatMap(({ volumes = [] }) =>
    volumes.map((mount) => mount.split(':')[0] ?? ''),
  );
  const files = mounts.filter((source) => source.startsWith('.'));
  expect(files.map((source) => existsSync(join(file, '..', source)))).toEqual([true, true]);
  const named = mounts.filter((source) => !source.startsWith('.'));
  expect(named.toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
});

test('the sandbox runs on demand, where the settings in the first lines reach it', async () => {
  expect(sandbox?.profiles).toEqual(['sandbox']);
  expect(sandbox?.network_mode).toBe('service:bot');
  const told = Object.fromEntries(
    [...text.matchAll(/^# {3}(RETAIL_DATA_\w+)=(.*)$/gm)].map((match) => match.slice(1)),
  );
  const { baseUrl, subscriptionKey } = readSettings({
    ...told,
    SLACK_BOT_TOKEN: 'xoxb-1',
    SLACK_APP_TOKEN: 'xapp-1',
  });
  expect(sandbox?.command).toEqual(['/opt/bot/sandbox.js', `--port=${new URL(baseUrl).port}`]);
  const stand = await startSandbox();
  onTestFinished(() => stand.close());
  expect(subscriptionKey).toBe(stand.subscriptionKey);
});
