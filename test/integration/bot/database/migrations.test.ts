import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { copyFile } from '../../../../bot/database/backup.ts';
import { openDatabase } from '../../../../bot/database/connection.ts';
import { MIGRATIONS, migrate } from '../../../../bot/database/migrations.ts';
import { saveSnapshot } from '../../../../bot/stock/import/snapshots.ts';
import { newDatabaseFile, openTestDatabase, stockRow, storedLevels } from '../../../support/bot/databases.ts';

const connection = new URL('../../../../bot/database/connection.ts', import.meta.url).href;

test('an empty file gets every table, and its folder is made', async () => {
  const file = join(dirname(newDatabaseFile()), 'a', 'b', 'bot.sqlite');
  const database = await openDatabase(file);
  onTestFinished(() => database.destroy());
  expect(existsSync(file)).toBe(true);
  const tables = (await database.introspection.getTables()).map((table) => table.name);
  expect(tables.toSorted()).toEqual([
    'alert',
    'alert_state',
    'backup_state',
    'deletion_warning',
    'digest_run',
    'digest_source',
    'digest_subscription',
    'digest_total',
    'file_choice',
    'heard_message',
    'language_choice',
    'lease',
    'own_product',
    'product_list',
    'products',
    'rate_limit_call',
    'rate_limit_key',
    'recent_question',
    'sales_day',
    'sales_generation',
    'sales_product',
    'sales_product_day',
    'sales_row',
    'sales_row_by_store',
    'sales_store',
    'sales_store_day',
    'sales_sync',
    'service_call',
    'service_identity',
    'stock_day',
    'stock_generation',
    'stock_level',
    'stock_snapshot',
  ]);
});

test('migrating again changes nothing and keeps what is there', async () => {
  const file = newDatabaseFile();
  const first = await openDatabase(file);
  await saveSnapshot(first, '2026-11-20', [stockRow('00345', 0)], 1);
  await migrate(first);
  await first.destroy();

  const second = await openTestDatabase(file);
  await migrate(second);
  expect(await storedLevels(second, '2026-11-20')).toMatchObject([{ productId: '00345', stock: 0 }]);
});

describe('a migration of a file that is in use', () => {
  const NOTHING = { up: async () => {} };
  const initial = Object.fromEntries(Object.keys(MIGRATIONS).map((name) => [name, NOTHING]));
  const changed = {
    ...initial,
    '2027-01-15-wider': {
      up: async (database: Kysely<unknown>) => {
        await sql`drop table lease`.execute(database);
      },
    },
  };
  const tables = (file: string) => {
    const copy = new DatabaseSync(file, { readOnly: true });
    const names = copy.prepare("select name from sqlite_master where type = 'table'").all();
    copy.close();
    return names.map(({ name }) => name);
  };

  test('leaves a copy of before, for its owner alone, that can be read by the older version', async () => {
    const file = newDatabaseFile();
    const first = await openDatabase(file);
    await saveSnapshot(first, '2026-11-20', [stockRow('00345', 7)], 1);
    await first.destroy();
    expect(readdirSync(dirname(file))).toEqual(['bot.sqlite']);

    await (await openDatabase(file, { migrations: changed })).destroy();
    const copy = `${file}.before-2027-01-15-wider`;
    expect(tables(file)).not.toContain('lease');
    expect(tables(copy)).toContain('lease');
    expect((statSync(copy).mode & 0o777).toString(8)).toBe('600');

    await expect(openDatabase(file)).rejects.toThrow(/a newer version of the bot has changed its tables/);
    const older = await openDatabase(copy);
    onTestFinished(() => older.destroy());
    expect(await storedLevels(older, '2026-11-20')).toMatchObject([{ productId: '00345', stock: 7 }]);
  });

  test('can be copied by two bots that begin on it at the same time', async () => {
    const file = newDatabaseFile();
    await (await openDatabase(file)).destroy();
    const copy = `${file}.before-2027-01-15-wider`;
    // The second begins while the first looks at what it has copied.
    copyFile(file, copy, () => copyFile(file, copy, () => undefined));
    expect(tables(copy)).toContain('lease');
    expect(readdirSync(dirname(file)).filter((name) => name.includes('.part'))).toEqual([]);
  });

  test('that fails changes nothing, and the next try keeps the copy', async () => {
    const file = newDatabaseFile();
    await (await openDatabase(file)).destroy();
    const broken = { ...initial, '2027-01-15-wider': { up: () => Promise.reject(new Error('not yet')) } };
    await expect(openDatabase(file, { migrations: broken })).rejects.toThrow('not yet');
    const copy = `${file}.before-2027-01-15-wider`;
    const { mtimeMs } = statSync(copy);
    await (await openDatabase(file, { migrations: changed })).destroy();
    expect(statSync(copy).mtimeMs).toBe(mtimeMs);
  });

  test('whose copy does not fit on the disk changes nothing, and leaves no half copy for the next try', async () => {
    const file = newDatabaseFile();
    const first = await openDatabase(file);
    await sql`create table filler as select zeroblob(4000000) as content`.execute(first);
    await first.destroy();
    const program = `
      const { openDatabase } = await import(${JSON.stringify(connection)});
      const nothing = { up: async () => {} };
      const names = ${JSON.stringify([...Object.keys(MIGRATIONS), '2027-01-15-wider'])};
      const migrations = Object.fromEntries(names.map((name) => [name, nothing]));
      await openDatabase(${JSON.stringify(file)}, { migrations }).catch(({ message }) => console.log(message));
    `;
    // No file may grow beyond that, in blocks of 512 or 1,024 bytes.
    const limited = ['-c', 'ulimit -f 2000; exec "$0" --input-type=module --eval "$1"'];
    const { stdout, stderr } = spawnSync('sh', [...limited, process.execPath, program], { encoding: 'utf8' });
    expect(stdout, stderr).toMatch(/Free space on its disk/);
    expect(readdirSync(dirname(file)).filter((name) => name.includes('.before-'))).toEqual([]);

    await (await openDatabase(file, { migrations: changed })).destroy();
    expect(tables(`${file}.before-2027-01-15-wider`)).toContain('filler');
    expect(readdirSync(dirname(file)).filter((name) => name.includes('.part'))).toEqual([]);
  });
});
