import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql, type Transaction } from 'kysely';
import { connectDatabase, databasePlace, isPostgres, openDatabase } from './connection.ts';
import { markMoved } from './moved.ts';
import { postgresOpeningError } from './openingError.ts';
import type { Schema } from './schema.ts';
import { openAlone } from './sqlite.ts';

/** The move was refused or undone. The message says why and what to do. Neither database was changed. */
export class MoveError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MoveError';
  }
}

export interface MovedTable {
  readonly table: string;
  readonly rows: number;
}

const ROWS_PER_STATEMENT = 500;
/** PostgreSQL accepts at most 65,535 values in one statement. */
const MAX_VALUES = 60_000;

/**
 * Copies everything from the SQLite file into an empty PostgreSQL, all or nothing, and compares the row counts. No
 * other program may have the file open. Afterwards the file is marked as moved, so that no bot uses it.
 * @throws MoveError, FileInUseError
 */
export async function moveToPostgres(from: string, to: string, now: Date): Promise<MovedTable[]> {
  if (isPostgres(from))
    throw new MoveError('--from must be the SQLite file; it is an address of PostgreSQL.');
  if (!isPostgres(to)) throw new MoveError('--to must be an address such as postgres://user@host/database.');
  openAlone(requireFile(from)).close();
  // Migrate first, so that both databases have the same columns.
  await (await openDatabase(from, { setting: '--from' })).destroy();
  const source = openAlone(from);
  try {
    await requireOwnTables(to);
    const target = await openDatabase(to, { connections: 1, setting: '--to' });
    try {
      const tables = tablesInOrder(source);
      const moved = await target.transaction().execute(async (transaction) => {
        await requireEmpty(transaction, tables);
        const counts: MovedTable[] = [];
        for (const table of tables) counts.push({ table, rows: await copyTable(source, transaction, table) });
        return counts;
      });
      markMoved(source, databasePlace(to), now);
      return moved;
    } finally {
      await target.destroy();
    }
  } finally {
    source.close();
  }
}

function requireFile(file: string): string {
  try {
    new DatabaseSync(file, { readOnly: true }).close();
    return file;
  } catch {
    throw new MoveError(`There is no SQLite file at ${file}. Give the one that DATABASE_URL names.`);
  }
}

/** The bot's tables, each after the tables it refers to. */
function tablesInOrder(source: DatabaseSync): string[] {
  const names = source
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'",
    )
    .all()
    .map(({ name }) => String(name));
  const referredBy = new Map(
    names.map((name) => [
      name,
      source
        .prepare(`select "table" as parent from pragma_foreign_key_list(?)`)
        .all(name)
        .map(({ parent }) => String(parent)),
    ]),
  );
  const ordered: string[] = [];
  const add = (name: string) => {
    if (ordered.includes(name)) return;
    for (const parent of referredBy.get(name) ?? []) if (parent !== name) add(parent);
    ordered.push(name);
  };
  for (const name of names.toSorted()) add(name);
  return ordered;
}

/** Checked before the bot creates its tables, so that a database at a mistyped address stays unchanged. */
async function requireOwnTables(to: string): Promise<void> {
  const [target, fresh] = await Promise.all([
    connectDatabase(to, { connections: 1 }),
    openDatabase(':memory:'),
  ]);
  try {
    const own = (await fresh.introspection.getTables({ withInternalKyselyTables: true })).map(
      ({ name }) => name,
    );
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
      order by relname`.execute(target);
    const foreign = rows.find(({ name }) => !own.includes(name));
    if (foreign !== undefined) {
      throw new MoveError(
        `The PostgreSQL holds a table of something else (${foreign.name}). Give the address of an empty database.`,
      );
    }
  } catch (error) {
    throw error instanceof MoveError ? error : postgresOpeningError(error, to, '--to');
  } finally {
    await Promise.all([target.destroy(), fresh.destroy()]);
  }
}

/** Rows that the schema itself creates don't count as content: those of the file replace them. */
async function requireEmpty(target: Kysely<Schema>, tables: readonly string[]): Promise<void> {
  const fresh = await openDatabase(':memory:');
  try {
    for (const table of tables) {
      const brought = await countOf(fresh, table);
      if ((await countOf(target, table)) > brought) {
        throw new MoveError(
          `The PostgreSQL holds something already (table ${table}), and two histories are not mixed. Give the address of an empty database.`,
        );
      }
      if (brought > 0) await sql`delete from ${sql.table(table)}`.execute(target);
    }
  } finally {
    await fresh.destroy();
  }
}

async function countOf(database: Kysely<Schema>, table: string): Promise<number> {
  const { rows } = await sql<{ count: unknown }>`select count(*) as count from ${sql.table(table)}`.execute(
    database,
  );
  return Number(rows[0]?.count);
}

async function copyTable(source: DatabaseSync, target: Transaction<Schema>, table: string): Promise<number> {
  const columns = source
    .prepare('select name from pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name));
  const atOnce = Math.max(1, Math.min(ROWS_PER_STATEMENT, Math.floor(MAX_VALUES / columns.length)));
  const insert = async (rows: readonly Record<string, unknown>[]) => {
    const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
    const names = sql.join(columns.map((column) => sql.ref(column)));
    await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(target);
  };
  let count = 0;
  let batch: Record<string, unknown>[] = [];
  for (const row of source.prepare(`select * from "${table}"`).iterate()) {
    batch.push(row);
    count += 1;
    if (batch.length < atOnce) continue;
    await insert(batch);
    batch = [];
  }
  if (batch.length > 0) await insert(batch);
  await advanceSequences(target, table, columns);
  const arrived = await countOf(target, table);
  if (arrived !== count) {
    throw new MoveError(
      `Of the ${count} rows of ${table} only ${arrived} arrived. Nothing was kept; try again.`,
    );
  }
  return count;
}

/** Generated keys continue after the highest copied one. */
async function advanceSequences(
  target: Transaction<Schema>,
  table: string,
  columns: readonly string[],
): Promise<void> {
  for (const column of columns) {
    const { rows } = await sql<{ sequence: string | null }>`
      select pg_get_serial_sequence(${table}, ${column}) as sequence`.execute(target);
    const sequence = rows[0]?.sequence;
    if (sequence === null || sequence === undefined) continue;
    await sql`select setval(${sequence}::regclass, coalesce(max(${sql.ref(column)}), 0) + 1, false) from ${sql.table(table)}`.execute(
      target,
    );
  }
}
