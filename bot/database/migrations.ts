import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import type { Schema } from './schema.ts';
import { createAccessTables } from './tables/access.ts';
import { createAlertTables } from './tables/alerts.ts';
import { createBackupState } from './tables/backup.ts';
import { createDeletionWarnings } from './tables/deletion.ts';
import {
  addDataFrom,
  addLookedAt,
  addNamesAndStores,
  addShowsSales,
  addStoredMessages,
  countEndedDigests,
  createDigestTables,
  createLedgerState,
} from './tables/digest.ts';
import { dropClicks, dropUnused } from './tables/dropped.ts';
import { createLeaseTable } from './tables/lease.ts';
import { addLeadTimes, addOtherNames, createProductTables } from './tables/products.ts';
import {
  createFileChoices,
  createHeardMessages,
  createQuestionTables,
  keepRecentQuestions,
} from './tables/questions.ts';
import { createRateLimitTables } from './tables/rateLimit.ts';
import { addDoubtedDays, createSalesTables } from './tables/sales.ts';
import { addReplacedKeys, createServiceTables } from './tables/service.ts';
import { addShortStock, createStockTables } from './tables/stock.ts';

export type Migrations = Readonly<Record<string, Migration>>;

/** Every change of the schema, in the order of their names. Never edit one that has been released. */
export const MIGRATIONS: Migrations = {
  '2026-11-22-initial': { up: createTables },
  '2026-11-23-ledger-state': { up: createLedgerState },
  '2026-11-24-digests-without-sales': { up: addShowsSales },
  '2026-11-24-totals-of-digests': { up: countEndedDigests },
  '2026-11-24-very-short-stock': { up: addShortStock },
  '2026-11-24-when-backed-up': { up: createBackupState },
  '2026-11-25-digests-looked-for': { up: addLookedAt },
  '2026-11-25-doubted-days-of-sales': { up: addDoubtedDays },
  '2026-11-26-warned-deletions': { up: createDeletionWarnings },
  '2026-11-27-digests-of-several-days': { up: addDataFrom },
  '2026-11-28-what-nothing-uses': { up: dropUnused },
  '2026-11-29-recent-questions': { up: keepRecentQuestions },
  '2026-11-30-replaced-keys': { up: addReplacedKeys },
  '2026-12-01-requests-and-shares': { up: dropClicks },
  '2026-12-02-formats-of-files': { up: createFileChoices },
  '2026-12-02-stored-messages': { up: addStoredMessages },
  '2026-12-03-heard-messages': { up: createHeardMessages },
  '2026-12-04-lead-times': { up: addLeadTimes },
  '2026-12-04-several-digests': { up: addNamesAndStores },
  '2026-12-05-alerts': { up: createAlertTables },
  '2026-12-07-other-names': { up: addOtherNames },
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
  await createAccessTables(database);
  await createDigestTables(database);
  await createQuestionTables(database);
}
