import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectDatabase, databasePlace, openDatabase } from '../../../bot/database/connection.ts';
import { forgetMove } from '../../../bot/database/moved.ts';
import { moveToPostgres } from '../../../bot/database/moveToPostgres.ts';
import { DatabaseOpeningError } from '../../../bot/database/openingError.ts';
import { saveSnapshot } from '../../../bot/stock/snapshots.ts';
import { SERVER_PLACES, usePlace } from '../../support/bot/databasePlaces.ts';
import { newDatabaseFile, stockRow, storedLevels } from '../../support/bot/databases.ts';
import { CHANNEL, openChannels } from '../../support/bot/digest/channels.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

describe.each(SERVER_PLACES)('to $name', ({ open }) => {
  const place = usePlace(open);

  test('everything is copied, and the digest of today does not come a second time', async () => {
    const file = newDatabaseFile();
    const before = await openChannels('2026-11-20 08:30', { place: file });
    const rows = Array.from({ length: 1_234 }, (_, index) => stockRow(String(index + 1), index));
    await before.saveStock('2026-11-20', rows);
    await before.sweepAt('2026-11-20 08:30');
    expect(before.digests()).toHaveLength(1);

    const levels = await storedLevels(before.database, '2026-11-20');
    const url = await place.fresh();
    await expect(moveToPostgres(file, url, NOW)).rejects.toThrow(
      `A bot, or another program, has ${file} open. End it first.`,
    );
    await before.database.destroy();
    const moved = await moveToPostgres(file, url, NOW);
    expect(moved).toContainEqual({ table: 'stock_snapshot', rows: 1 });
    expect(moved).toContainEqual({ table: 'digest_run', rows: 1 });

    const after = await openChannels('2026-11-20 09:00', { place: url });
    expect(await storedLevels(after.database, '2026-11-20')).toEqual(levels);
    await after.sweepAt('2026-11-20 09:00');
    expect(after.digests()).toEqual([]);
    // Numbers go on behind those that were copied.
    await after.saveStock('2026-11-21');
    await after.sweepAt('2026-11-21 08:30');
    expect(after.digests(CHANNEL)).toHaveLength(1);
    expect((await after.runs()).map(({ id }) => id)).toEqual([1, 2]);
  });

  test('no bot starts with the file any more, until somebody says that it counts again', async () => {
    const file = newDatabaseFile();
    await (await openDatabase(file)).destroy();
    const url = await place.fresh();
    await moveToPostgres(file, url, NOW);
    const refusal = await openDatabase(file).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DatabaseOpeningError);
    expect(String(refusal)).toContain(
      `DATABASE_URL names the SQLite file ${file}, but all of it was moved to the ${databasePlace(url)} on 2026-11-20. `,
    );
    await expect(moveToPostgres(file, await place.fresh(), NOW)).rejects.toThrow(/was moved to the/);
    const again = await connectDatabase(file);
    await forgetMove(again);
    await again.destroy();
    await (await openDatabase(file)).destroy();
  });

  test('a database that holds anything is refused, and left as it is', async () => {
    const file = newDatabaseFile();
    await (await openDatabase(file)).destroy();
    const url = await place.fresh();
    const target = await openDatabase(url);
    await saveSnapshot(target, '2026-11-19', [stockRow('1101', 1)], 1);
    await target.destroy();
    await expect(moveToPostgres(file, url, NOW)).rejects.toThrow(/holds something already .*empty database/);
  });

  test('a database that holds a table of something else is refused, and no table is made in it', async () => {
    const file = newDatabaseFile();
    await (await openDatabase(file)).destroy();
    const url = await place.fresh();
    const target = await connectDatabase(url);
    onTestFinished(() => target.destroy());
    await sql`create table customers (name text)`.execute(target);
    await expect(moveToPostgres(file, url, NOW)).rejects.toThrow(
      /holds a table of something else \(customers\).*empty database/,
    );
    const tables = await target.introspection.getTables({ withInternalKyselyTables: true });
    expect(tables.map(({ name }) => name)).toEqual(['customers']);
  });

  test('a file that is not there is not made', async () => {
    await expect(moveToPostgres(newDatabaseFile(), await place.fresh(), NOW)).rejects.toThrow(
      /There is no SQLite file/,
    );
  });
});
