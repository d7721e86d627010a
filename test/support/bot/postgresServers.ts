import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../../../tools/freePort.ts';
import { unprivileged } from '../unprivileged.ts';

/** A PostgreSQL that takes several connections. */
export interface PostgresServer {
  /** Where DATABASE_URL would point: a database of one's own, without a table. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A server of one's own, which also listens on a socket. */
export interface OwnPostgresServer extends PostgresServer {
  readonly socketUrl: string;
}

/** A new database on a server that runs, empty or the copy of another; it is dropped in the end. */
export async function createOnServer(serverUrl: string, template?: string): Promise<PostgresServer> {
  const name = `retail_data_test_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await execute(serverUrl, `create database ${name}${template === undefined ? '' : ` template ${template}`}`);
  return { url: url.href, stop: () => execute(serverUrl, `drop database ${name} with (force)`) };
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** A real PostgreSQL on a database folder of its own, run by somebody who is not root, as it demands. */
export async function startPostgres(bin: string): Promise<OwnPostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-postgres-'));
  const person = unprivileged();
  if (person !== undefined) chownSync(folder, person.uid, person.gid);
  const run = { ...person, cwd: folder, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' } };
  const data = join(folder, 'data');
  const initial = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  execFileSync(join(bin, 'initdb'), initial, { ...run, stdio: ['ignore', 'ignore', 'pipe'] });
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'fsync=off',
  ];
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    { ...run, stdio: 'ignore' },
  );
  await answering(url, server);
  return {
    url,
    socketUrl: `postgres://postgres@/postgres?host=${folder}&port=${port}`,
    async stop() {
      const gone = once(server, 'exit');
      // The polite end, which waits for connections that are closing.
      server.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answering(url: string, server: ChildProcess): Promise<void> {
  const giveUp = performance.now() + 180_000;
  for (;;) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (server.exitCode !== null || performance.now() > giveUp) throw error;
      await delay(50);
    }
  }
}
