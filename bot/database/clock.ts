import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Clock } from 'retail-data-client/clock/clock';
import { databaseNow, dialectOf } from './dialect.ts';

/** The clock that all processes on a database share: PostgreSQL's own, or the machine's for a SQLite file. */
export interface DatabaseClock {
  /** An expression for milliseconds since 1970, evaluated when the statement runs. */
  sql(): RawBuilder<number>;
  now(): Promise<number>;
}

export function createDatabaseClock<Tables>(
  database: Kysely<Tables>,
  clock: Pick<Clock, 'now'>,
): DatabaseClock {
  const dialect = dialectOf(database);
  const expression = () => databaseNow(dialect, clock.now());
  return {
    sql: expression,
    async now() {
      if (dialect === 'sqlite') return clock.now();
      const { rows } = await sql<{ now: number | null }>`select ${expression()} as now`.execute(database);
      const now = rows[0]?.now;
      if (typeof now === 'number') return now;
      throw new TypeError('The clock of the database gave no number.');
    },
  };
}
