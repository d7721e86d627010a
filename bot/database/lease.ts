import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from './connection.ts';
import { databaseNow, dialectOf } from './dialect.ts';
import type { Schema } from './schema.ts';

/** The right to do what only one process may do; it ends by itself when its holder is gone. */
export interface Lease {
  readonly name: string;
  readonly owner: string;
}

export interface LeaseTerms {
  readonly lengthMs: number;
  /** The caller's clock: it counts on SQLite, whose file is on one machine. PostgreSQL goes by its own. */
  readonly now: number;
  /** Another clock of the database than its own, as SQL for milliseconds since 1970. */
  readonly databaseNow?: RawBuilder<number>;
}

/** Takes the lease, or makes one's own longer. False while somebody else holds it. */
export async function holdLease(database: Database, lease: Lease, terms: LeaseTerms): Promise<boolean> {
  const now = terms.databaseNow ?? databaseNow(dialectOf(database), terms.now);
  const until = sql<number>`${now} + cast(${terms.lengthMs} as bigint)`;
  const held = await database
    .insertInto('intake_lease')
    .values({ name: lease.name, owner: lease.owner, until })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ owner: lease.owner, until })
        .where(({ eb, or }) =>
          or([eb('intake_lease.owner', '=', lease.owner), eb('intake_lease.until', '<=', now)]),
        ),
    )
    .returning('owner')
    .execute();
  return held.length > 0;
}

/** Gives the lease back, so that nobody has to wait for its end. */
export async function releaseLease(database: Database, lease: Lease): Promise<void> {
  await database
    .deleteFrom('intake_lease')
    .where('name', '=', lease.name)
    .where('owner', '=', lease.owner)
    .execute();
}

/** Somebody else has taken over, because this process did not make itself heard in time. */
export class LeaseLostError extends Error {
  constructor(lease: Lease) {
    super(`Another process has taken over the ${lease.name}; this one leaves it alone.`);
    this.name = 'LeaseLostError';
  }
}

/** Throws unless the lease is still one's own; until the transaction ends nobody else can take it. */
export async function stillHeld(transaction: Transaction<Schema>, lease: Lease): Promise<void> {
  const result = await transaction
    .updateTable('intake_lease')
    .set({ owner: lease.owner })
    .where('name', '=', lease.name)
    .where('owner', '=', lease.owner)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) throw new LeaseLostError(lease);
}
