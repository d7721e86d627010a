import { type Kysely, sql } from 'kysely';
import type { OperationName, RetailDataErrorKind } from 'retail-data-client/errors/errors';
import { dialectOf, wideInteger } from '../dialect.ts';

/** What is known about the data service. Instants are milliseconds since 1970. */
export interface ServiceTables {
  service_identity: ServiceIdentityTable;
  service_call: ServiceCallTable;
}

/** The service and key that this database belongs to: one row. */
export interface ServiceIdentityTable {
  id: number;
  base_url: string;
  key_salt: string;
  key_fingerprint: string;
  recorded_at: number;
  /** Space-separated hashes, with the same salt, of keys that newer ones have replaced. */
  replaced_fingerprints: string;
}

/** How a call ended: `ok`, or the kind of its error. */
export type CallOutcome = 'ok' | RetailDataErrorKind;

/** How many calls of an operation ended with each outcome. */
export interface ServiceCallTable {
  operation: OperationName;
  outcome: CallOutcome;
  calls: number;
  last_at: number;
}

export async function createServiceTables(database: Kysely<unknown>): Promise<void> {
  const wide = wideInteger(dialectOf(database));
  const { schema } = database;
  await schema
    .createTable('service_identity')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('base_url', 'text', (column) => column.notNull())
    .addColumn('key_salt', 'text', (column) => column.notNull())
    .addColumn('key_fingerprint', 'text', (column) => column.notNull())
    .addColumn('recorded_at', wide, (column) => column.notNull())
    .addColumn('replaced_fingerprints', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await schema
    .createTable('service_call')
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('calls', wide, (column) => column.notNull())
    .addColumn('last_at', wide, (column) => column.notNull())
    .addPrimaryKeyConstraint('service_call_key', ['operation', 'outcome'])
    .execute();
}
