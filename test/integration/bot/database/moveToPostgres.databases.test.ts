import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectDatabase, openDatabase } from '../../../../bot/database/connection.ts';
import { moveToPostgres } from '../../../../bot/database/moveToPostgres.ts';
import { saveSnapshot } from '../../../../bot/stock/snapshots.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { newDatabaseFile, stockRow, storedLevels } from '../../../support/bot/databases.ts';
import { CHANNEL, openChannels } from '../../../support/bot/digest/channels.ts';

describe.each(DATABASE_PLACES.filter(({ name }) => name !== 'SQLite'))('to $name', ({ open }) => {
  const place = usePlace(open);

  test('everything is copied, and the digest of today does not come a second time', async () => {
    const file = newDatabaseFile();
    const before = await openChannels('2026-11-20 08:30', { place: file });
    const rows = Array.from({ length: 1_234 }, (_, index) => stockRow(String(index + 1), index));
    await before.saveStock('2026-11-20', rows);
    await before.sweepAt('2026-11-20 08:30');
    expect(before.digests()).toHaveLength(1);

    const url = await place.fresh();
    const moved = await moveToPostgres(file, url);
    expect(moved).toContainEqual({ table: 'stock_snapshot', rows: 1 });
    expect(moved).toContainEqual({ table: 'digest_run', rows: 1 });

    const after = await openChannels('2026-11-20 09:00', { place: url });
    expect(await storedLevels(after.database, '2026-11-20')).toEqual(
      await storedLevels(before.database, '2026-11-20'),
    );
    await after.sweepAt('2026-11-20 09:00');
    expect(after.digests()).toEqual([]);
    // Numbers go on behind those that were copied.
    await after.saveStock('2026-11-21');
    await after.sweepAt('2026-11-21 08:30');
    expect(after.digests(CHANNEL)).toHaveLength(1);
    expect((await after.runs()).map(({ id }) => id)).toEqual([1, 2]);
  });

  test('a database that holds anything is refused, and left as it is', async () => {
    const file = newDatabaseFile();
    await (await openDatabase(file)).destroy();
    const url = await place.fresh();
    const target = await openDatabase(url);
    await saveSnapshot(target, '2026-11-19', [stockRow('1101', 1)], 1);
    await target.destroy();
    await expect(moveToPostgres(file, url)).rejects.toThrow(/holds something already .*empty database/);
  });

  test('a database that holds a table of something else is refused, and no table is made in it', async () => {
    const file = newDatabaseFile();
    await (await openDatabase(file)).destroy();
    const url = await place.fresh();
    const target = await connectDatabase(url);
    onTestFinished(() => target.destroy());
    await sql`create table customers (name text)`.execute(target);
    await expect(moveToPostgres(file, url)).rejects.toThrow(
      /holds a table of something else \(customers\).*empty database/,
    );
    const tables = await target.introspection.getTables({ withInternalKyselyTables: true });
    expect(tables.map(({ name }) => name)).toEqual(['customers']);
  });

  test('a file that is not there is not made', async () => {
    await expect(moveToPostgres(newDatabaseFile(), await place.fresh())).rejects.toThrow(
      /There is no SQLite file/,
    );
  });
});
