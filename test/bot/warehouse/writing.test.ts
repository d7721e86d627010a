import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nextTurn } from '../../../bot/nextTurn.ts';
import { connectForNotes, openDatabase } from '../../../bot/warehouse/database.ts';

test('who reads first and writes then is not refused because another connection wants to write meanwhile', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'writing-'));
  const place = join(folder, 'bot.sqlite');
  const database = await openDatabase(place);
  const { notes, close } = await connectForNotes(database, place);
  onTestFinished(async () => {
    await close();
    await database.destroy();
    await rm(folder, { recursive: true, force: true });
  });
  const note = (fingerprint: string, seen_at: number) => ({ fingerprint, seen_at });
  let noted: Promise<unknown> = Promise.resolve();
  await database.transaction().execute(async (transaction) => {
    const before = await transaction.selectFrom('seen_request').select('fingerprint').execute();
    expect(before).toEqual([]);
    noted = notes.insertInto('seen_request').values(note('other', 2)).execute();
    for (let turns = 0; turns < 50; turns += 1) await nextTurn();
    await transaction.insertInto('seen_request').values(note('mine', 1)).execute();
  });
  await noted;
  const held = await database.selectFrom('seen_request').select('fingerprint').orderBy('seen_at').execute();
  expect(held.map(({ fingerprint }) => fingerprint)).toEqual(['mine', 'other']);
});
