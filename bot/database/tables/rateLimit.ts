import type { ColumnType, Kysely } from 'kysely';

/** The tables of the call budget, in SQLite as in PostgreSQL. Instants are milliseconds since 1970. */
export interface RateLimitTables {
  call_budget: CallBudgetTable;
  budget_call: BudgetCallTable;
}

/** PostgreSQL gives its 64-bit integers as text. */
type Instant = ColumnType<number | string, number, number>;

/** One row per subscription key: locked by whoever takes a call, so that they come one after the other. */
export interface CallBudgetTable {
  key_fingerprint: string;
  /** When a refusal closed the budget, and until when; both 0 when none has. */
  closed_at: Instant;
  closed_until: Instant;
}

/** The calls that were taken and still count in a window. */
export interface BudgetCallTable {
  key_fingerprint: string;
  taken_at: Instant;
}

export async function createRateLimitTables(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('call_budget')
    .addColumn('key_fingerprint', 'text', (column) => column.primaryKey())
    .addColumn('closed_at', 'bigint', (column) => column.notNull())
    .addColumn('closed_until', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('budget_call')
    .addColumn('key_fingerprint', 'text', (column) => column.notNull())
    .addColumn('taken_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('budget_call_by_time')
    .on('budget_call')
    .columns(['key_fingerprint', 'taken_at'])
    .execute();
}
