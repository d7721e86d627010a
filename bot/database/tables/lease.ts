import type { Kysely } from 'kysely';
import { dialectOf, wideInteger } from '../dialect.ts';

export interface LeaseTables {
  lease: LeaseTable;
}

/** The process that does work only one process may do, and until when its lease is valid. */
export interface LeaseTable {
  name: string;
  owner: string;
  until: number;
}

export async function createLeaseTable(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('lease')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('until', wideInteger(dialectOf(database)), (column) => column.notNull())
    .execute();
}
