import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connectDatabase } from '../../../../bot/database/connection.ts';
import { yieldToEventLoop } from '../../../../bot/workers/yieldToEventLoop.ts';
import { openTestFile } from '../../../support/bot/databases.ts';

test('a note waits for another that writes, and this thread goes on meanwhile', async () => {
  const { database, place, notes } = await openTestFile();
  const importing = await connectDatabase(place, { role: 'import' });
  let isNoted = false;
  let noted: Promise<unknown> = Promise.resolve();
  await importing.transaction().execute(async (transaction) => {
    await sql`insert into lease (name, owner, until) values ('import', 'o', 1)`.execute(transaction);
    noted = notes
      .insertInto('lease')
      .values({ name: 'note', owner: 'o', until: 2 })
      .execute()
      .then(() => {
        isNoted = true;
      });
    for (let turns = 0; turns < 50; turns += 1) await yieldToEventLoop();
    expect(isNoted).toBe(false);
  });
  await noted;
  await importing.destroy();
  const held = await database.selectFrom('lease').select('name').orderBy('until').execute();
  expect(held.map(({ name }) => name)).toEqual(['import', 'note']);
});

test('what is wrong with a note is told at once', async () => {
  const { notes } = await openTestFile();
  await notes.insertInto('lease').values({ name: 'twice', owner: 'o', until: 1 }).execute();
  await expect(
    notes.insertInto('lease').values({ name: 'twice', owner: 'o', until: 2 }).execute(),
  ).rejects.toThrow('UNIQUE');
});
