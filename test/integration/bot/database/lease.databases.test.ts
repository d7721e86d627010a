import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createDatabaseClock } from '../../../../bot/database/clock.ts';
import {
  claimLease,
  LeaseLostError,
  releaseLease,
  renewLease,
  requireLease,
} from '../../../../bot/database/lease.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { openTestDatabase } from '../../../support/bot/databases.ts';

const LENGTH_MS = 60_000;
const ONE = { name: 'sync of sales', owner: 'one process' };
const OTHER = { ...ONE, owner: 'another process' };

describe.each(DATABASE_PLACES)('a lease in $name', ({ open }) => {
  const place = usePlace(open);

  /** A lease by a clock of the database that a test sets; the clock of the process says nothing. */
  const start = async () => {
    const database = await openTestDatabase(await place.fresh());
    const time = { now: 1_000_000 };
    const clock = createDatabaseClock(
      database,
      { now: () => Number.NaN },
      () => sql<number>`cast(${time.now} as bigint)`,
    );
    const claim = (lease: typeof ONE) => claimLease(database, clock, lease, LENGTH_MS);
    const renew = (lease: typeof ONE) => renewLease(database, clock, lease, LENGTH_MS);
    const require = (lease: typeof ONE) =>
      database.transaction().execute((transaction) => requireLease(transaction, lease));
    return { database, time, claim, renew, require };
  };

  test('is of one process until it ends, and longer when it is renewed', async () => {
    const { time, claim, renew, require } = await start();
    expect(await claim(ONE)).toBe(true);
    expect(await claim(OTHER)).toBe(false);
    await require(ONE);
    await expect(require(OTHER)).rejects.toThrow(LeaseLostError);
    time.now += LENGTH_MS - 1;
    expect(await claim(OTHER)).toBe(false);
    expect(await renew(ONE)).toBe(true);
    time.now += LENGTH_MS - 1;
    expect(await claim(OTHER)).toBe(false);
    time.now += 1;
    expect(await claim(OTHER)).toBe(true);
    await expect(require(ONE)).rejects.toThrow('Another process has taken over the sync of sales');
  });

  test('that was lost is not renewed, also when nobody has it any more', async () => {
    const { database, time, claim, renew, require } = await start();
    await claim(ONE);
    time.now += LENGTH_MS;
    await claim(OTHER);
    expect(await renew(ONE)).toBe(false);
    await releaseLease(database, ONE);
    await require(OTHER);
    await releaseLease(database, OTHER);
    expect(await renew(ONE)).toBe(false);
    await expect(require(ONE)).rejects.toThrow(LeaseLostError);
    expect(await claim(ONE)).toBe(true);
  });
});
