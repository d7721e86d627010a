import { sql, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';
import { createDatabaseClock, type DatabaseClock } from './clock.ts';
import type { Database } from './connection.ts';
import { changed } from './dialect.ts';
import type { Schema } from './schema.ts';

/** The right to do work that only one process may do. It expires if its owner does not renew it. */
export interface Lease {
  readonly name: string;
  /** A unique id of a process, never used by another process. */
  readonly owner: string;
}

/** Takes the lease for `lengthMs`. False if another owner has it. */
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
 * Extends the lease to `lengthMs` from now. False if it was lost. A lost lease isn't taken again, since another owner
 * may have deleted half-done work in between.
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

/** Gives the lease back, so that nobody has to wait until it expires. */
export async function releaseLease(database: Database, lease: Lease): Promise<void> {
  await database
    .deleteFrom('lease')
    .where('name', '=', lease.name)
    .where('owner', '=', lease.owner)
    .execute();
}

/** After a process was killed, another one waits this long before it takes over. */
const LEASE_MS = 60_000;
const RENEW_MS = 20_000;

/** Runs `work` under the lease, which is renewed until it ends, and then given back; undefined if another owner has it. */
export async function underLease<Result>(
  database: Database,
  clock: Pick<Clock, 'now' | 'sleep'>,
  lease: Lease,
  log: Pick<Logger, 'warn'>,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const time = createDatabaseClock(database, clock);
  if (!(await claimLease(database, time, lease, LEASE_MS))) return undefined;
  const done = new AbortController();
  const renew = async () => {
    for (;;) {
      await clock.sleep(RENEW_MS, done.signal).catch(() => undefined);
      if (done.signal.aborted) return;
      await renewLease(database, time, lease, LEASE_MS).catch((error: unknown) =>
        log.warn({ err: error }, `the lease of the ${lease.name} could not be renewed`),
      );
    }
  };
  const renewing = renew();
  try {
    return await work();
  } finally {
    done.abort();
    await renewing;
    await releaseLease(database, lease);
  }
}

/** Another process took the lease because this one did not renew it in time. */
export class LeaseLostError extends Error {
  constructor(lease: Lease) {
    super(`Another process has taken over the ${lease.name}; this one leaves it alone.`);
    this.name = 'LeaseLostError';
  }
}

/**
 * Must be the first statement of a transaction: until that ends, nobody else can take the lease.
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
