import type { Kysely } from 'kysely';
import { dialectOf, wideInteger } from '../dialect.ts';

export interface DeletionTables {
  deletion_warning: DeletionWarningTable;
}

/**
 * A warning in the log that more than a week of `what` is about to be deleted. Instants are milliseconds since 1970.
 */
export interface DeletionWarningTable {
  what: string;
  /** Data older than this will be deleted. */
  before: number;
  warned_at: number;
}

export async function createDeletionWarnings(database: Kysely<unknown>): Promise<void> {
  const wide = wideInteger(dialectOf(database));
  await database.schema
    .createTable('deletion_warning')
    .addColumn('what', 'text', (column) => column.primaryKey())
    .addColumn('before', wide, (column) => column.notNull())
    .addColumn('warned_at', wide, (column) => column.notNull())
    .execute();
}
