import { describe, expect, test } from 'vitest';
import { nextSalesStep, READ_AGAIN_AFTER_DAYS } from '../../../../bot/sales/sync.ts';
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
    await setup.sync({ historyDays: 3 });
    return setup;
  };
  const atNoon = (setup: SalesDatabase) => {
    setup.clock.set(oslo(NOON_AFTER));
    return setup.sync({ historyDays: 3 });
  };

  test('is read again, so that a sale that was moved or taken back does not stay', async () => {
    const setup = await start();
    await moveOneSale(setup);
    const truth = () => trueRows(setup.sandbox, DAY_BEFORE, DAY);
    expect(await heldRows(setup.database, DAY_BEFORE, DAY)).not.toEqual(truth());
    await atNoon(setup);
    expect(await heldRows(setup.database, DAY_BEFORE, DAY)).toEqual(truth());
    const { totals } = await setup.reader.salesOf({ from: DAY_BEFORE, to: DAY, by: 'total' });
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
    await setup.sync({ historyDays: 3 });
    expect(setup.asked()).toHaveLength(calls);
    expect(await generations()).toEqual(before);
  });

  test('does not lose rows to an answer that is short, and takes the whole one as soon as it comes', async () => {
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
    // The noon's corrections come first; then the day is read with another short answer each time.
    const reading = (productId: string) => [short(productId), short(productId), []];
    const answers = [[], [], ...reading('7'), ...reading('8')];
    answers.forEach((body, skip) => {
      setup.sandbox.fail({ operation: 'dailySales', fault: { kind: 'shape', body }, skip });
    });
    await expect(atNoon(setup)).rejects.toThrow(`The sales of ${DAY} were read twice`);
    expect(await heldRows(setup.database, DAY, DAY)).toEqual(truth);
    setup.sandbox.clearFaults();
    await setup.everyMinute(NOON_AFTER, '2026-11-19 12:02');
    expect(await heldRows(setup.database, DAY, DAY)).toEqual(truth);
    expect(setup.asked().at(-1)).toBe(`${DAY_BEFORE}..${DAY_BEFORE}`);
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
  const readAt = new Map([[day, calendar.instantOf('2026-03-28', '07:45')]]);
  const asked: string[] = [];
  // Over the change to summer time, hour by hour.
  for (let now = calendar.instantOf('2026-03-28', '08:00'); asked.length < 5; now += 3_600_000) {
    const last = calendar.latestSalesDay(now);
    const known = new Map([...readAt, [last, now]]);
    const planning = { calendar, now, historyDays: 1, state: { ...state, correctionsAt: now }, known };
    const step = nextSalesStep(planning);
    if (step === undefined) continue;
    expect(step).toEqual({ kind: 'again', day });
    readAt.set(day, now);
    asked.push(`${calendar.dayOf(now)} ${calendar.timeOf(now)}`);
  }
  expect(asked).toEqual(READ_AGAIN_AFTER_DAYS.map((days) => `${calendar.addDays(day, days)} 12:00`));
});
