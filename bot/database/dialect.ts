import { type ColumnBuilderCallback, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

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

/** A table function over a JSON array of arrays; `value ->> 0` is the first field of a row. */
export function jsonRows(dialect: DialectName, rows: readonly (readonly unknown[])[]): RawBuilder<unknown> {
  const text = JSON.stringify(rows);
  return dialect === 'postgres' ? sql`json_array_elements(${text}::json) as value` : sql`json_each(${text})`;
}

/** The instant at which a statement runs, by the clock that all processes on the database share. */
export function databaseNow(dialect: DialectName, now: number): RawBuilder<number> {
  return dialect === 'postgres'
    ? sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`${now}`;
}

/** A text column to sort by as SQLite does; PostgreSQL would go by the language of its server. */
export function inByteOrder(dialect: DialectName, column: RawBuilder<unknown>): RawBuilder<unknown> {
  return dialect === 'postgres' ? sql`${column} collate "C"` : column;
}

/** For the transaction that has begun: PostgreSQL would take longer to compile a query over a day of stock than to run it. */
export async function skipCompilation<Tables>(transaction: Kysely<Tables>): Promise<void> {
  if (dialectOf(transaction) === 'postgres') await sql`set local jit = off`.execute(transaction);
}
