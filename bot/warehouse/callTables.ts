import type { Kysely } from 'kysely';
import type { OperationName, RetailDataErrorKind } from 'retail-data-client/core';
import { dialectOf, wideInteger } from './dialect.ts';

export interface CallTables {
  service_call: ServiceCallTable;
}

/** What came of a call: the kind of the error it ended with, if it did. */
export type CallOutcome = 'ok' | RetailDataErrorKind;

/** What came of the calls of one operation: a row for each outcome. */
export interface ServiceCallTable {
  operation: OperationName;
  outcome: CallOutcome;
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
