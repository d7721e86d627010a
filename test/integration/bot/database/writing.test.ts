import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Database } from '../../../../bot/database/connection.ts';
import { openTestFile } from '../../../support/bot/databases.ts';

test('who reads first and writes then is not refused because another connection wants to write meanwhile', async () => {
  const { database, notes } = await openTestFile();
  const note = (fingerprint: string, seen_at: number) => ({ fingerprint, seen_at });
  let noted: Promise<unknown> = Promise.resolve();
  await database.transaction().execute(async (transaction) => {
    const before = await transaction.selectFrom('seen_request').select('fingerprint').execute();
    expect(before).toEqual([]);
    noted = notes.insertInto('seen_request').values(note('other', 2)).execute();
    for (let turns = 0; turns < 50; turns += 1) await yieldToEventLoop();
    await transaction.insertInto('seen_request').values(note('mine', 1)).execute();
  });
  await noted;
  const held = await database.selectFrom('seen_request').select('fingerprint').orderBy('seen_at').execute();
  expect(held.map(({ fingerprint }) => fingerprint)).toEqual(['mine', 'other']);
});

test('who only reads in a transaction sees one moment, and holds nobody up who writes', async () => {
  const { database, notes } = await openTestFile();
  const fingerprints = async (from: Pick<Database, 'selectFrom'>) =>
    (await from.selectFrom('seen_request').select('fingerprint').execute()).map((row) => row.fingerprint);
  await database
    .transaction()
    .setAccessMode('read only')
    .execute(async (moment) => {
      expect(await fingerprints(moment)).toEqual([]);
      await notes.insertInto('seen_request').values({ fingerprint: 'other', seen_at: 2 }).execute();
      expect(await fingerprints(moment)).toEqual([]);
    });
  expect(await fingerprints(database)).toEqual(['other']);
});
