import type { Database } from './connection.ts';

const NAME = 'write probe';

/**
 * Writes one row, always the same: a full disk, a locked or read-only file and a standby of PostgreSQL answer every
 * question and take nothing. A lease that has ended holds up nobody.
 */
export async function probeWriting(database: Database, now: number): Promise<void> {
  await database
    .insertInto('lease')
    .values({ name: NAME, owner: NAME, until: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ until: now }))
    .execute();
}
