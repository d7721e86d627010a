import { sql, type Transaction } from 'kysely';
import type { DatabaseClock } from './clock.ts';
import type { Database } from './connection.ts';
import { changed } from './dialect.ts';
import type { Schema } from './schema.ts';

/** The right to do what only one process may do; it ends by itself when its owner is gone. */
export interface Lease {
  readonly name: string;
  /** Names a process among those on the same database, and no other ever. */
  readonly owner: string;
}

/** Takes the lease for so long. False while somebody else holds it. */
export async function claimLease(
  database: Database,
  clock: DatabaseClock,
  lease: Lease,
  lengthMs: number,
): Promise<boolean> {
  const now = clock.sql();
  const until = endOf(clock, lengthMs);
  const claimed = await database
    .insertInto('lease')
    .values({ name: lease.name, owner: lease.owner, until })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ owner: lease.owner, until })
        .where(({ eb, or }) => or([eb('lease.owner', '=', lease.owner), eb('lease.until', '<=', now)])),
    )
    .returning('owner')
    .execute();
  return claimed.length > 0;
}

/**
 * Makes the lease end so long from now. False when it was lost: it is not taken again, since whoever held it meanwhile
 * may have deleted what was half done.
 */
export async function renewLease(
  database: Database,
  clock: DatabaseClock,
  lease: Lease,
  lengthMs: number,
): Promise<boolean> {
  return changed(
    database
      .updateTable('lease')
      .set({ until: endOf(clock, lengthMs) })
      .where('name', '=', lease.name)
      .where('owner', '=', lease.owner)
      .executeTakeFirst(),
  );
}

/** Gives the lease back, so that nobody has to wait for its end. */
export async function releaseLease(database: Database, lease: Lease): Promise<void> {
  await database
    .deleteFrom('lease')
    .where('name', '=', lease.name)
    .where('owner', '=', lease.owner)
    .execute();
}

/** Somebody else has taken over, because this process did not renew in time. */
export class LeaseLostError extends Error {
  constructor(lease: Lease) {
    super(`Another process has taken over the ${lease.name}; this one leaves it alone.`);
    this.name = 'LeaseLostError';
  }
}

/**
 * The first statement of a transaction under a lease: until it ends, nobody else can take the lease.
 * @throws LeaseLostError
 */
export async function requireLease(transaction: Transaction<Schema>, lease: Lease): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('lease')
    .set({ owner: lease.owner })
    .where('name', '=', lease.name)
    .where('owner', '=', lease.owner)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LeaseLostError(lease);
}

function endOf(clock: DatabaseClock, lengthMs: number) {
  return sql<number>`${clock.sql()} + cast(${lengthMs} as bigint)`;
}
