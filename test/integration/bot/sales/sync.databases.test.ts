import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createDatabaseClock } from '../../../../bot/database/clock.ts';
import { connectDatabase } from '../../../../bot/database/connection.ts';
import { claimLease } from '../../../../bot/database/lease.ts';
import { readSalesProgress } from '../../../../bot/sales/import/state.ts';
import { ownProductIds } from '../../../../bot/sales/queries.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import {
  HISTORY_DAYS,
  heldRows,
  type SalesDatabase,
  startSalesDatabase,
  trueRows,
} from '../../../support/bot/salesDatabase.ts';
import { calendar, oslo } from '../../../support/bot/time.ts';

const NOW = '2026-11-20 09:00';
const LAST = '2026-11-19';
const FIRST = calendar.addDays(LAST, 1 - HISTORY_DAYS);

const FOREVER = Number.POSITIVE_INFINITY;

describe.each(DATABASE_PLACES)('the sync of sales in $name', ({ open }) => {
  const place = usePlace(open);

  const expectTruth = async ({ database, sandbox }: SalesDatabase, from = FIRST, to = LAST) => {
    expect(await heldRows(database, from, to)).toEqual(trueRows(sandbox, from, to));
    // The sums beside the rows say the same as the rows.
    for (const dimension of ['product', 'store'] as const) {
      const { rows: days } = await sql`
        select sales_date, sum(s.millilitres) as millilitres, sum(s.quantity) as quantity, sum(s.rows) as rows,
          sum(s.returned_quantity) as returned_quantity
        from sales_day d join ${sql.table(`sales_${dimension}_day`)} s on s.generation = d.generation
        group by sales_date order by sales_date`.execute(database);
      const own = await database
        .selectFrom('sales_day')
        .select(['sales_date', 'millilitres', 'quantity', 'rows', 'returned_quantity'])
        .where('generation', 'is not', null)
        .orderBy('sales_date')
        .execute();
      expect(days).toEqual(own);
    }
  };

  test('a first start reads the last day first, then the past from its newest day on', async () => {
    const setup = await startSalesDatabase(place, NOW);
    await setup.sync();
    const days = Array.from({ length: HISTORY_DAYS }, (_, back) => calendar.addDays(LAST, -back));
    expect(setup.asked()).toEqual(days.map((day) => `${day}..${day}`));
    await expectTruth(setup);
    const sold = new Set(setup.sandbox.truth.sales(FIRST, LAST).map(({ productId }) => productId));
    expect((await ownProductIds(setup.database)).toSorted()).toEqual([...sold].toSorted());
  });

  test('asks once more for days that are empty, and nothing else when all is there', async () => {
    const setup = await startSalesDatabase(place, NOW, { emptyDays: ['2026-11-17'] });
    await setup.sync();
    const calls = setup.asked().length;
    expect(await setup.everyMinute(NOW, '2026-11-20 11:59')).toEqual(['09:30']);
    expect(setup.asked().slice(calls)).toEqual(['2026-11-17', '2026-11-15'].map((day) => `${day}..${day}`));
    const { days } = await setup.reader.daysOf('2026-11-14', '2026-11-20');
    expect(days.map(({ state }) => state)).toEqual([
      'held',
      'empty',
      'held',
      'empty',
      'held',
      'held',
      'missing',
    ]);
  });

  test('goes on where it stopped, and says how far it is', async () => {
    const setup = await startSalesDatabase(place, NOW);
    const { database, clock, sandbox } = setup;
    const progress = () => readSalesProgress(database, calendar, clock.now(), HISTORY_DAYS);
    expect(await progress()).toMatchObject({ daysDone: 0, daysTotal: HISTORY_DAYS });
    // Three calls a day: for the rows, for the last of them again, and for the end.
    sandbox.fail({ operation: 'dailySales', fault: { kind: 'status', status: 400 }, skip: 9 });
    await expect(setup.sync()).rejects.toThrow();
    const held = (await setup.reader.daysOf(FIRST, LAST)).days.filter(({ state }) => state !== 'missing');
    expect(await progress()).toMatchObject({
      daysDone: held.length,
      nextTryAt: oslo('2026-11-20 09:01'),
    });
    const before = setup.asked().length;
    expect(await setup.everyMinute(NOW, '2026-11-20 09:05')).toEqual(['09:01']);
    expect(setup.asked().slice(before)[0]).toBe(
      `${calendar.addDays(LAST, -held.length)}..${calendar.addDays(LAST, -held.length)}`,
    );
    expect(await progress()).toMatchObject({ daysDone: HISTORY_DAYS, nextTryAt: undefined });
    await expectTruth(setup);
  });

  test('a service that is down is asked with growing pauses', async () => {
    const setup = await startSalesDatabase(place, NOW);
    setup.sandbox.fail({
      operation: 'dailySales',
      fault: { kind: 'status', status: 500 },
      times: FOREVER,
    });
    const times = await setup.everyMinute(NOW, '2026-11-20 09:45');
    expect(times).toEqual(['09:00', '09:01', '09:03', '09:06', '09:11', '09:19', '09:29', '09:39']);
    setup.sandbox.clearFaults();
    await setup.everyMinute('2026-11-20 09:46', '2026-11-20 09:50');
    await expectTruth(setup);
  });

  describe('the last day', () => {
    test('is asked for from 07:45 on, politely, until it is there', async () => {
      const setup = await startSalesDatabase(place, NOW);
      await setup.sync();
      setup.sandbox.fail({
        operation: 'dailySales',
        fault: { kind: 'shape', body: [] },
        times: 3,
      });
      const calls = setup.asked().length;
      await setup.everyMinute('2026-11-20 12:00', '2026-11-20 12:00');
      setup.sandbox.clearFaults();
      setup.sandbox.fail({ operation: 'dailySales', fault: { kind: 'shape', body: [] }, times: 3 });
      const times = await setup.everyMinute('2026-11-21 07:40', '2026-11-21 08:30');
      expect(times).toEqual(['07:45', '07:46', '07:48', '07:51']);
      expect(
        setup
          .asked()
          .slice(calls)
          .filter((ask) => ask === '2026-11-20..2026-11-20'),
      ).toHaveLength(4);
      await expectTruth(setup, FIRST, '2026-11-20');
    });

    test('is settled as empty at 12:00 when nothing came, and asked for every half hour until the next one is due', async () => {
      const setup = await startSalesDatabase(place, NOW, { emptyDays: ['2026-11-20'] });
      await setup.sync();
      await setup.everyMinute('2026-11-20 12:00', '2026-11-20 12:00');
      const times = await setup.everyMinute('2026-11-21 07:00', '2026-11-21 15:00');
      expect(times[0]).toBe('07:45');
      expect(times.filter((time) => time >= '12:00')).toEqual([
        ...['12:00', '12:30', '13:00', '13:30', '14:00', '14:30', '15:00'],
      ]);
      const [friday] = (await setup.reader.daysOf('2026-11-20', '2026-11-20')).days;
      expect(friday).toMatchObject({ state: 'empty' });
    });

    test.each([
      ['a Sunday', '2026-11-14', '2026-11-15', '2026-11-16'],
      ['a public holiday', '2026-12-24', '2026-12-25', '2026-12-26'],
    ])(
      'that is %s is settled by the first answer, and corrections do not wait',
      async (_, before, day, after) => {
        const setup = await startSalesDatabase(place, `${before} 09:00`);
        await setup.sync();
        await setup.everyMinute(`${day} 07:45`, `${day} 12:30`);
        expect(await setup.everyMinute(`${after} 07:00`, `${after} 07:50`)).toEqual(['07:45']);
        const [closed] = (await setup.reader.daysOf(day, day)).days;
        expect(closed).toMatchObject({ state: 'empty' });
        expect(setup.asked().at(-1)).toMatch(new RegExp(`^${calendar.addDays(day, -1)}: `));
        await expectTruth(setup, calendar.addDays(day, 1 - HISTORY_DAYS), day);
      },
    );

    test('on which stores are closed is asked for until an answer comes, and has the sales that come late', async () => {
      const setup = await startSalesDatabase(place, '2026-11-14 09:00');
      await setup.sync();
      setup.sandbox.fail({ operation: 'dailySales', fault: { kind: 'status', status: 500 }, times: FOREVER });
      await setup.everyMinute('2026-11-16 07:45', '2026-11-16 08:00');
      expect((await setup.reader.daysOf('2026-11-15', '2026-11-15')).days[0]?.state).toBe('missing');
      setup.sandbox.clearFaults();
      await setup.everyMinute('2026-11-16 08:01', '2026-11-16 08:15');
      expect((await setup.reader.daysOf('2026-11-15', '2026-11-15')).days[0]?.state).toBe('empty');
      const [row] = setup.sandbox.truth.sales('2026-11-14', '2026-11-14');
      if (row === undefined) throw new Error('no sale');
      const late = {
        productId: row.productId,
        salesVolume: 1.5,
        salesQuantity: 2,
        lastChanged: { date: '2026-11-16', time: '11:00:00' },
      };
      const body = [{ salesDate: '2026-11-15', storeSales: [{ storeId: row.storeId, sales: [late] }] }];
      [body, body, []].forEach((answer, skip) => {
        setup.sandbox.fail({ operation: 'dailySales', fault: { kind: 'shape', body: answer }, skip });
      });
      await setup.everyMinute('2026-11-16 12:00', '2026-11-16 12:00');
      expect(await heldRows(setup.database, '2026-11-15', '2026-11-15')).toHaveLength(1);
    });
  });

  test('corrections of earlier days replace what was there, and days without any stay as they are', async () => {
    const setup = await startSalesDatabase(place, '2026-11-17 09:00', { stores: 30, products: 30 });
    await setup.sync();
    const from = calendar.addDays('2026-11-16', 1 - HISTORY_DAYS);
    const days = Array.from({ length: HISTORY_DAYS }, (_, at) => calendar.addDays(from, at));
    const rowsByDay = () => Promise.all(days.map((day) => heldRows(setup.database, day, day)));
    const generations = async () => {
      const rows = await setup.database
        .selectFrom('sales_day')
        .select(['sales_date', 'generation'])
        .execute();
      const known = new Map(rows.map(({ sales_date, generation }) => [sales_date, generation]));
      return days.map((day) => known.get(day));
    };
    const [rowsBefore, generationsBefore] = [await rowsByDay(), await generations()];
    for (const day of ['2026-11-18', '2026-11-19', '2026-11-20']) {
      await setup.everyMinute(`${day} 07:45`, `${day} 07:45`);
      await setup.everyMinute(`${day} 12:00`, `${day} 12:00`);
    }
    const [rowsAfter, generationsAfter] = [await rowsByDay(), await generations()];
    await expectTruth(setup, from, '2026-11-19');
    const corrected = days.map((_, at) => String(rowsBefore[at]) !== String(rowsAfter[at]));
    expect(new Set(corrected)).toEqual(new Set([true, false]));
    expect(days.map((_, at) => generationsBefore[at] !== generationsAfter[at])).toEqual(corrected);
  });

  test('corrections are asked for from the day before the last comparison: some are shown a day late', async () => {
    const setup = await startSalesDatabase(place, NOW);
    await setup.sync();
    for (const at of ['2026-11-20 12:00', '2026-11-21 07:45', '2026-11-21 12:00']) {
      await setup.everyMinute(at, at);
    }
    const since = setup.asked().flatMap((asked) => asked.match(/^(.*): /)?.[1] ?? []);
    expect(since).toEqual(['2026-11-19', '2026-11-19', '2026-11-20']);
  });

  test('corrections that came while the bot was off for days are taken over too', async () => {
    const setup = await startSalesDatabase(place, '2026-11-12 09:00');
    await setup.sync();
    await setup.everyMinute('2026-11-20 10:00', '2026-11-20 10:00');
    await expectTruth(setup, calendar.addDays('2026-11-11', 1 - HISTORY_DAYS), LAST);
  });

  test('a day that is written anew for its corrections is as of when it was read, and its old rows are gone', async () => {
    const options = { stores: 60, products: 60 };
    const setup = await startSalesDatabase(place, '2026-11-19 09:00', options);
    await setup.sync({ historyDays: 1 });
    const { database } = setup;
    await database.updateTable('sales_row').set({ millilitres: 1, quantity: 1 }).execute();
    const before = await database.selectFrom('sales_day').selectAll().executeTakeFirstOrThrow();
    expect(before.rows).toBeGreaterThan(1_000);
    setup.clock.set(oslo('2026-11-19 12:00'));
    await setup.sync({ historyDays: 1 });
    const after = await database.selectFrom('sales_day').selectAll().executeTakeFirstOrThrow();
    expect(after.generation).not.toBe(before.generation);
    expect(after.read_at).toBe(before.read_at);
    await expectTruth(setup, '2026-11-18', '2026-11-18');
    // What was replaced is gone.
    const rows = await database.selectFrom('sales_row').select(['generation']).execute();
    expect(new Set(rows.map(({ generation }) => generation))).toEqual(new Set([after.generation]));
  });

  test('a day that broke off leaves no row that counts, and its rows go with the next round', async () => {
    const setup = await startSalesDatabase(place, NOW, { stores: 40, products: 40 });
    const { database } = setup;
    let written = 0;
    await expect(
      setup.sync({
        async openImport(lease) {
          const work = await setup.openImport(lease);
          return {
            ...work,
            async importDay(...day) {
              written += 1;
              // Somebody else takes over while the second day is written.
              if (written === 2) {
                await database.updateTable('lease').set({ owner: 'another process' }).execute();
              }
              return work.importDay(...day);
            },
          };
        },
      }),
    ).resolves.toBeUndefined();
    expect(setup.recording.text()).toContain('Another process has taken over');
    expect((await setup.reader.daysOf(FIRST, LAST)).missing).toHaveLength(HISTORY_DAYS - 1);
    await database.deleteFrom('lease').execute();
    // What a process leaves that was killed while it wrote.
    const { id } = await database
      .insertInto('sales_generation')
      .values({ sales_date: FIRST, created_at: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const orphan = { generation: id, product: 1, store: 1, millilitres: 1, quantity: 1 };
    await database.insertInto('sales_row').values(orphan).execute();
    await setup.sync();
    await expectTruth(setup);
    const left = await database.selectFrom('sales_row').where('generation', '=', id).selectAll().execute();
    expect(left).toEqual([]);
    expect(await database.selectFrom('sales_generation').selectAll().execute()).toHaveLength(
      (await setup.reader.daysOf(FIRST, LAST)).days.filter(({ state }) => state === 'held').length,
    );
  });

  test('of two processes on one database only one asks; the other takes over when it is gone', async () => {
    const setup = await startSalesDatabase(place, NOW);
    const other = await connectDatabase(setup.place);
    const lease = { name: 'sync of sales', owner: 'another process' };
    expect(await claimLease(other, createDatabaseClock(other, setup.clock), lease, 1_500)).toBe(true);
    await setup.sync();
    expect(setup.asked()).toEqual([]);
    await other.updateTable('lease').set({ until: 0 }).execute();
    await other.destroy();
    await Promise.all([setup.sync(), setup.sync({ owner: 'a third process' })]);
    expect(setup.asked()).toHaveLength(HISTORY_DAYS);
    await expectTruth(setup);
    expect(await setup.database.selectFrom('lease').selectAll().execute()).toEqual([]);
  });

  test('sales are forgotten after the days that are set, own products after 90', async () => {
    const setup = await startSalesDatabase(place, NOW);
    await setup.sync();
    const { database } = setup;
    await database
      .insertInto('own_product')
      .values({ product_id: 'old', last_sale_date: '2026-08-21' })
      .execute();
    await database
      .insertInto('own_product')
      .values({ product_id: 'young', last_sale_date: '2026-08-23' })
      .execute();
    setup.clock.set(oslo('2026-11-21 09:00'));
    await setup.sync({ historyDays: 5, retentionDays: 7 });
    const days = await database.selectFrom('sales_day').select('sales_date').orderBy('sales_date').execute();
    expect(days.map(({ sales_date }) => sales_date)).toEqual(
      Array.from({ length: 7 }, (_, at) => calendar.addDays('2026-11-14', at)),
    );
    expect(await ownProductIds(database)).toContain('young');
    expect(await ownProductIds(database)).not.toContain('old');
    const used = new Set(
      (await database.selectFrom('sales_row').select('generation').execute()).map(
        ({ generation }) => generation,
      ),
    );
    expect(used.size).toBe(6);
  });
});
