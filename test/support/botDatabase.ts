import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client, types } from 'pg';
import type { Clock } from 'retail-data-client';
import { createOnServer } from './bot/postgresServers.ts';
import {
  adoptDatabaseClock,
  followingClock,
  installDatabaseClock,
  standingAt,
  tellTime,
} from './faults/databaseClock.ts';

/** The database of the bots of one test. */
export interface BotDatabase {
  /** What DATABASE_URL is. */
  readonly place: string;
  /** Does something to it from outside. */
  execute(statement: string): Promise<void>;
  /** Gives a table another name, and leaves those that refer to it as they are. */
  rename(table: string, name: string): Promise<void>;
  /** Rows of it, as somebody sees them who looks from outside. */
  read(query: string): Promise<Record<string, unknown>[]>;
  /** Lets its own clock, where it has one, show the time of the test. */
  tellTime(): Promise<void>;
  close(): Promise<void>;
}

/** A file in the folder, which goes with it: the copy of another, or none yet. */
export function createSqliteDatabase(folder: string, filled?: string): BotDatabase {
  const place = join(folder, 'bot.sqlite');
  if (filled !== undefined) copyFileSync(filled, place);
  return {
    place,
    async execute(statement) {
      const database = new DatabaseSync(place);
      database.exec(statement);
      database.close();
    },
    async rename(table, name) {
      const database = new DatabaseSync(place);
      database.exec(`pragma legacy_alter_table = on; alter table ${table} rename to ${name}`);
      database.close();
    },
    async read(query) {
      const database = new DatabaseSync(place, { readOnly: true });
      try {
        return database.prepare(query).all();
      } finally {
        database.close();
      }
    },
    tellTime: async () => {},
    close: async () => {},
  };
}

/** A count is a number, as SQLite gives it. The driver's own parser gives 64 bits as text. */
const getTypeParser: typeof types.getTypeParser = (type, format) =>
  type === types.builtins.INT8 ? Number : types.getTypeParser(type, format);

/** A database on the server: the copy of another that has a clock, or an empty one. Its clock shows what `now` gives. */
export async function createServerDatabase(
  server: string,
  filled: string | undefined,
  now: Clock['now'],
): Promise<BotDatabase> {
  const { url, stop } = await createOnServer(server, filled);
  await (filled === undefined ? installDatabaseClock : adoptDatabaseClock)(url, standingAt(now()));
  const client = new Client({ connectionString: url, types: { getTypeParser } });
  await client.connect();
  return {
    place: url,
    async execute(statement) {
      await client.query(statement);
    },
    rename: async (table, name) => void (await client.query(`alter table ${table} rename to ${name}`)),
    read: async (query) => (await client.query<Record<string, unknown>>(query)).rows,
    tellTime: followingClock(now, (reading) => tellTime(client, reading)),
    async close() {
      await client.end();
      await stop();
    },
  };
}
