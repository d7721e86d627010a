import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import type { Schema } from './schema.ts';
import { createAlertTables } from './tables/alerts.ts';
import { createBackupState } from './tables/backup.ts';
import { createDeletionWarnings } from './tables/deletion.ts';
import { createDigestTables } from './tables/digest.ts';
import { createLeaseTable } from './tables/lease.ts';
import { createProductTables } from './tables/products.ts';
import { createQuestionTables } from './tables/questions.ts';
import { createRateLimitTables } from './tables/rateLimit.ts';
import { createSalesTables } from './tables/sales.ts';
import { createServiceTables } from './tables/service.ts';
import { createStockTables } from './tables/stock.ts';

export type Migrations = Readonly<Record<string, Migration>>;

/** Every change of the schema, in the order of their names. Never edit one that has been released. */
export const MIGRATIONS: Migrations = {
  '2026-11-22-initial': { up: createTables },
};

/** Brings the database to the latest schema. Calls `beforeChange` before the first change to a database in use. */
export async function migrate<Tables>(
  database: Kysely<Tables>,
  {
    migrations = MIGRATIONS,
    beforeChange,
  }: {
    readonly migrations?: Migrations | undefined;
    readonly beforeChange?: (name: string) => Promise<void>;
  } = {},
): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
  });
  const all = await migrator.getMigrations();
  const next = all.find(({ executedAt }) => executedAt === undefined);
  if (next !== undefined && all.some(({ executedAt }) => executedAt !== undefined)) {
    await beforeChange?.(next.name);
  }
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/** Names of migrations, each list in their order. */
export interface MigrationState {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  /** Applied by a newer version of the bot. */
  readonly unknown: readonly string[];
}

/** Compares the applied migrations with MIGRATIONS. Writes nothing. */
export async function migrationState(database: Kysely<Schema>): Promise<MigrationState> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
  const isNew = !tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE);
  const { rows } = isNew
    ? { rows: [] }
    : await sql<{
        name: string;
      }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(database);
  const applied = rows.map(({ name }) => name);
  const known = Object.keys(MIGRATIONS);
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

async function createTables(database: Kysely<unknown>): Promise<void> {
  await createServiceTables(database);
  await createLeaseTable(database);
  await createRateLimitTables(database);
  await createStockTables(database);
  await createSalesTables(database);
  await createProductTables(database);
  await createDigestTables(database);
  await createQuestionTables(database);
  await createAlertTables(database);
  await createBackupState(database);
  await createDeletionWarnings(database);
}
