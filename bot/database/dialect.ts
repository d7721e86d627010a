import {
  type ColumnBuilderCallback,
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type Transaction,
} from 'kysely';

/** What the two databases write differently, and the only place that knows it. */
export type DialectName = 'sqlite' | 'postgres';

export function dialectOf<Tables>(database: Kysely<Tables>): DialectName {
  return database.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}

/** The type of a column that holds 64 bits, such as an instant: an integer of SQLite has them anyway. */
export function wideInteger(dialect: DialectName): 'bigint' | 'integer' {
  return dialect === 'postgres' ? 'bigint' : 'integer';
}

/** Type and constraint of a primary key that the database counts itself; PostgreSQL counts by the type. */
export function generatedKey(dialect: DialectName): ['serial' | 'integer', ColumnBuilderCallback] {
  if (dialect === 'postgres') return ['serial', (column) => column.primaryKey()];
  return ['integer', (column) => column.primaryKey().autoIncrement()];
}

/** The end of a table whose rows lie in the order of their primary key; PostgreSQL has an index beside them. */
export function withoutRowId(dialect: DialectName): RawBuilder<unknown> {
  return dialect === 'postgres' ? sql`` : sql`without rowid`;
}

/** A table function over a JSON array of arrays; `value ->> 0` is the first field of a row. */
export function jsonRows(dialect: DialectName, rows: readonly (readonly unknown[])[]): RawBuilder<unknown> {
  const text = JSON.stringify(rows);
  return dialect === 'postgres' ? sql`json_array_elements(${text}::json) as value` : sql`json_each(${text})`;
}

/** The instant at which a statement runs, by the clock that all processes on the database share. */
export function databaseNow(dialect: DialectName, now: number): RawBuilder<number> {
  // `now()` would be the start of the transaction, which lies before its wait for a lock.
  return dialect === 'postgres'
    ? sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`${now}`;
}

/** Locks the rows of a query until the transaction ends; a transaction of SQLite that writes has the whole file. */
export function lockRows<Tables, Table extends keyof Tables, Row>(
  dialect: DialectName,
  query: SelectQueryBuilder<Tables, Table, Row>,
): SelectQueryBuilder<Tables, Table, Row> {
  return dialect === 'postgres' ? query.forUpdate() : query;
}

/** The same, without those that somebody else has locked: nobody waits for a row that another process takes. */
export function lockFreeRows<Tables, Table extends keyof Tables, Row>(
  dialect: DialectName,
  query: SelectQueryBuilder<Tables, Table, Row>,
): SelectQueryBuilder<Tables, Table, Row> {
  return dialect === 'postgres' ? query.forUpdate().skipLocked() : query;
}

/**
 * Lets the server end a transaction that has been silent for so long: a replica that vanishes while it holds a lock
 * would hold up all others for as long as its connection seems alive. The lock of a SQLite file ends with its process.
 */
export async function limitSilence<Tables>(
  transaction: Transaction<Tables>,
  milliseconds: number,
): Promise<void> {
  if (dialectOf<Tables>(transaction) === 'sqlite') return;
  await sql`set local idle_in_transaction_session_timeout = ${sql.raw(String(milliseconds))}`.execute(
    transaction,
  );
}

/** A text column to sort by as SQLite does; PostgreSQL would go by the language of its server. */
export function inByteOrder(dialect: DialectName, column: RawBuilder<unknown>): RawBuilder<unknown> {
  return dialect === 'postgres' ? sql`${column} collate "C"` : column;
}

/** For the transaction that has begun: PostgreSQL would take longer to compile a query over a day of stock than to run it. */
export async function skipCompilation<Tables>(transaction: Kysely<Tables>): Promise<void> {
  if (dialectOf(transaction) === 'postgres') await sql`set local jit = off`.execute(transaction);
}

/** Whether an update or insert has changed a row. */
export async function changed(
  statement: Promise<
    { readonly numUpdatedRows: bigint } | { readonly numInsertedOrUpdatedRows?: bigint | undefined }
  >,
): Promise<boolean> {
  const result = await statement;
  const rows = 'numUpdatedRows' in result ? result.numUpdatedRows : result.numInsertedOrUpdatedRows;
  return (rows ?? 0n) > 0n;
}
