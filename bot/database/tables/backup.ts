import { type Kysely, sql } from 'kysely';
import { dialectOf, wideInteger } from '../dialect.ts';

export interface BackupTables {
  backup_state: BackupStateTable;
}

/** Written by the backup command: one row. */
export interface BackupStateTable {
  id: number;
  /** When the last complete copy was made, in milliseconds since 1970; null before the first. */
  last_at: number | null;
}

export async function createBackupState(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('backup_state')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('last_at', wideInteger(dialectOf(database)))
    .execute();
  await sql`insert into backup_state (id) values (1)`.execute(database);
}
