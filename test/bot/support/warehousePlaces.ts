import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { POSTGRES_SERVERS } from './budgetPlaces.ts';

/** Somewhere a warehouse is kept: one place for the tests of a file, empty again for each of them. */
export interface FreshPlace {
  /** What DATABASE_URL would be, of a database without a table. */
  fresh(): Promise<string>;
}

export interface WarehousePlace extends FreshPlace {
  close(): Promise<void>;
}

export interface WarehousePlaceKind {
  readonly name: string;
  open(): Promise<WarehousePlace>;
}

/** The databases of which every promise of the warehouse is tested. */
export const WAREHOUSE_PLACES: readonly WarehousePlaceKind[] = [
  { name: 'SQLite', open: inSqlite },
  ...POSTGRES_SERVERS.map(({ name, start }) => ({
    name,
    async open(): Promise<WarehousePlace> {
      const server = await start();
      const { host, port, user } = server.connection;
      return {
        async fresh() {
          const client = new Client({ ...server.connection, database: 'postgres' });
          await client.connect();
          await client.query('drop schema public cascade; create schema public');
          await client.end();
          return `postgres://${user}@${host}:${port}/postgres`;
        },
        close: () => server.stop(),
      };
    },
  })),
];

/**
 * SQLite and one PostgreSQL: a server where one is installed, else PGlite. For long stories told statement by statement,
 * which PGlite takes the longest for; that its answers are those of a server is tested where each table is.
 */
export const ONE_OF_EACH_DIALECT: readonly WarehousePlaceKind[] = [
  ...WAREHOUSE_PLACES.slice(0, 1),
  ...WAREHOUSE_PLACES.slice(-1),
];

/** One place for all tests of a file or group, opened before them and closed after them. */
export function usePlace(open: WarehousePlaceKind['open']): FreshPlace {
  let place: WarehousePlace | undefined;
  beforeAll(async () => {
    place = await open();
  }, 60_000);
  afterAll(() => place?.close());
  return {
    async fresh() {
      if (place === undefined) throw new Error('a place is used in a test, not before');
      return place.fresh();
    },
  };
}

/** Those that a server of its own keeps: none where PostgreSQL is not installed. */
export const SERVER_PLACES: readonly WarehousePlaceKind[] = WAREHOUSE_PLACES.filter(
  ({ name }) => name !== 'SQLite' && !name.includes('PGlite'),
);

async function inSqlite(): Promise<WarehousePlace> {
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-warehouse-'));
  let files = 0;
  return {
    async fresh() {
      files += 1;
      return join(folder, `${files}.sqlite`);
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
