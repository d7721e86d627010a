import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../../bot/database/connection.ts';
import { migrate } from '../../../../bot/database/migrations.ts';
import { saveSnapshot } from '../../../../bot/stock/snapshots.ts';
import { newDatabaseFile, openTestDatabase, stockRow, storedLevels } from '../../../support/bot/databases.ts';

test('an empty file gets every table, and its folder is made', async () => {
  const file = join(dirname(newDatabaseFile()), 'a', 'b', 'bot.sqlite');
  const database = await openDatabase(file);
  onTestFinished(() => database.destroy());
  expect(existsSync(file)).toBe(true);
  const tables = (await database.introspection.getTables()).map((table) => table.name);
  expect(tables.toSorted()).toEqual([
    'audit_entry',
    'digest_notice',
    'digest_run',
    'digest_source',
    'digest_subscription',
    'language_choice',
    'lease',
    'own_product',
    'product_list',
    'products',
    'rate_limit_call',
    'rate_limit_key',
    'sales_day',
    'sales_generation',
    'sales_product',
    'sales_product_day',
    'sales_row',
    'sales_row_by_store',
    'sales_store',
    'sales_store_day',
    'sales_sync',
    'seen_request',
    'service_call',
    'service_identity',
    'shared_answer',
    'stock_day',
    'stock_generation',
    'stock_level',
    'stock_snapshot',
    'stored_question',
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

test('what is written survives a power cut: write-ahead log with full sync', async () => {
  const database = await openTestDatabase(newDatabaseFile());
  const pragma = async (name: string) =>
    Object.values((await sql<object>`pragma ${sql.raw(name)}`.execute(database)).rows[0] ?? {})[0];
  expect(await pragma('journal_mode')).toBe('wal');
  expect(await pragma('synchronous')).toBe(2);
  expect(await pragma('foreign_keys')).toBe(1);
});
