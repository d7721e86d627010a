import {
  type ColumnBuilderCallback,
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type Transaction,
} from 'kysely';

/** The two databases. Only this file knows how their SQL differs. */
export type DialectName = 'sqlite' | 'postgres';

export function dialectOf<Tables>(database: Kysely<Tables>): DialectName {
  return database.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}

/** The type of a 64-bit column, such as an instant. SQLite's integer always has 64 bits. */
export function wideInteger(dialect: DialectName): 'bigint' | 'integer' {
  return dialect === 'postgres' ? 'bigint' : 'integer';
}

/** Type and constraint of an auto-incrementing primary key; `serial` increments by itself. */
export function generatedKey(dialect: DialectName): ['serial' | 'integer', ColumnBuilderCallback] {
  if (dialect === 'postgres') return ['serial', (column) => column.primaryKey()];
  return ['integer', (column) => column.primaryKey().autoIncrement()];
}

/** The end of a table that stores its rows in primary-key order. PostgreSQL has a separate index instead. */
export function withoutRowId(dialect: DialectName): RawBuilder<unknown> {
  return dialect === 'postgres' ? sql`` : sql`without rowid`;
}

/** A table function over a JSON array of arrays; `value ->> 0` is the first field of a row. */
export function jsonRows(dialect: DialectName, rows: readonly (readonly unknown[])[]): RawBuilder<unknown> {
  const text = JSON.stringify(rows);
  return dialect === 'postgres' ? sql`json_array_elements(${text}::json) as value` : sql`json_each(${text})`;
}

/** The instant at which the statement runs, by the clock that all processes on the database share. */
export function databaseNow(dialect: DialectName, now: number): RawBuilder<number> {
  // Not `now()`, the start of the transaction, which is before its wait for a lock.
  return dialect === 'postgres'
    ? sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`${now}`;
}

/**
 * Lets nobody else write to a table until the transaction ends. A writing transaction of SQLite already locks the whole
 * file.
 */
export async function lockTable<Tables>(
  transaction: Transaction<Tables>,
  table: keyof Tables & string,
): Promise<void> {
  if (dialectOf<Tables>(transaction) === 'sqlite') return;
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(transaction);
}

/**
 * Locks the rows of a query until the transaction ends, but skips rows that another transaction has locked. A writing
 * transaction of SQLite already locks the whole file.
 */
export function lockFreeRows<Tables, Table extends keyof Tables, Row>(
  dialect: DialectName,
  query: SelectQueryBuilder<Tables, Table, Row>,
): SelectQueryBuilder<Tables, Table, Row> {
  return dialect === 'postgres' ? query.forUpdate().skipLocked() : query;
}

/**
 * Lets the server end a transaction that was idle for `milliseconds`. Otherwise a replica that vanishes would block all
 * others with its locks until its connection times out. The lock of a SQLite file ends with its process.
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

/** A text column to sort in byte order, as SQLite does. PostgreSQL sorts by its server's language otherwise. */
export function inByteOrder(dialect: DialectName, column: RawBuilder<unknown>): RawBuilder<unknown> {
  return dialect === 'postgres' ? sql`${column} collate "C"` : column;
}

/** For the current transaction: for a query over a day of stock, JIT compilation takes longer than running it. */
export async function skipCompilation<Tables>(transaction: Kysely<Tables>): Promise<void> {
  if (dialectOf(transaction) === 'postgres') await sql`set local jit = off`.execute(transaction);
}

/** True if an update or insert has changed a row. */
export async function changed(
  statement: Promise<
    { readonly numUpdatedRows: bigint } | { readonly numInsertedOrUpdatedRows?: bigint | undefined }
  >,
): Promise<boolean> {
  const result = await statement;
  const rows = 'numUpdatedRows' in result ? result.numUpdatedRows : result.numInsertedOrUpdatedRows;
  return (rows ?? 0n) > 0n;
}
