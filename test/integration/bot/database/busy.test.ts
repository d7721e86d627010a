import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestFile } from '../../../support/bot/databases.ts';

const leaseOf = (name: string, until: number) => ({ name, owner: 'o', until });

test('while another process writes, this one waits without standing still, and reads on', async () => {
  const { database, other } = await openTestFile();
  const read = async () =>
    (await database.selectFrom('lease').select('name').orderBy('until').execute()).map(({ name }) => name);
  const written: string[] = [];
  let waiting: Promise<unknown> = Promise.resolve();
  await other.transaction().execute(async (transaction) => {
    await transaction.insertInto('lease').values(leaseOf('import', 1)).execute();
    const single = database
      .insertInto('lease')
      .values(leaseOf('single', 2))
      .execute()
      .then(() => written.push('single'));
    const inTransaction = database.transaction().execute(async (mine) => {
      await mine.insertInto('lease').values(leaseOf('transaction', 3)).execute();
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
      await transaction.insertInto('lease').values(leaseOf('mine', 1)).execute();
      other = database.insertInto('lease').values(leaseOf('other', 2)).execute();
      for (let turns = 0; turns < 50; turns += 1) await yieldToEventLoop();
      throw new Error('given up');
    }),
  ).rejects.toThrow('given up');
  await other;
  const rows = await database.selectFrom('lease').select('name').execute();
  expect(rows).toEqual([{ name: 'other' }]);
});

test('an error that ends a transaction by itself is what is told, not that it cannot be rolled back', async () => {
  const { database } = await openTestFile();
  const twice = (transaction: typeof database) =>
    sql`insert or rollback into lease (name, owner, until) values ('twice', 'o', 1)`.execute(transaction);
  await twice(database);
  await expect(database.transaction().execute(twice)).rejects.toThrow('UNIQUE');
  await sql`pragma max_page_count = 1`.execute(database);
  const large = 'x'.repeat(2 ** 20);
  await expect(
    database
      .transaction()
      .execute((transaction) => transaction.insertInto('lease').values(leaseOf(large, 2)).execute()),
  ).rejects.toThrow('full');
});

test('statements and transactions that come all at once do not get into each other', async () => {
  const { database } = await openTestFile();
  const names: string[] = [];
  const work = Array.from({ length: 60 }, async (_, at) => {
    for (let turns = 0; turns < at % 7; turns += 1) await Promise.resolve();
    const name = String(at).padStart(2, '0');
    if (at % 3 > 0) {
      names.push(name);
      await database.insertInto('lease').values(leaseOf(name, at)).execute();
      return;
    }
    const given = database.transaction().execute(async (transaction) => {
      await transaction.insertInto('lease').values(leaseOf(name, at)).execute();
      throw new Error('given up');
    });
    await expect(given).rejects.toThrow('given up');
  });
  await Promise.all(work);
  const rows = await database.selectFrom('lease').select('name').orderBy('name').execute();
  expect(rows.map(({ name }) => name)).toEqual(names.toSorted());
});
