import type { Kysely } from 'kysely';
import { dialectOf, wideInteger } from '../dialect.ts';

/** The tables of the rate limiter. Instants are milliseconds since 1970, by the clock of the database. */
export interface RateLimitTables {
  rate_limit_key: RateLimitKeyTable;
  rate_limit_call: RateLimitCallTable;
}

/** One row per subscription key. Each caller locks it, so that calls are counted one after another. */
export interface RateLimitKeyTable {
  key_hash: string;
  /** When the service refused a call, and until when no call is made; both 0 if it never refused one. */
  blocked_at: number;
  blocked_until: number;
}

/** The calls that still count in a window. */
export interface RateLimitCallTable {
  key_hash: string;
  called_at: number;
}

export async function createRateLimitTables(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const instant = wideInteger(dialectOf(database));
  await schema
    .createTable('rate_limit_key')
    .addColumn('key_hash', 'text', (column) => column.primaryKey())
    .addColumn('blocked_at', instant, (column) => column.notNull())
    .addColumn('blocked_until', instant, (column) => column.notNull())
    .execute();
  await schema
    .createTable('rate_limit_call')
    .addColumn('key_hash', 'text', (column) => column.notNull())
    .addColumn('called_at', instant, (column) => column.notNull())
    .execute();
  await schema
    .createIndex('rate_limit_call_by_time')
    .on('rate_limit_call')
    .columns(['key_hash', 'called_at'])
    .execute();
}
