import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../bot/database/connection.ts';
import { findPostgres, SERVER_SETTING } from '../../../tools/findPostgres.ts';
import { type PostgresServer, startPostgres } from '../../support/bot/postgresServers.ts';
import { projectFolder, run } from '../start/strangersMachine.ts';

/** The scripts that compose.yaml gives to PostgreSQL, run on one of this machine. */
const SCRIPTS = join(projectFolder, 'bot', 'postgres');
const PATIENCE_MS = 180_000;
const DAY_MS = 86_400_000;

let server: PostgresServer;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  const { [SERVER_SETTING]: _, ...others } = process.env;
  const found = findPostgres();
  if (found === undefined || !('programs' in found)) {
    throw new Error(
      `This test needs the programs of PostgreSQL (Debian: apt-get install postgresql), also where ${SERVER_SETTING} names a server.`,
    );
  }
  server = await startPostgres(found.programs);
  const { hostname, port } = new URL(server.url);
  environment = { ...others, PATH: `${found.programs}:${process.env.PATH}`, PGHOST: hostname, PGPORT: port };
  const role = run('sh', [join(SCRIPTS, 'role.sh')], {
    cwd: projectFolder,
    env: { ...environment, POSTGRES_USER: 'postgres', POSTGRES_PASSWORD: "a 'quoted' password" },
  });
  expect(await role.exit(PATIENCE_MS), role.output()).toBe(0);
});

afterAll(() => server.stop());

async function ask(statement: string, database = 'bot', user = 'postgres') {
  const url = new URL(server.url);
  url.username = user;
  url.pathname = `/${database}`;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  const { rows } = await client.query(statement).finally(() => client.end());
  return rows;
}

/** The address of the bot, as in compose.yaml. */
function botUrl(): string {
  const { hostname, port } = new URL(server.url);
  return `postgres://bot@${hostname}:${port}/bot`;
}

test('the role of the bot owns its database and can do nothing else, and the superuser has no password', async () => {
  const roles =
    'select rolname, rolsuper, rolcreatedb, rolcreaterole, rolpassword is null as none from pg_authid';
  expect(await ask(`${roles} where rolname in ('bot', 'postgres') order by rolname`)).toEqual([
    { rolname: 'bot', rolsuper: false, rolcreatedb: false, rolcreaterole: false, none: false },
    { rolname: 'postgres', rolsuper: true, rolcreatedb: true, rolcreaterole: true, none: true },
  ]);
  const database = await openDatabase(botUrl());
  await database.destroy();
  await expect(ask("copy (select 1) to program 'true'", 'bot', 'bot')).rejects.toThrow(
    /superuser|permission/,
  );
});

function startBackup(settings: NodeJS.ProcessEnv) {
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-backups-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const start = () =>
    run('sh', [join(SCRIPTS, 'backup.sh')], {
      cwd: projectFolder,
      env: { ...environment, PGUSER: 'bot', PGDATABASE: 'bot', BACKUPS: folder, ...settings },
    });
  return { folder, start };
}

test('the backup makes a whole copy, notes its time for the metric, and keeps the latest', async () => {
  const database = await openDatabase(botUrl());
  onTestFinished(() => database.destroy());
  const { folder, start } = startBackup({ KEEP: '2' });
  for (const [name, days] of [
    ['bot-2025-01-01T00-00-00Z.dump', 3],
    ['bot-2025-01-02T00-00-00Z.dump', 2],
    ['bot-2025-01-03T00-00-00Z.dump.part', 1],
  ] as const) {
    writeFileSync(join(folder, name), '');
    const at = new Date(Date.now() - days * DAY_MS);
    utimesSync(join(folder, name), at, at);
  }
  const backup = start();
  await backup.until('Deleted bot-2025-01-01T00-00-00Z.dump.', PATIENCE_MS);
  backup.signal('SIGTERM');
  expect(await backup.exit(PATIENCE_MS)).toBe(0);
  expect(backup.output()).toMatch(/^Backed up to bot-\S+Z\.dump: \d+ bytes\.$/m);
  const [kept, made = ''] = readdirSync(folder).toSorted();
  expect(kept).toBe('bot-2025-01-02T00-00-00Z.dump');
  expect(statSync(join(folder, made)).mode & 0o077).toBe(0);
  const { last_at: noted } = await database
    .selectFrom('backup_state')
    .select('last_at')
    .executeTakeFirstOrThrow();
  expect(Number(noted)).toBeGreaterThan(0);

  // A service that starts again and again does not fill the disk.
  const again = start();
  await again.until('The latest backup is less than a day old.', PATIENCE_MS);
  again.signal('SIGTERM');
  expect(await again.exit(PATIENCE_MS)).toBe(0);
  expect(readdirSync(folder)).toHaveLength(2);

  await ask('create database restored', 'postgres');
  const restore = run('pg_restore', ['--username=postgres', '--dbname=restored', join(folder, made)], {
    cwd: projectFolder,
    env: environment,
  });
  expect(await restore.exit(PATIENCE_MS), restore.output()).toBe(0);
  expect(await ask('select id from backup_state', 'restored')).toEqual([{ id: 1 }]);
});

test('a backup that fails says so, leaves nothing, and is tried again', async () => {
  const { folder, start } = startBackup({ PGDATABASE: 'nothing' });
  const backup = start();
  await backup.until('No backup was made; the line above says why.', PATIENCE_MS);
  expect(backup.output()).toContain('"nothing" does not exist');
  expect(readdirSync(folder).filter((name) => !name.endsWith('.part'))).toEqual([]);
  backup.signal('SIGTERM');
  expect(await backup.exit(PATIENCE_MS)).toBe(0);
});
