import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { createAccessTables } from './tables/access.ts';
import { createDigestTables } from './tables/digest.ts';
import { createLeaseTable } from './tables/lease.ts';
import { createProductTables } from './tables/products.ts';
import { createQuestionTables } from './tables/questions.ts';
import { createRateLimitTables } from './tables/rateLimit.ts';
import { createSalesTables } from './tables/sales.ts';
import { createServiceTables } from './tables/service.ts';
import { createStockTables } from './tables/stock.ts';

/** Every change of the schema, in the order of their names. One that has been released is never edited. */
const MIGRATIONS: Record<string, Migration> = {
  '2026-11-22-initial': { up: createTables },
};

/** Brings the database to the newest schema. */
export async function migrate<Tables>(database: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => MIGRATIONS },
  });
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
