import { createDatabaseClock, type DatabaseClock } from '../../../bot/database/clock.ts';
import { type Database, isPostgres } from '../../../bot/database/connection.ts';
import { createFakeClock } from '../fakeClock.ts';
import { installDatabaseClock, setDatabaseClock, standingAt } from '../faults/databaseClock.ts';
import { openTestDatabase } from './databases.ts';

/** A new database and the clock that its processes share. */
export interface DatabaseOnClock {
  readonly database: Database;
  readonly time: DatabaseClock;
  now(): number;
  pass(milliseconds: number): Promise<void>;
}

/** On PostgreSQL only the server's clock shows the time of the test. */
export async function openDatabaseOnClock(url: string, at: number): Promise<DatabaseOnClock> {
  const clock = createFakeClock(at);
  if (isPostgres(url)) await installDatabaseClock(url, standingAt(at));
  const database = await openTestDatabase(url);
  return {
    database,
    time: createDatabaseClock(database, { now: () => (isPostgres(url) ? Number.NaN : clock.now()) }),
    now: clock.now,
    async pass(milliseconds) {
      clock.set(clock.now() + milliseconds);
      if (isPostgres(url)) await setDatabaseClock(url, standingAt(clock.now()));
    },
  };
}
