import { describe, expect, test } from 'vitest';
import { saveSnapshot } from '../../../../bot/stock/import/snapshots.ts';
import { syncStock } from '../../../../bot/stock/import/sync.ts';
import { latestSnapshot } from '../../../../bot/stock/queries.ts';
import { startCuttingService } from '../../../support/bot/cuttingService.ts';
import { stockRow } from '../../../support/bot/databases.ts';
import { startWarehouse } from '../../../support/bot/service.ts';
import { oslo } from '../../../support/bot/time.ts';
import { moveService } from '../../../support/storedData.ts';
import { startTestBot } from '../../../support/testBot.ts';

const DAY = '2026-11-20';
const DAY_BEFORE = '2026-11-19';
const TEN_MINUTES = 10 * 60_000;
const QUARTER = 15 * 60_000;
const HALF_HOUR = 30 * 60_000;
const WHOLE = (rows: readonly object[]) => rows;
const NOTHING = () => [];
const HALF = (rows: readonly object[]) => rows.filter((_, at) => at % 2 === 0);

/** A bot that has the whole stock of the day before, on the next morning, and what stands before its service. */
async function startMorning(at = '08:29', digestDeadline = '12:00') {
  const bot = await startTestBot({
    from: 'evening',
    at: `${DAY} ${at}`,
    hasHealth: true,
    isStarted: false,
    settings: { digestDeadline },
  });
  const service = await startCuttingService(bot.service.url);
  await moveService(bot, service.url);
  const serve = (left: typeof WHOLE) => {
    service.cut = (path, rows) => (path.includes('accumulated-stock') ? left(rows) : rows);
  };
  const products = bot.service.truth.stock().length;
  return {
    bot,
    serve,
    products,
    /** Lets time pass in strides: whoever would have woken on the way wakes at the end of one. */
    async passTo(time: string, stride = QUARTER) {
      while (bot.clock.now() < oslo(`${DAY} ${time}`)) {
        bot.clock.set(Math.min(bot.clock.now() + stride, oslo(`${DAY} ${time}`)));
        await bot.pass(0);
      }
    },
    /** Starts, with what the service has from now on. */
    async start(left = WHOLE) {
      serve(left);
      await bot.restart({ baseUrl: service.url });
    },
    /** The day of the stock that is shown, and how many products it has. */
    async shown() {
      const { text } = await bot.kari.type('/stock', 'all');
      return `${/\*[\d,]+ units\* of all (\d+) products/.exec(text)?.[1]} of ${/stock for (\w+ \d+ \w+)/.exec(text)?.[1]}`;
    },
    calls: () => ({
      all: service.stockQueries.length,
      // A further call of a read, which shows that nothing follows, has a start.
      whole: service.stockQueries.filter(
        (query) => !['maxResults', 'changedSince', 'start'].some((name) => query.has(name)),
      ).length,
    }),
    async shortList() {
      const metrics = await bot.metrics();
      return ['refused', 'taken'].filter(
        (state) => metrics.get(`retail_bot_stock_short_list{state="${state}"}`) === 1,
      );
    },
    digest: () => bot.held('#stock').findLast(({ text }) => text.includes('Stock digest')),
  };
}

test('a second reading with every second product leaves the whole stock, and a whole one ends it before noon', async () => {
  const world = await startMorning();
  const { bot, products } = world;
  await world.start();
  await world.passTo('08:45');
  expect(await world.shown()).toBe(`${products} of Fri 20 Nov`);
  world.serve(HALF);
  await world.passTo('09:45');
  expect(await world.shown()).toBe(`${products} of Fri 20 Nov`);
  expect(bot.logText()).toContain(`"products":${products / 2},"before":${products},"of":"${DAY}"`);
  expect(bot.logText()).toContain('the list is refused and what is stored stays');
  expect(await world.shortList()).toEqual(['refused']);
  world.serve(WHOLE);
  await world.passTo('10:30');
  expect(await world.shortList()).toEqual([]);
  const { all } = world.calls();
  await world.passTo('13:00', HALF_HOUR);
  expect(world.calls().all).toBe(all);
});

test('a first reading with every second product is not taken, and the digest waits until the list is long enough; an empty one is never taken, and no longer asked for after some looks', async () => {
  const world = await startMorning();
  const { bot, products } = world;
  await world.start(HALF);
  await world.passTo('09:20');
  expect(await world.shown()).toBe(`${products} of Thu 19 Nov`);
  expect(world.digest()?.text).toContain('Thu 19 Nov 2026');
  // One fewer, and a fifth would be missing.
  const enough = products - Math.ceil(products / 5) + 1;
  world.serve((rows) => rows.slice(0, enough));
  await world.passTo('10:00');
  expect(await world.shown()).toBe(`${enough} of Fri 20 Nov`);
  expect(world.digest()?.text).toContain('Fri 20 Nov 2026');
  expect(await world.shortList()).toEqual([]);
  world.serve(NOTHING);
  await world.passTo('17:00', HALF_HOUR);
  expect(bot.logText()).toContain('it is no longer asked for');
  const { all } = world.calls();
  await world.passTo('18:00', HALF_HOUR);
  expect(world.calls().all).toBe(all);
  expect(await world.shown()).toBe(`${enough} of Fri 20 Nov`);
  expect(await world.shortList()).toEqual(['refused']);
});

test('stock in which a third of the products is below 0 is taken, with a line for the operator', async () => {
  const world = await startMorning();
  await world.start((rows) => rows.map((row, at) => (at % 3 === 0 ? { ...row, stock: -2 } : row)));
  await world.passTo('08:45');
  expect(await world.shown()).toBe(`${world.products} of Fri 20 Nov`);
  const told = world.bot.logLines().filter(({ msg }) => String(msg).includes('fewer than 0 units'));
  expect(told.at(-1)).toMatchObject({ level: 40, day: DAY, products: world.products });
});

test('stock that two processes find the same in one minute is not taken for whole before the next', async () => {
  const world = await startMorning('08:31');
  const { bot, products } = world;
  await world.start();
  await bot.replica({ baseUrl: bot.settings.baseUrl });
  expect(await world.shown()).toBe(`${products} of Thu 19 Nov`);
  await bot.pass(60);
  expect(await world.shown()).toBe(`${products} of Fri 20 Nov`);
});

test('a list that stays short is taken at noon; until then one call each half hour asks for it, and the digest shows the day before at its deadline', async () => {
  const world = await startMorning('08:29', '11:30');
  const { bot, products } = world;
  await world.start(HALF);
  // The second reading of the day before, which was due since, is over.
  await world.passTo('08:30');
  const before = world.calls();
  await world.passTo('11:55');
  expect(await world.shown()).toBe(`${products} of Thu 19 Nov`);
  expect(world.digest()?.at).toBeGreaterThanOrEqual(oslo(`${DAY} 11:30`));
  expect(world.digest()?.text).toContain('Thu 19 Nov 2026');
  expect(JSON.stringify(world.digest()?.blocks)).toContain(':warning:');
  expect(world.calls().whole - before.whole).toBe(1);
  // Two probes, one of which may have been made before, the reading, and a call every half hour.
  expect(world.calls().all - before.all).toBeLessThanOrEqual(4 + 7);
  const { ts } = world.digest() ?? {};
  await world.passTo('12:20');
  expect(await world.shown()).toBe(`${products / 2} of Fri 20 Nov`);
  expect(bot.logText()).toContain('two readings agree, so the list was taken');
  // The second reading agrees, and still says what it was compared with.
  await world.passTo('13:00');
  expect(await world.shortList()).toEqual(['taken']);
  expect(world.calls().whole - before.whole).toBe(3);
  expect(world.digest()?.ts).toBe(ts);
});

test('a list that is short after noon is taken when another reading half an hour later agrees', async () => {
  const world = await startMorning('13:00');
  const { products } = world;
  await world.start(HALF);
  await world.passTo('13:20', TEN_MINUTES);
  expect(await world.shown()).toBe(`${products} of Thu 19 Nov`);
  await world.passTo('13:40', TEN_MINUTES);
  expect(await world.shown()).toBe(`${products / 2} of Fri 20 Nov`);
  expect(await world.shortList()).toEqual(['taken']);
});

describe('the stock of a day after one of', () => {
  test.each([
    { before: 250, now: 200, isTaken: false, why: 'exactly a fifth fewer' },
    { before: 249, now: 200, isTaken: true, why: 'a little less than a fifth fewer' },
    { before: 100, now: 80, isTaken: false, why: 'a fifth and 20 fewer' },
    { before: 99, now: 80, isTaken: true, why: '19 fewer' },
    { before: 15, now: 2, isTaken: true, why: 'a short list' },
  ])('$before products is taken with $now, $why: $isTaken', async ({ before, now, isTaken }) => {
    const warehouse = await startWarehouse(`${DAY} 08:30`, { products: now / 2 });
    const rows = Array.from({ length: before }, (_, at) => stockRow(String(1101 + at), 5));
    await saveSnapshot(warehouse.database, DAY_BEFORE, rows, oslo(`${DAY_BEFORE} 08:31`));
    await syncStock(warehouse, warehouse.clock.now());
    warehouse.clock.set(oslo(`${DAY} 08:31`));
    expect(await syncStock(warehouse, warehouse.clock.now())).toBe(isTaken);
    expect(await latestSnapshot(warehouse.database)).toMatchObject(
      isTaken ? { businessDate: DAY, products: now } : { businessDate: DAY_BEFORE },
    );
  });

  test('as many products and far fewer units is taken; the log says so', async () => {
    const warehouse = await startWarehouse(`${DAY} 08:30`);
    const rows = warehouse.sandbox.truth.stock().map(({ productId }) => stockRow(productId, 1_000_000));
    await saveSnapshot(warehouse.database, DAY_BEFORE, rows, oslo(`${DAY_BEFORE} 08:31`));
    await syncStock(warehouse, warehouse.clock.now());
    warehouse.clock.set(oslo(`${DAY} 08:31`));
    expect(await syncStock(warehouse, warehouse.clock.now())).toBe(true);
    expect(warehouse.recording.text()).toContain('the stock has far fewer units in as many products');
  });
});
