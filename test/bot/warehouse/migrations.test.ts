import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../bot/warehouse/database.ts';
import { migrate } from '../../../bot/warehouse/migrations.ts';
import { saveSnapshot } from '../../../bot/warehouse/stockSnapshots.ts';
import { newDatabaseFile, openTestDatabase, stockRow } from '../support/databases.ts';

test('an empty file gets every table, and its folder is made', async () => {
  const file = join(dirname(newDatabaseFile()), 'a', 'b', 'bot.sqlite');
  const database = await openTestDatabase(file);
  expect(existsSync(file)).toBe(true);
  const tables = (await database.introspection.getTables()).map((table) => table.name);
  expect(tables.toSorted()).toEqual([
    'budget_call',
    'call_budget',
    'digest_run',
    'digest_subscription',
    'own_product',
    'sales_day',
    'service_identity',
    'stock_day',
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
  const levels = await second.selectFrom('stock_level').select(['product_id', 'stock']).execute();
  expect(levels).toEqual([{ product_id: '00345', stock: 0 }]);
});

test('what is written survives a power cut: write-ahead log with full sync', async () => {
  const database = await openTestDatabase(newDatabaseFile());
  const pragma = async (name: string) =>
    Object.values((await sql<object>`pragma ${sql.raw(name)}`.execute(database)).rows[0] ?? {})[0];
  expect(await pragma('journal_mode')).toBe('wal');
  expect(await pragma('synchronous')).toBe(2);
  expect(await pragma('foreign_keys')).toBe(1);
});
