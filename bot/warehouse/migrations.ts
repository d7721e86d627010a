import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { createAccessTables } from './accessTables.ts';
import { createBudgetTables } from './budgetTables.ts';
import { createCallTables } from './callTables.ts';
import { dialectOf, selfCounting, wideInteger } from './dialect.ts';
import { createDigestSources } from './digestSourceTables.ts';
import {
  createDigestChecks,
  createDigestTables,
  createLastAttempts,
  freeDigestTimes,
} from './digestTables.ts';
import { createProductTables } from './productTables.ts';
import { createQuestionTables, createSharedAnswers } from './questionTables.ts';
import { createSalesTables } from './salesTables.ts';
import { createStockSheets, extendStockDays } from './stockTables.ts';

/** Every change of the schema, in the order of their names. One that has been released is never edited. */
const MIGRATIONS: Record<string, Migration> = {
  '2026-11-21-first-tables': { up: firstTables },
  '2026-11-21-stored-call-budget': { up: createBudgetTables },
  '2026-11-21-t0330-warehouse-of-sales': { up: createSalesTables },
  '2026-11-21-t0421-product-list': { up: createProductTables },
  '2026-11-21-t0422-access': { up: createAccessTables },
  '2026-11-21-t0426-digest-ledger': { up: createDigestTables },
  '2026-11-21-t0430-stored-questions': { up: createQuestionTables },
  '2026-11-21-t0442-stock-sheets': { up: createStockSheets },
  '2026-11-21-t0500-digest-sources': { up: createDigestSources },
  '2026-11-21-t0800-digest-checks': { up: createDigestChecks },
  '2026-11-21-t0900-whole-stock': { up: extendStockDays },
  '2026-11-21-t0910-last-attempts': { up: createLastAttempts },
  '2026-11-22-t1130-digest-times': { up: freeDigestTimes },
  '2026-11-22-t1130-service-calls': { up: createCallTables },
  '2026-11-22-t1130-shared-answers': { up: createSharedAnswers },
};

/** Brings the database to the newest schema; or, for tests of what comes after, only `upTo` one migration. */
export async function migrate<Tables>(database: Kysely<Tables>, upTo?: string): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => MIGRATIONS },
  });
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error !== undefined) throw error;
}

async function firstTables(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const dialect = dialectOf(database);
  const instant = wideInteger(dialect);
  await schema
    .createTable('service_identity')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('base_url', 'text', (column) => column.notNull())
    .addColumn('key_salt', 'text', (column) => column.notNull())
    .addColumn('key_fingerprint', 'text', (column) => column.notNull())
    .addColumn('recorded_at', instant, (column) => column.notNull())
    .execute();
  await schema
    .createTable('stock_snapshot')
    .addColumn('business_date', 'text', (column) => column.primaryKey())
    .addColumn('taken_at', instant, (column) => column.notNull())
    .addColumn('products', 'integer', (column) => column.notNull())
    .execute();
  await schema
    .createTable('stock_level')
    .addColumn('business_date', 'text', (column) =>
      column.notNull().references('stock_snapshot.business_date').onDelete('cascade'),
    )
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('stock', wideInteger(dialect), (column) => column.notNull())
    .addColumn('stores_with_stock', 'integer', (column) => column.notNull())
    .addColumn('updated_date', 'text', (column) => column.notNull())
    .addColumn('updated_time', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('stock_level_key', ['business_date', 'product_id'])
    .execute();
  await schema
    .createTable('stock_day')
    .addColumn('business_date', 'text', (column) => column.primaryKey())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('waiting', 'fresh', 'empty')`),
    )
    .addColumn('probes', 'integer', (column) => column.notNull())
    .addColumn('next_probe_at', instant, (column) => column.notNull())
    .execute();
  await schema
    .createTable('own_product')
    .addColumn('product_id', 'text', (column) => column.primaryKey())
    .addColumn('last_sale_date', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('sales_day')
    .addColumn('sales_date', 'text', (column) => column.primaryKey())
    .addColumn('rows', 'integer', (column) => column.notNull())
    .addColumn('read_at', instant, (column) => column.notNull())
    .execute();
  await schema
    .createTable('digest_subscription')
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('digest_time', 'text', (column) => column.notNull())
    .addColumn('active', 'integer', (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addPrimaryKeyConstraint('digest_subscription_key', ['team_id', 'channel_id', 'kind'])
    .execute();
  await schema
    .createTable('digest_run')
    .addColumn('id', selfCounting(dialect), (column) =>
      dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('business_date', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('due', 'sending', 'sent', 'failed', 'unknown', 'missed')`),
    )
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('not_before', instant, (column) => column.notNull())
    .addColumn('message_ts', 'text')
    .addColumn('reason', 'text')
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('updated_at', instant, (column) => column.notNull())
    .addUniqueConstraint('digest_run_once', ['team_id', 'channel_id', 'kind', 'business_date'])
    .execute();
}
