import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { createAccessTables } from './tables/access.ts';
import { createDigestTables, createLedgerState } from './tables/digest.ts';
import { createLeaseTable } from './tables/lease.ts';
import { createProductTables } from './tables/products.ts';
import { createQuestionTables } from './tables/questions.ts';
import { createRateLimitTables } from './tables/rateLimit.ts';
import { createSalesTables } from './tables/sales.ts';
import { createServiceTables } from './tables/service.ts';
import { createStockTables } from './tables/stock.ts';

export type Migrations = Readonly<Record<string, Migration>>;

/** Every change of the schema, in the order of their names. One that has been released is never edited. */
const MIGRATIONS: Migrations = {
  '2026-11-22-initial': { up: createTables },
  '2026-11-23-ledger-state': { up: createLedgerState },
};

/** Brings the database to the newest schema. `beforeChange` is called when one that is in use is to be changed. */
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
