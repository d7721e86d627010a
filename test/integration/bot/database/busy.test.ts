import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { connectDatabase } from '../../../../bot/database/connection.ts';
import { openTestFile } from '../../../support/bot/databases.ts';

const request = (fingerprint: string, seen_at: number) => ({ fingerprint, seen_at });

test('while another process writes, this one waits without standing still, and reads on', async () => {
  const { database, place } = await openTestFile();
  const other = await connectDatabase(place, { role: 'import' });
  onTestFinished(() => other.destroy());
  const read = async () =>
    (await database.selectFrom('seen_request').select('fingerprint').orderBy('seen_at').execute()).map(
      ({ fingerprint }) => fingerprint,
    );
  const written: string[] = [];
  let waiting: Promise<unknown> = Promise.resolve();
  await other.transaction().execute(async (transaction) => {
    await transaction.insertInto('seen_request').values(request('import', 1)).execute();
    const single = database
      .insertInto('seen_request')
      .values(request('single', 2))
      .execute()
      .then(() => written.push('single'));
    const inTransaction = database.transaction().execute(async (mine) => {
      await mine.insertInto('seen_request').values(request('transaction', 3)).execute();
      written.push('transaction');
    });
    waiting = Promise.all([single, inTransaction]);
    for (let turns = 0; turns < 50; turns += 1) await yieldToEventLoop();
    expect(await read()).toEqual([]);
    expect(written).toEqual([]);
  });
  await waiting;
  expect(await read()).toEqual(['import', 'single', 'transaction']);
});

test('what is done in a transaction is done by nobody else between its statements', async () => {
  const { database } = await openTestFile();
  let other: Promise<unknown> = Promise.resolve();
  await expect(
    database.transaction().execute(async (transaction) => {
      await transaction.insertInto('seen_request').values(request('mine', 1)).execute();
      other = database.insertInto('seen_request').values(request('other', 2)).execute();
      for (let turns = 0; turns < 50; turns += 1) await yieldToEventLoop();
      throw new Error('given up');
    }),
  ).rejects.toThrow('given up');
  await other;
  const rows = await database.selectFrom('seen_request').select('fingerprint').execute();
  expect(rows).toEqual([{ fingerprint: 'other' }]);
});

test('an error that ends a transaction by itself is what is told, not that it cannot be rolled back', async () => {
  const { database } = await openTestFile();
  const twice = (transaction: typeof database) =>
    sql`insert or rollback into seen_request (fingerprint, seen_at) values ('twice', 1)`.execute(transaction);
  await twice(database);
  await expect(database.transaction().execute(twice)).rejects.toThrow('UNIQUE');
  await sql`pragma max_page_count = 1`.execute(database);
  const large = 'x'.repeat(2 ** 20);
  await expect(
    database
      .transaction()
      .execute((transaction) => transaction.insertInto('seen_request').values(request(large, 2)).execute()),
  ).rejects.toThrow('full');
});
