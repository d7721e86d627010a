import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connectDatabase } from '../../../../bot/database/connection.ts';
import { openTestFile } from '../../../support/bot/databases.ts';

test('a note waits for another that writes, and this thread goes on meanwhile', async () => {
  const { database, place, notes } = await openTestFile();
  const importing = await connectDatabase(place, { role: 'import' });
  let isNoted = false;
  let noted: Promise<unknown> = Promise.resolve();
  await importing.transaction().execute(async (transaction) => {
    await sql`insert into seen_request (fingerprint, seen_at) values ('import', 1)`.execute(transaction);
    noted = notes
      .insertInto('seen_request')
      .values({ fingerprint: 'note', seen_at: 2 })
      .execute()
      .then(() => {
        isNoted = true;
      });
    for (let turns = 0; turns < 50; turns += 1) await yieldToEventLoop();
    expect(isNoted).toBe(false);
  });
  await noted;
  await importing.destroy();
  const held = await database.selectFrom('seen_request').select('fingerprint').orderBy('seen_at').execute();
  expect(held.map(({ fingerprint }) => fingerprint)).toEqual(['import', 'note']);
});

test('what is wrong with a note is told at once', async () => {
  const { notes } = await openTestFile();
  await notes.insertInto('seen_request').values({ fingerprint: 'twice', seen_at: 1 }).execute();
  await expect(
    notes.insertInto('seen_request').values({ fingerprint: 'twice', seen_at: 2 }).execute(),
  ).rejects.toThrow('UNIQUE');
});
