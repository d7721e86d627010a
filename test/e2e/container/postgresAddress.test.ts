import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../bot/database/connection.ts';
import { readDatabaseUrl } from '../../../bot/settings/settings.ts';
import { findPostgres } from '../../../tools/findPostgres.ts';
import { type OwnPostgresServer, startPostgres } from '../../support/bot/postgresServers.ts';
import { cleanEnvironment, projectFolder } from '../start/strangersMachine.ts';

const found = findPostgres();
let server: OwnPostgresServer;

beforeAll(async () => {
  if (found === undefined || !('programs' in found)) throw new Error('PostgreSQL has to be installed here');
  server = await startPostgres(found.programs);
});
afterAll(() => server.stop());

test('the socket of a server is an address as any other, and a copy is made at the address that backup names', async () => {
  const database = await openDatabase(readDatabaseUrl({ DATABASE_URL: server.socketUrl }));
  const { rows } = await sql<{ address: string | null }>`select inet_server_addr() as address`.execute(
    database,
  );
  await database.destroy();
  expect(rows).toEqual([{ address: null }]);
  const { stderr } = spawnSync(process.execPath, [join(projectFolder, 'bot', 'cli', 'backup.ts')], {
    cwd: tmpdir(),
    env: { ...cleanEnvironment(process.env.PATH ?? ''), DATABASE_URL: server.socketUrl },
    encoding: 'utf8',
  });
  expect(stderr).toContain(server.socketUrl.replace('postgres@', 'USER@'));
});

test.each([
  ['verify-full', /does not support SSL/],
  ['no-verify', /does not support SSL/],
  ['verify-full&sslrootcert=/nowhere/ca.pem', /ENOENT.*\/nowhere\/ca\.pem/],
])('sslmode=%s does not fall back to an open connection: one sentence says why', async (mode, said) => {
  const error = await openDatabase(`${server.url}?sslmode=${mode}`).catch((reason: Error) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(String(error)).toMatch(said);
  expect(String(error)).toMatch(/^DatabaseOpeningError: DATABASE_URL is the PostgreSQL 127\.0\.0\.1:/);
});
