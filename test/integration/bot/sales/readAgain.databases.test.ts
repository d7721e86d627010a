import { describe, expect, test } from 'vitest';
import {
  nextSalesStep,
  READ_AGAIN_AFTER_DAYS,
  type SalesSyncOptions,
} from '../../../../bot/sales/import/sync.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import {
  heldRows,
  type SalesDatabase,
  startSalesDatabase,
  trueRows,
} from '../../../support/bot/salesDatabase.ts';
import { calendar, oslo } from '../../../support/bot/time.ts';

const NOW = '2026-11-18 09:00';
const DAY = '2026-11-17';
const DAY_BEFORE = '2026-11-16';
const NOON_AFTER = '2026-11-19 12:00';
/** The day, the day before it, and no Sunday. */
const FEW_DAYS = { historyDays: 2 };

/** Holds a sale of one day under the day before: what a service that moves it afterwards leaves behind. */
async function moveOneSale({ database }: SalesDatabase): Promise<void> {
  const generationOf = async (day: string) => {
    const { generation } = await database
      .selectFrom('sales_day')
      .select('generation')
      .where('sales_date', '=', day)
      .executeTakeFirstOrThrow();
    if (generation === null) throw new Error(`${day} is empty`);
    return generation;
  };
  const [from, to] = [await generationOf(DAY), await generationOf(DAY_BEFORE)];
  const taken = await database.selectFrom('sales_row').selectAll().where('generation', '=', to).execute();
  const places = new Set(taken.map(({ product, store }) => `${product} ${store}`));
  const rows = await database.selectFrom('sales_row').selectAll().where('generation', '=', from).execute();
  const moved = rows.find(({ product, store }) => !places.has(`${product} ${store}`));
  if (moved === undefined) throw new Error('every sale of the day was made the day before too');
  for (const table of ['sales_row', 'sales_row_by_store'] as const) {
    await database
      .updateTable(table)
      .set({ generation: to })
      .where('generation', '=', from)
      .where('product', '=', moved.product)
      .where('store', '=', moved.store)
      .execute();
  }
  for (const [day, rows] of [
    [DAY, -1],
    [DAY_BEFORE, 1],
  ] as const) {
    await database
      .updateTable('sales_day')
      .set((set) => ({ rows: set('rows', '+', rows) }))
      .where('sales_date', '=', day)
      .execute();
  }
}

describe.each(DATABASE_PLACES)('a day of sales in $name', ({ open }) => {
  const place = usePlace(open);

  const start = async () => {
    const setup = await startSalesDatabase(place, NOW);
    await setup.sync(FEW_DAYS);
    return setup;
  };
  const at = (setup: SalesDatabase, time: string) => {
    setup.clock.set(oslo(time));
    return setup.sync(FEW_DAYS);
  };
  const atNoon = (setup: SalesDatabase) => at(setup, NOON_AFTER);

  test('is read again, so that a sale that was moved or taken back does not stay', async () => {
    const setup = await start();
    await moveOneSale(setup);
    const truth = () => trueRows(setup.sandbox, DAY_BEFORE, DAY);
    expect(await heldRows(setup.database, DAY_BEFORE, DAY)).not.toEqual(truth());
    await atNoon(setup);
    // What the service gained is taken in at once; what it lost must be missing in a second answer.
    const notYet = await heldRows(setup.database, DAY_BEFORE, DAY);
    expect(notYet).toHaveLength(truth().length + 1);
    await at(setup, '2026-11-19 12:29');
    expect(await heldRows(setup.database, DAY_BEFORE, DAY)).toEqual(notYet);
    await at(setup, '2026-11-19 12:30');
    expect(await heldRows(setup.database, DAY_BEFORE, DAY)).toEqual(truth());
    const { totals } = await setup.reader.salesOf({ from: DAY_BEFORE, to: DAY, by: ['day'] });
    expect(totals.rows).toBe(truth().length);
    const left = await setup.database.selectFrom('sales_generation').selectAll().execute();
    const days = await setup.database.selectFrom('sales_day').selectAll().execute();
    expect(left).toHaveLength(days.filter(({ generation }) => generation !== null).length);
    expect(setup.recording.text()).toContain('sales of a past day were read again');
  });

  test('stays as it is, and is not asked for again that day, when nothing differs', async () => {
    const setup = await start();
    const generations = () => setup.database.selectFrom('sales_generation').select('id').execute();
    await atNoon(setup);
    const [before, calls] = [await generations(), setup.asked().length];
    expect(setup.asked().slice(-2)).toEqual([`${DAY}..${DAY}`, `${DAY_BEFORE}..${DAY_BEFORE}`]);
    await setup.sync(FEW_DAYS);
    expect(setup.asked()).toHaveLength(calls);
    expect(await generations()).toEqual(before);
  });

  test('does not lose rows to answers that are short for minutes, nor to two that differ', async () => {
    const setup = await start();
    const truth = trueRows(setup.sandbox, DAY, DAY);
    const [row] = setup.sandbox.truth.sales(DAY, DAY);
    if (row === undefined) throw new Error('no sale');
    const short = (productId: string) => [
      {
        salesDate: DAY,
        storeSales: [
          {
            storeId: row.storeId,
            sales: [
              {
                productId,
                salesVolume: 1,
                salesQuantity: 2,
                lastChanged: { date: DAY, time: '10:00:00' },
              },
            ],
          },
        ],
      },
    ];
    const answersWith = (bodies: readonly object[]) => {
      setup.sandbox.clearFaults();
      bodies.forEach((body, skip) => {
        setup.sandbox.fail({ operation: 'dailySales', fault: { kind: 'shape', body }, skip });
      });
    };
    // The noon's corrections come first.
    answersWith([[], [], short('7'), short('7'), []]);
    await atNoon(setup);
    // The last day was empty at noon and is asked for once more too.
    answersWith([[], short('8'), short('8'), []]);
    expect(await setup.everyMinute('2026-11-19 12:01', '2026-11-19 12:31', FEW_DAYS)).toEqual(['12:30']);
    setup.sandbox.clearFaults();
    expect(await heldRows(setup.database, DAY, DAY)).toEqual(truth);
    expect(await setup.everyMinute('2026-11-19 12:32', '2026-11-19 14:00', FEW_DAYS)).toEqual(['13:00']);
    expect(await heldRows(setup.database, DAY, DAY)).toEqual(truth);
    expect(setup.recording.text()).toContain('stored sales are missing in what the service gives now');
  });

  test('that lacks rows is read again half an hour after the reading has ended, however long that took', async () => {
    const setup = await start();
    const truth = trueRows(setup.sandbox, DAY, DAY);
    const [row] = setup.sandbox.truth.sales(DAY, DAY);
    if (row === undefined) throw new Error('no sale');
    const sale = {
      productId: row.productId,
      salesVolume: row.millilitres / 1_000,
      salesQuantity: row.salesQuantity,
      lastChanged: { date: DAY, time: '10:00:00' },
    };
    const short = [{ salesDate: DAY, storeSales: [{ storeId: row.storeId, sales: [sale] }] }];
    const slowly: Partial<SalesSyncOptions> = {
      ...FEW_DAYS,
      async openImport(lease) {
        const work = await setup.openImport(lease);
        return {
          ...work,
          async readAgain(day, readAt) {
            if (day === DAY) {
              setup.sandbox.clearFaults();
              for (const [skip, body] of [short, short, []].entries())
                setup.sandbox.fail({ operation: 'dailySales', fault: { kind: 'shape', body }, skip });
              setup.clock.set(setup.clock.now() + 40 * 60_000);
            }
            return work.readAgain(day, readAt);
          },
        };
      },
    };
    setup.clock.set(oslo(NOON_AFTER));
    await setup.sync(slowly);
    expect(calendar.timeOf(setup.clock.now())).toBe('12:40');
    await setup.everyMinute('2026-11-19 12:41', '2026-11-19 13:09', slowly);
    expect(await heldRows(setup.database, DAY, DAY)).toEqual(truth);
    await setup.everyMinute('2026-11-19 13:10', '2026-11-19 13:10', slowly);
    expect(await heldRows(setup.database, DAY, DAY)).toHaveLength(1);
  });

  test('of the past that is empty in one answer is asked for once more, and settled only then', async () => {
    const setup = await startSalesDatabase(place, NOW);
    // The last day is whole; the day before it is empty when it is read for the first time.
    setup.sandbox.fail({ operation: 'dailySales', fault: { kind: 'shape', body: [] }, skip: 3 });
    await setup.sync(FEW_DAYS);
    expect(await heldRows(setup.database, DAY_BEFORE, DAY_BEFORE)).toEqual([]);
    await at(setup, '2026-11-18 09:30');
    expect(await heldRows(setup.database, DAY_BEFORE, DAY_BEFORE)).toEqual(
      trueRows(setup.sandbox, DAY_BEFORE, DAY_BEFORE),
    );
    expect(await setup.everyMinute('2026-11-18 09:31', '2026-11-18 11:59', FEW_DAYS)).toEqual([]);
  });

  test('that has sales is not emptied by an answer without any; the log says so', async () => {
    const setup = await start();
    const truth = trueRows(setup.sandbox, DAY, DAY);
    const noSales = { operation: 'dailySales', fault: { kind: 'shape', body: [] }, times: 99 } as const;
    setup.sandbox.fail(noSales);
    await atNoon(setup);
    expect(await heldRows(setup.database, DAY, DAY)).toEqual(truth);
    expect(setup.recording.text()).toContain('these stay');
  });
});

test('a day is read again at noon after so many days, once each, the newest first', () => {
  const day = '2026-03-27';
  const state = { failures: 0, nextTryAt: 0, probes: 0, nextProbeAt: 0, probedDay: undefined };
  let readAt = calendar.instantOf('2026-03-28', '07:45');
  const asked: string[] = [];
  // Over the change to summer time, hour by hour.
  for (
    let now = calendar.instantOf('2026-03-28', '08:00');
    asked.length < 5 && now < readAt + 400 * 24 * 3_600_000;
    now += 3_600_000
  ) {
    const last = calendar.latestSalesDay(now);
    const known = new Map([
      [day, { readAt }],
      [last, { readAt: now }],
    ]);
    const planning = { calendar, now, historyDays: 1, state: { ...state, correctionsAt: now }, known };
    const step = nextSalesStep(planning);
    if (step === undefined) continue;
    expect(step).toEqual({ kind: 'again', day });
    readAt = now;
    asked.push(`${calendar.dayOf(now)} ${calendar.timeOf(now)}`);
  }
  expect(asked).toEqual(READ_AGAIN_AFTER_DAYS.map((days) => `${calendar.addDays(day, days)} 12:00`));
});
