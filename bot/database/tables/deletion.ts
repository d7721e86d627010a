import type { Kysely } from 'kysely';
import { dialectOf, wideInteger } from '../dialect.ts';

export interface DeletionTables {
  deletion_warning: DeletionWarningTable;
}

/** The log has said that more than a week of something is going to be deleted. Instants are milliseconds since 1970. */
export interface DeletionWarningTable {
  what: string;
  /** What is older than that is to go. */
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
