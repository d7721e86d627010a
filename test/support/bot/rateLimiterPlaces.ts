import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { createInProcessRateLimiter, type RateLimiter } from 'retail-data-client';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../../../bot/database/connection.ts';
import { migrate } from '../../../bot/database/migrations.ts';
import { createPostgresBudget } from '../../../bot/database/postgresRateLimiter.ts';
import { createSqliteBudget, type StoredBudgetOptions } from '../../../bot/database/storedRateLimiter.ts';
import type { RateLimitTables } from '../../../bot/database/tables/rateLimit.ts';
import { createOnServer, type PostgresServer, startPglite } from './postgresServers.ts';

/** Somewhere a budget is kept. */
export interface BudgetPlace {
  /** That many holders of the budget of one key, each with its own way to the place where there can be several. */
  holders(count: number, options: StoredBudgetOptions): Promise<RateLimiter[]>;
  /** Closes every way to the place; holders from then on are those of a new start. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface BudgetPlaceKind {
  readonly name: string;
  /** False when the budget ends with the process. */
  readonly lasts: boolean;
  /** How many drawn examples are enough, where each costs more. */
  readonly runs: number;
  open(): Promise<BudgetPlace>;
}

const server = inject('postgresServer');

/** PGlite, which is there on every machine; where the run has a server, that server. */
export const POSTGRES_SERVERS: readonly { readonly name: string; start(): Promise<PostgresServer> }[] =
  server === undefined
    ? [{ name: 'PostgreSQL (PGlite)', start: startPglite }]
    : [{ name: 'PostgreSQL (a server)', start: () => createOnServer(server) }];

const POSTGRES_PLACES: readonly BudgetPlaceKind[] = POSTGRES_SERVERS.map(({ name, start }) => ({
  name,
  lasts: true,
  runs: 6,
  open: async () => inPostgres(await start()),
}));

/** What is not PostgreSQL has been tested where the run has a server. */
export const BUDGET_PLACES: readonly BudgetPlaceKind[] =
  server === undefined
    ? [
        { name: 'this process', lasts: false, runs: 40, open: inProcess },
        { name: 'a SQLite file', lasts: true, runs: 20, open: inSqlite },
        ...POSTGRES_PLACES,
      ]
    : POSTGRES_PLACES;

async function inProcess(): Promise<BudgetPlace> {
  const budgets = new Map<string, RateLimiter>();
  return {
    async holders(count, { subscriptionKey, clock, limits }) {
      const budget = budgets.get(subscriptionKey) ?? createInProcessRateLimiter(clock, limits);
      budgets.set(subscriptionKey, budget);
      return Array.from({ length: count }, () => budget);
    },
    restart: async () => budgets.clear(),
    close: async () => {},
  };
}

/** Holders in one process share its connection; several processes have a test of their own. */
async function inSqlite(): Promise<BudgetPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-budget-'));
  const file = join(folder, 'bot.sqlite');
  let database: Database = await openDatabase(file);
  return {
    holders: async (count, options) =>
      Array.from({ length: count }, () => createSqliteBudget(database, options)),
    async restart() {
      await database.destroy();
      database = await openDatabase(file);
    },
    async close() {
      await database.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Every holder has a pool of its own, as every replica has. */
async function inPostgres(server: PostgresServer): Promise<BudgetPlace> {
  const opened: Kysely<RateLimitTables>[] = [];
  const closeAll = async () => {
    await Promise.all(opened.splice(0).map((database) => database.destroy()));
  };
  return {
    async holders(count, options) {
      const databases = Array.from({ length: count }, () => connectTo(server));
      opened.push(...databases);
      await Promise.all(databases.map(makeBudgetTables));
      return databases.map((database) =>
        createPostgresBudget(database, {
          ...options,
          databaseNow: () => sql`${options.clock.now()}::bigint`,
        }),
      );
    },
    restart: closeAll,
    async close() {
      await closeAll();
      await server.stop();
    },
  };
}

/** Replicas may do so at the same time. */
export async function makeBudgetTables(database: Kysely<RateLimitTables>): Promise<void> {
  await migrate(database);
}

export function connectTo(server: PostgresServer): Kysely<RateLimitTables> {
  const pool = new Pool({ connectionString: server.url, max: 4 });
  // The database is dropped behind a pool that was ended, and ends connections that have not quite gone yet.
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<RateLimitTables>({ dialect: new PostgresDialect({ pool }) });
}
