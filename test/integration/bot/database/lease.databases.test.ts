import { describe, expect, test } from 'vitest';
import {
  claimLease,
  LeaseLostError,
  releaseLease,
  renewLease,
  requireLease,
} from '../../../../bot/database/lease.ts';
import { openDatabaseOnClock } from '../../../support/bot/databaseOnClock.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';

const LENGTH_MS = 60_000;
const ONE = { name: 'sync of sales', owner: 'one process' };
const OTHER = { ...ONE, owner: 'another process' };

describe.each(DATABASE_PLACES)('a lease in $name', ({ open }) => {
  const place = usePlace(open);

  /** A lease by the clock that its processes share, which a test sets. */
  const start = async () => {
    const { database, time, pass } = await openDatabaseOnClock(await place.fresh(), 1_000_000);
    const claim = (lease: typeof ONE) => claimLease(database, time, lease, LENGTH_MS);
    const renew = (lease: typeof ONE) => renewLease(database, time, lease, LENGTH_MS);
    const require = (lease: typeof ONE) =>
      database.transaction().execute((transaction) => requireLease(transaction, lease));
    return { database, pass, claim, renew, require };
  };

  test('is of one process until it ends, and longer when it is renewed', async () => {
    const { pass, claim, renew, require } = await start();
    expect(await claim(ONE)).toBe(true);
    expect(await claim(OTHER)).toBe(false);
    await require(ONE);
    await expect(require(OTHER)).rejects.toThrow(LeaseLostError);
    await pass(LENGTH_MS - 1);
    expect(await claim(OTHER)).toBe(false);
    expect(await renew(ONE)).toBe(true);
    await pass(LENGTH_MS - 1);
    expect(await claim(OTHER)).toBe(false);
    await pass(1);
    expect(await claim(OTHER)).toBe(true);
    await expect(require(ONE)).rejects.toThrow('Another process has taken over the sync of sales');
  });

  test('that was lost is not renewed, also when nobody has it any more', async () => {
    const { database, pass, claim, renew, require } = await start();
    await claim(ONE);
    await pass(LENGTH_MS);
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
