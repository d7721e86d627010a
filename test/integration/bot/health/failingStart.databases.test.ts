import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { databaseOfRun, startTestBot } from '../../../support/testBot.ts';

/** What happens to a database that is at the newest version, so that its opening writes nothing. */
const FAILING = {
  async sqlite(place: string) {
    const other = new DatabaseSync(place);
    onTestFinished(() => other.close());
    other.exec('begin immediate');
  },
  async postgres(_place: string, execute: (statement: string) => Promise<void>) {
    await execute(
      `do $$ begin
        execute format('alter database %I set default_transaction_read_only = on', current_database());
      end $$`,
    );
  },
};

const SAID = {
  sqlite:
    /^DATABASE_URL is the SQLite file \S+, but it can't be used: database is locked\. Free space on its disk, and end other programs that use the file\.$/,
  postgres:
    /^DATABASE_URL is the PostgreSQL \S+, but it can't be used: cannot execute \w+ in a read-only transaction\. Correct the address, or /,
};

test('a database that fails once it is open ends the start with one sentence', async () => {
  const kind = databaseOfRun();
  const bot = await startTestBot({ isStarted: false });
  await FAILING[kind](bot.databasePlace, bot.database.execute);
  await expect(bot.restart()).rejects.toMatchObject({
    name: 'DatabaseOpeningError',
    isTransient: kind === 'sqlite',
    message: expect.stringMatching(SAID[kind]),
  });
});
