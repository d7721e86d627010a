import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/connection.ts';
import { dialectOf, lockFreeRows } from '../database/dialect.ts';
import type { Schema } from '../database/schema.ts';
import type { DigestClock } from './digestClock.ts';
import type { DigestRun } from './digestRun.ts';
import { moveDigests } from './moves.ts';
import type { Transition } from './states.ts';

/** What the statements of the ledger are made of; `now` in them is the clock of the database. */
export function createLedgerRows(database: Database, time: DigestClock, owner: string) {
  const updated = () => ({ updated_at: time.sql() });
  return {
    database,
    time,
    owner,
    updated,
    /** The instant in so many milliseconds. */
    after: (milliseconds: number): RawBuilder<number> =>
      sql<number>`${time.sql()} + cast(${Math.ceil(milliseconds)} as bigint)`,
    select: () => database.selectFrom('digest_run').selectAll().orderBy('id'),
    /** A move of a row that this process holds the lease of, which it gives back. */
    held: (run: DigestRun, transition: Transition) =>
      moveDigests(database, transition)
        .set({ ...updated(), lease_owner: null, lease_until: 0 })
        .where('id', '=', run.id)
        .where('lease_owner', '=', owner)
        .where('attempt', '=', run.attempt),
    /** A move of a row that nobody holds. */
    unheld: (id: number, transition: Transition) =>
      moveDigests(database, transition).set(updated()).where('id', '=', id),
    /** One row for whoever comes first. */
    oneOf(
      id: number,
      condition: (row: ExpressionBuilder<Schema, 'digest_run'>) => ReturnType<typeof row.and>,
    ) {
      const chosen = database.selectFrom('digest_run').select('id').where('id', '=', id).where(condition);
      return lockFreeRows(dialectOf(database), chosen);
    },
  };
}

/** A channel that comes back after that time wants no digest of then. */
export const LATEST_MS = 20 * 60 * 60_000;

export type LedgerRows = ReturnType<typeof createLedgerRows>;

/** Whether a later digest of the same subscription is recorded. */
export function hasLater(row: ExpressionBuilder<Schema, 'digest_run'>) {
  return row.exists(
    row
      .selectFrom('digest_run as newer')
      .select('newer.id')
      .whereRef('newer.team_id', '=', 'digest_run.team_id')
      .whereRef('newer.channel_id', '=', 'digest_run.channel_id')
      .whereRef('newer.kind', '=', 'digest_run.kind')
      .whereRef('newer.business_date', '>', 'digest_run.business_date'),
  );
}

export async function changed(update: Promise<{ readonly numUpdatedRows: bigint }>): Promise<boolean> {
  return (await update).numUpdatedRows > 0n;
}
