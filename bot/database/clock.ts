import { type RawBuilder, sql } from 'kysely';
import type { Clock } from 'retail-data-client/core';
import type { Database } from './connection.ts';
import { databaseNow, dialectOf } from './dialect.ts';

/** The clock of leases and due times: on PostgreSQL the database's own, which all replicas share. */
export interface DatabaseClock {
  /** Milliseconds since 1970, read when the statement runs. */
  sql(): RawBuilder<number>;
  now(): Promise<number>;
}

/** `instead` replaces the database's own clock, as SQL for milliseconds since 1970; tests set theirs by it. */
export function createDatabaseClock(
  database: Database,
  clock: Pick<Clock, 'now'>,
  instead?: () => RawBuilder<number>,
): DatabaseClock {
  const dialect = dialectOf(database);
  const expression = instead ?? (() => databaseNow(dialect, clock.now()));
  return {
    sql: expression,
    async now() {
      if (dialect === 'sqlite' && instead === undefined) return clock.now();
      const { rows } = await sql<{ now: unknown }>`select ${expression()} as now`.execute(database);
      const now = Number(rows[0]?.now ?? Number.NaN);
      if (Number.isFinite(now)) return now;
      throw new TypeError('The clock of the database gave no number.');
    },
  };
}
