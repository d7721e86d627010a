import { type RawBuilder, sql } from 'kysely';
import type { Clock } from 'retail-data-client/core';
import type { Database } from '../database/connection.ts';
import { databaseNow, dialectOf } from '../database/dialect.ts';

/** The clock by which digests are due and leases end: on PostgreSQL that of the database, which all replicas share. */
export interface DigestClock {
  /** Milliseconds since 1970, read when the statement runs. */
  sql(): RawBuilder<number>;
  now(): Promise<number>;
}

/** `instead` is another clock than the database's own, as SQL; tests set theirs by it. */
export function createDigestClock(
  database: Database,
  clock: Pick<Clock, 'now'>,
  instead?: () => RawBuilder<number>,
): DigestClock {
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
