import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { createOnServer } from './postgresServers.ts';

/** Somewhere a database is kept: one place for the tests of a file, empty again for each of them. */
export interface FreshPlace {
  /** What DATABASE_URL would be, of a database that holds nothing. */
  fresh(): Promise<string>;
}

export interface DatabasePlace extends FreshPlace {
  close(): Promise<void>;
}

export interface DatabasePlaceKind {
  readonly name: string;
  open(): Promise<DatabasePlace>;
}

export const SQLITE: DatabasePlaceKind = { name: 'SQLite', open: inSqlite };

const serverUrl = inject('postgresServer');

const onServer = (url: string): DatabasePlaceKind => ({
  name: 'PostgreSQL',
  async open() {
    const server = await createOnServer(url);
    return {
      async fresh() {
        const client = new Client({ connectionString: server.url });
        await client.connect();
        await client.query('drop schema public cascade; create schema public');
        await client.end();
        return server.url;
      },
      close: () => server.stop(),
    };
  },
});

/** The server of this run, where it has one. */
export const SERVER_PLACES: readonly DatabasePlaceKind[] =
  serverUrl === undefined ? [] : [onServer(serverUrl)];

/** The databases of which every promise of the tables is tested: SQLite, and in another run the server. */
export const DATABASE_PLACES: readonly DatabasePlaceKind[] =
  serverUrl === undefined ? [SQLITE] : SERVER_PLACES;

/** One place for all tests of a file or group, opened before them and closed after them. */
export function usePlace(open: DatabasePlaceKind['open']): FreshPlace {
  let place: DatabasePlace | undefined;
  beforeAll(async () => {
    place = await open();
  });
  afterAll(() => place?.close());
  return {
    async fresh() {
      if (place === undefined) throw new Error('a place is used in a test, not before');
      return place.fresh();
    },
  };
}

async function inSqlite(): Promise<DatabasePlace> {
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-database-'));
  let files = 0;
  return {
    async fresh() {
      files += 1;
      const file = join(folder, `${files}.sqlite`);
      copyFileSync(inject('sqliteTemplate'), file);
      return file;
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
