import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, type SqliteDatabase, SqliteDialect } from 'kysely';
import { migrate } from './migrations.ts';
import type { Schema } from './schema.ts';

export type Database = Kysely<Schema>;

/** Opens the SQLite file, creating it and its folder if need be, and brings it to the newest schema. */
export async function openDatabase(file: string): Promise<Database> {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const database = new Kysely<Schema>({ dialect: new SqliteDialect({ database: openSqlite(file) }) });
  try {
    await migrate(database);
  } catch (error) {
    await database.destroy();
    throw error;
  }
  return database;
}

/** Node's own SQLite in the shape that Kysely's dialect asks for: nothing to compile on a fresh machine. */
function openSqlite(file: string): SqliteDatabase {
  const sqlite = new DatabaseSync(file);
  // Full sync: a digest that is recorded as sent must still be so after a power cut.
  sqlite.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000; pragma foreign_keys = on;',
  );
  return {
    close: () => sqlite.close(),
    prepare(text) {
      const statement = sqlite.prepare(text);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...inputs(parameters)),
        run: (parameters) => statement.run(...inputs(parameters)),
        iterate: (parameters) => statement.iterate(...inputs(parameters)),
      };
    },
  };
}

function inputs(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (
      value === null ||
      typeof value === 'string' ||
      typeof value === 'number' ||
      typeof value === 'bigint'
    ) {
      return value;
    }
    if (value instanceof Uint8Array) return value;
    throw new TypeError(`SQLite takes no value of type ${typeof value}`);
  });
}
