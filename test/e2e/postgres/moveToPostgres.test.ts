import { copyFileSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import {
  connectDatabase,
  type Database,
  databasePlace,
  openDatabase,
} from '../../../bot/database/connection.ts';
import { forgetMove } from '../../../bot/database/moved.ts';
import { moveToPostgres } from '../../../bot/database/moveToPostgres.ts';
import { DatabaseOpeningError } from '../../../bot/database/openingError.ts';
import { saveSnapshot } from '../../../bot/stock/import/snapshots.ts';
import { SERVER_PLACES, usePlace } from '../../support/bot/databasePlaces.ts';
import { newDatabaseFile, stockRow } from '../../support/bot/databases.ts';
import { sleepUntil, stockDigestsIn } from '../../support/digestBot.ts';
import { readFilled } from '../../support/filled.ts';
import { startTestBot } from '../../support/testBot.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

describe.each(SERVER_PLACES)('to $name', ({ open }) => {
  const place = usePlace(open);

  test('everything is copied', async () => {
    const file = newDatabaseFile();
    copyFileSync(readFilled(inject('filled'), 'morning').database, file);
    const before = await connectDatabase(file);
    const url = await place.fresh();
    const everythingIn = async (database: Database) => {
      const tables = (await database.introspection.getTables({ withInternalKyselyTables: false })).map(
        ({ name }) => name,
      );
      const rows: Record<string, string[]> = {};
      for (const name of tables.toSorted()) {
        const found = await sql<object>`select * from ${sql.table(name)}`.execute(database);
        rows[name] = found.rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted();
      }
      return rows;
    };
    const copied = await everythingIn(before);
    await expect(moveToPostgres(file, url, NOW)).rejects.toThrow(
      `A bot, or another program, has ${file} open. End it first.`,
    );
    await before.destroy();
    const moved = await moveToPostgres(file, url, NOW);
    expect(moved).toContainEqual({ table: 'digest_run', rows: copied.digest_run?.length });
    const after = await openDatabase(url);
    onTestFinished(() => after.destroy());
    const found = await everythingIn(after);
    for (const [name, rows] of Object.entries(copied))
      expect({ name, rows: found[name] }).toEqual({ name, rows });
  });

  test('the digest of today does not come a second time, and that of tomorrow does', async () => {
    // The database of this bot was filled as a file and moved.
    const bot = await startTestBot({ from: 'morning' });
    const posted = () => stockDigestsIn(bot, 'C0STOCK').length;
    const before = posted();
    await bot.pass(60);
    expect(posted()).toBe(before);
    await sleepUntil(bot, '2026-11-21 08:35');
    await bot.moveTo('08:45');
    expect(posted()).toBe(before + 1);
  });

  test('no bot starts with the file any more, until somebody says that it counts again', async () => {
    const file = newDatabaseFile();
    await (await openDatabase(file)).destroy();
    const url = await place.fresh();
    await moveToPostgres(file, url, NOW);
    const refusal = await openDatabase(file).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DatabaseOpeningError);
    expect(String(refusal)).toContain(
      `DATABASE_URL is the SQLite file ${file}, but all of it was moved to the ${databasePlace(url)} on 2026-11-20. `,
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
