import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { Client } from 'pg';
import { freePort } from '../../../bot/demo/standIn.ts';

/** A PostgreSQL on the loopback interface that takes several connections. */
export interface PostgresServer {
  readonly connection: { readonly host: string; readonly port: number; readonly user: string };
  stop(): Promise<void>;
}

/** PostgreSQL compiled to WebAssembly: there on every machine, one statement or transaction at a time. */
export async function startPglite(): Promise<PostgresServer> {
  const db = await PGlite.create();
  const port = await freePort();
  const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port, maxConnections: 100 });
  await server.start();
  return {
    connection: { host: '127.0.0.1', port, user: 'postgres' },
    async stop() {
      await server.stop();
      await db.close();
    },
  };
}

/** The folder of the newest PostgreSQL programs that are installed here; undefined when there are none. */
export function findPostgres(): string | undefined {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return undefined;
  const folders = readdirSync(root).toSorted((one, other) => Number(other) - Number(one));
  return folders
    .map((version) => join(root, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres')));
}

/** A real PostgreSQL on a database folder of its own, run by somebody who is not root, as it demands. */
export async function startPostgres(bin: string): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-postgres-'));
  const person = unprivileged();
  if (person !== undefined) chownSync(folder, person.uid, person.gid);
  const run = { ...person, cwd: folder, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' } };
  const data = join(folder, 'data');
  const initial = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  execFileSync(join(bin, 'initdb'), initial, { ...run, stdio: ['ignore', 'ignore', 'pipe'] });
  const port = await freePort();
  const connection = { host: '127.0.0.1', port, user: 'postgres' };
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'fsync=off'];
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    { ...run, stdio: 'ignore' },
  );
  await answering(connection, server);
  return {
    connection,
    async stop() {
      const gone = once(server, 'exit');
      // The polite end, which waits for connections that are closing.
      server.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answering(connection: PostgresServer['connection'], server: ChildProcess): Promise<void> {
  const giveUp = performance.now() + 30_000;
  for (;;) {
    const client = new Client({ ...connection, database: 'postgres' });
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

/** Nobody else when we are not root; the person PostgreSQL was installed for, or nobody, when we are. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const people = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found =
    people.find(([name]) => name === 'postgres') ?? people.find(([name]) => name === 'nobody') ?? [];
  const [, , uid, gid] = found;
  if (uid === undefined || gid === undefined) throw new Error('PostgreSQL does not run as root');
  return { uid: Number(uid), gid: Number(gid) };
}
