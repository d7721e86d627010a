import type { Kysely } from 'kysely';
import { dialectOf, wideInteger } from './dialect.ts';

export interface CallTables {
  service_call: ServiceCallTable;
}

/** What came of the calls of one operation: a row for each outcome. */
export interface ServiceCallTable {
  operation: string;
  /** `ok`, or the kind of the error it ended with. */
  outcome: string;
  calls: number;
  last_at: number;
}

/** A released migration of both databases: never edited. */
export async function createCallTables(database: Kysely<unknown>): Promise<void> {
  const wide = wideInteger(dialectOf(database));
  await database.schema
    .createTable('service_call')
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('calls', wide, (column) => column.notNull())
    .addColumn('last_at', wide, (column) => column.notNull())
    .addPrimaryKeyConstraint('service_call_key', ['operation', 'outcome'])
    .execute();
}
