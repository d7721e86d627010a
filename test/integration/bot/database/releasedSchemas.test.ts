import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../../bot/database/connection.ts';
import { MIGRATIONS } from '../../../../bot/database/migrations.ts';
import { newDatabaseFile } from '../../../support/bot/databases.ts';

const NAMES = Object.keys(MIGRATIONS).toSorted();
type Row = Record<string, SQLOutputValue>;

/** What a migration has dropped since. */
const DROPPED = {
  tables: ['audit_entry', 'ledger_state', 'seen_request', 'shared_answer', 'stored_question'],
  columns: ['time_zone', 'deadline', 'stale_policy', 'locale'],
};

/** A file as the version left it whose newest migration was that one. */
async function fileAt(name: string): Promise<string> {
  const file = newDatabaseFile();
  const until = NAMES.slice(0, NAMES.indexOf(name) + 1);
  const migrations = Object.fromEntries(Object.entries(MIGRATIONS).filter(([each]) => until.includes(each)));
  await (await openDatabase(file, { migrations })).destroy();
  return file;
}

function look<Result>(file: string, at: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  try {
    return at(database);
  } finally {
    database.close();
  }
}

function tablesOf(database: DatabaseSync): { readonly name: string; readonly text: string }[] {
  return database
    .prepare(
      "select name, sql from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%' order by name",
    )
    .all()
    .map(({ name, sql }) => ({ name: String(name), text: String(sql) }));
}

/** What a migration leaves in an empty file: every statement of the schema, and the rows it makes. */
function described(database: DatabaseSync): string {
  const statements = database
    .prepare(
      "select sql from sqlite_master where sql is not null and name not like '%kysely%' order by type, name",
    )
    .all()
    .map(({ sql }) => `${String(sql)};`)
    .filter((statement) => !statement.includes('sqlite_sequence'));
  const rows = tablesOf(database).flatMap(({ name }) =>
    database
      .prepare(`select * from "${name}"`)
      .all()
      .map((row) => `-- ${name} ${JSON.stringify(row)}`),
  );
  return `${[...statements, ...rows].join('\n')}\n`;
}

/** Puts a row into each table that has none, with the first word of every list that a check allows. */
function fill(database: DatabaseSync): void {
  for (const { name, text } of tablesOf(database)) {
    if (rowsOf(database, name).length > 0) continue;
    const columns = database.prepare('select name, type from pragma_table_info(?)').all(name);
    const values = columns.map(({ name: column, type }) => {
      if (/^integer$/i.test(String(type))) return 1;
      return new RegExp(`${String(column)} in \\('(\\w+)'`).exec(text)?.[1] ?? '2026-11-20';
    });
    const places = columns.map(() => '?').join(', ');
    database.prepare(`insert into "${name}" values (${places})`).run(...values);
  }
}

function withoutDropped(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !DROPPED.columns.includes(column)));
}

function rowsOf(database: DatabaseSync, table: string): Row[] {
  return database.prepare(`select * from "${table}"`).all();
}

/** A migration that is new writes its file here; one that has been released fails when its file would change. */
test.each(NAMES)('%s makes what it made when it was released', async (name) => {
  const made = look(await fileAt(name), described);
  await expect(made).toMatchFileSnapshot(`schemas/${name}.sql`);
});

test.each(NAMES.slice(0, -1))(
  'a database of %s with a row in each table comes to the newest schema',
  async (name) => {
    const file = await fileAt(name);
    const before = look(file, (database) => {
      fill(database);
      return tablesOf(database).map((table) => ({ table: table.name, rows: rowsOf(database, table.name) }));
    });
    for (const { table, rows } of before) expect(rows.length, table).toBeGreaterThan(0);

    await (await openDatabase(file)).destroy();
    look(`${file}.before-${NAMES[NAMES.indexOf(name) + 1]}`, (copy) => {
      for (const { table, rows } of before) expect(rowsOf(copy, table), table).toEqual(rows);
    });
    look(file, (database) => {
      const kept = before.filter(({ table }) => !DROPPED.tables.includes(table));
      for (const { table, rows } of kept) {
        expect(rowsOf(database, table), table).toMatchObject(rows.map(withoutDropped));
      }
      const newest = tablesOf(database).map((table) => table.name);
      expect(newest).toEqual(expect.arrayContaining(kept.map(({ table }) => table)));
      for (const table of DROPPED.tables) expect(newest).not.toContain(table);
      expect(database.prepare('select name from kysely_migration order by name').all()).toEqual(
        NAMES.map((each) => ({ name: each })),
      );
    });
  },
);
