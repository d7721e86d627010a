import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { RateLimiter } from 'retail-data-client/core';
import { type BudgetStore, createStoredBudget, type StoredBudgetOptions } from './storedRateLimiter.ts';
import type { RateLimitTables } from './tables/rateLimit.ts';

export interface PostgresBudgetOptions extends StoredBudgetOptions {
  /** The clock that decides, as SQL for milliseconds since 1970; the server's own when not set. */
  readonly databaseNow?: () => RawBuilder<unknown>;
}

/** `now()` would be the start of the transaction, which lies before the wait for the lock. */
const serverNow = () => sql`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/**
 * A replica that vanishes while it holds the lock would hold up all others for as long as its connection seems alive;
 * the server ends it after that many milliseconds of silence.
 */
const LONGEST_SILENCE_MS = 5_000;

/**
 * The budget that all replicas on one PostgreSQL share, per subscription key (interface: "Limits"). A row lock puts the
 * takers in line and the server's clock counts. The pool needs an 'error' listener, as every pool of `pg` does.
 */
export function createPostgresBudget(
  database: Kysely<RateLimitTables>,
  options: PostgresBudgetOptions,
): RateLimiter {
  const databaseNow = options.databaseNow ?? serverNow;
  const store: BudgetStore = {
    transact: (work) =>
      database
        .transaction()
        // Each statement sees what was committed before it: after the lock, all calls that others took.
        .setIsolationLevel('read committed')
        .execute(async (transaction) => {
          const silence = sql.raw(String(LONGEST_SILENCE_MS));
          await sql`set local idle_in_transaction_session_timeout = ${silence}`.execute(transaction);
          return work(transaction);
        }),
    async now(transaction) {
      const { rows } = await sql<{ now: unknown }>`select ${databaseNow()} as now`.execute(transaction);
      const now = Number(rows[0]?.now ?? Number.NaN);
      if (Number.isFinite(now)) return now;
      throw new TypeError('The clock of the call budget in PostgreSQL gave no number: check databaseNow.');
    },
  };
  return createStoredBudget(store, options);
}
