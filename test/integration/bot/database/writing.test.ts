import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Database } from '../../../../bot/database/connection.ts';
import { openTestFile } from '../../../support/bot/databases.ts';

test('who reads first and writes then is not refused because another connection wants to write meanwhile', async () => {
  const { database, other } = await openTestFile();
  const note = (name: string, until: number) => ({ name, owner: 'o', until });
  let noted: Promise<unknown> = Promise.resolve();
  await database.transaction().execute(async (transaction) => {
    const before = await transaction.selectFrom('lease').select('name').execute();
    expect(before).toEqual([]);
    noted = other.insertInto('lease').values(note('other', 2)).execute();
    for (let turns = 0; turns < 50; turns += 1) await yieldToEventLoop();
    await transaction.insertInto('lease').values(note('mine', 1)).execute();
  });
  await noted;
  const held = await database.selectFrom('lease').select('name').orderBy('until').execute();
  expect(held.map(({ name }) => name)).toEqual(['mine', 'other']);
});

test('who only reads in a transaction sees one moment, and holds nobody up who writes', async () => {
  const { database, other } = await openTestFile();
  const names = async (from: Pick<Database, 'selectFrom'>) =>
    (await from.selectFrom('lease').select('name').execute()).map((row) => row.name);
  await database
    .transaction()
    .setAccessMode('read only')
    .execute(async (moment) => {
      expect(await names(moment)).toEqual([]);
      await other.insertInto('lease').values({ name: 'other', owner: 'o', until: 2 }).execute();
      expect(await names(moment)).toEqual([]);
    });
  expect(await names(database)).toEqual(['other']);
});
