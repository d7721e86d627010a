import { startSandbox } from 'retail-data-client/sandbox';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startBot } from '../../../../bot/app.ts';
import { postSigned } from '../../../../bot/demo/signedPost.ts';
import { freePort } from '../../../../bot/demo/standIn.ts';
import { DEFAULT_SETTINGS } from '../../../../bot/settings/settings.ts';
import { latestSnapshot, saveSnapshot } from '../../../../bot/stock/snapshots.ts';
import { syncStock } from '../../../../bot/stock/sync.ts';
import { startCuttingService } from '../../../support/bot/cuttingService.ts';
import { newDatabaseFile, openTestDatabase, stockRow } from '../../../support/bot/databases.ts';
import { type SaidAnswer, startSink } from '../../../support/bot/listenerBench.ts';
import { CHANNEL_ID, commandBody } from '../../../support/bot/payloadBodies.ts';
import { createRecordingLog } from '../../../support/bot/recordingLog.ts';
import { startWarehouse } from '../../../support/bot/service.ts';
import { startSlackDouble } from '../../../support/bot/slackDouble.ts';
import { oslo } from '../../../support/bot/time.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';
import { until } from '../../../support/until.ts';

// Some mornings here pass in hundreds of steps.
vi.setConfig({ testTimeout: 300_000 });

const DAY = '2026-11-20';
const DAY_BEFORE = '2026-11-19';
const PRODUCTS = 60;
const WHOLE = { left: (rows: readonly object[]) => rows, count: PRODUCTS };
const NOTHING = { left: () => [], count: 0 };
const HALF = { left: (rows: readonly object[]) => rows.filter((_, at) => at % 2 === 0), count: 30 };

/** A running bot that has the whole stock of the day before; then it is the morning of the day. */
async function startMorning(at = '08:29', deadline = DEFAULT_SETTINGS.digestDeadline) {
  const clock = createFakeClock(oslo(`${DAY_BEFORE} 08:30`));
  const sandbox = await startSandbox({ now: () => clock.now(), stores: 4, products: PRODUCTS / 2 });
  onTestFinished(() => sandbox.close());
  const service = await startCuttingService(sandbox.url);
  const serve = ({ left }: typeof WHOLE) => {
    service.cut = (path, rows) => (path.includes('accumulated-stock') ? left(rows) : rows);
  };
  const slack = await startSlackDouble(0, clock.now);
  const said: SaidAnswer[] = [];
  const responseUrl = await startSink(said);
  const databaseFile = newDatabaseFile();
  const settings = {
    ...DEFAULT_SETTINGS,
    baseUrl: service.url,
    subscriptionKey: sandbox.subscriptionKey,
    botToken: 'xoxb-test',
    appToken: undefined,
    signingSecret: 'signing-secret',
    slackApiUrl: slack.url,
    port: await freePort(),
    healthPort: await freePort(),
    databaseUrl: databaseFile,
    digestChannels: [CHANNEL_ID],
    digestDeadline: deadline,
    salesHistoryDays: 1,
    salesRetentionDays: 2,
  };
  const { log, text } = createRecordingLog();
  const bot = await startBot({ settings, clock, log, stockOnThread: false, monotonic: clock.monotonic });
  onTestFinished(() => bot.stop(0));
  const database = await openTestDatabase(databaseFile);
  /** Lets time pass up to a time of day, every minute as long as real work takes. */
  const passTo = async (time: string) => {
    while (clock.now() < oslo(`${DAY} ${time}`)) {
      const calls = service.stockQueries.length;
      await clock.advance(60_000);
      await new Promise((resolve) => setTimeout(resolve, service.stockQueries.length > calls ? 60 : 4));
    }
  };
  const productsOf = async (day: string) => {
    const rows = await database
      .selectFrom('stock_snapshot')
      .select('products')
      .where('business_date', '=', day)
      .execute();
    return rows[0]?.products;
  };
  await until('the stock of the day before', async () => {
    await clock.advance(15_000);
    return productsOf(DAY_BEFORE);
  });
  await until('its digest', async () => {
    await clock.advance(15_000);
    return slack.posted[0];
  });
  clock.set(oslo(`${DAY} ${at}`));
  const before = service.stockQueries.length;
  return {
    clock,
    serve,
    slack,
    passTo,
    text,
    products: () => productsOf(DAY),
    /** Calls of the day, and how many of them read the whole list. */
    calls: () => {
      const queries = service.stockQueries.slice(before);
      return {
        all: queries.length,
        whole: queries.filter((query) => !query.has('maxResults') && !query.has('changedSince')).length,
      };
    },
    async shortList(): Promise<string[]> {
      const metrics = await (await fetch(`http://127.0.0.1:${settings.healthPort}/metrics`)).text();
      return metrics.match(/(?<=retail_bot_stock_short_list)\{.*\} \d/g) ?? [];
    },
    async type(command: string, typed: string): Promise<string> {
      const body = new URLSearchParams();
      for (const [name, value] of Object.entries({ ...commandBody(responseUrl), command, text: typed })) {
        body.set(name, String(value));
      }
      const answers = said.length;
      await postSigned(settings, body.toString());
      return until('an answer', async () => said[answers]?.text);
    },
  };
}

const REFUSED = ['{state="refused"} 1', '{state="taken"} 0'];
const TAKEN = ['{state="refused"} 0', '{state="taken"} 1'];
const NEITHER = ['{state="refused"} 0', '{state="taken"} 0'];

test.each([
  ['an empty list', NOTHING],
  ['every second product', HALF],
])(
  'a second reading with %s leaves the whole stock, and a whole one ends it before noon',
  async (_, short) => {
    const world = await startMorning();
    await world.passTo('08:45');
    expect(await world.products()).toBe(PRODUCTS);
    world.serve(short);
    await world.passTo('09:45');
    expect(await world.products()).toBe(PRODUCTS);
    expect(await world.type('/stock', 'all')).toContain(`${PRODUCTS} products`);
    expect(world.text()).toContain(`"products":${short.count},"before":${PRODUCTS},"of":"${DAY}"`);
    expect(world.text()).toContain('the list is refused and what is stored stays');
    expect(await world.shortList()).toEqual(REFUSED);
    world.serve(WHOLE);
    await world.passTo('10:30');
    expect(await world.shortList()).toEqual(NEITHER);
    const { all } = world.calls();
    await world.passTo('16:00');
    expect(world.calls().all).toBe(all);
    expect(await world.products()).toBe(PRODUCTS);
  },
);

test('a first reading with every second product is not taken, and the digest waits until the list is whole', async () => {
  const world = await startMorning();
  world.serve(HALF);
  await world.passTo('09:20');
  expect(await world.products()).toBeUndefined();
  expect(world.slack.posted).toHaveLength(1);
  world.serve(WHOLE);
  await world.passTo('09:40');
  expect(await world.products()).toBe(PRODUCTS);
  expect(world.slack.posted[1]?.text).toContain('Fri 20 Nov 2026');
  expect(await world.shortList()).toEqual(NEITHER);
});

test('a list that stays short is taken at noon; until then one call each half hour asks for it, and the digest shows the day before at its deadline', async () => {
  const world = await startMorning('08:29', '11:30');
  // The second reading of the day before, which was due since, is over.
  await world.passTo('08:30');
  const before = world.calls();
  world.serve(HALF);
  await world.passTo('11:55');
  const digest = await until('the digest at its deadline', async () => world.slack.posted[1]);
  expect(await world.products()).toBeUndefined();
  expect(world.calls().whole - before.whole).toBe(1);
  // Two probes, one of which may have been made before, the reading, and a call every half hour.
  expect(world.calls().all - before.all).toBeLessThanOrEqual(3 + 7);
  await world.passTo('12:10');
  expect(await world.products()).toBe(HALF.count);
  expect(world.text()).toContain('two readings agree, so the list was taken');
  expect(digest.text).toContain('Thu 19 Nov 2026');
  expect(JSON.stringify(digest.blocks)).toContain(':warning:');
  // The second reading agrees, and still says what it was compared with.
  await world.passTo('13:00');
  expect(await world.shortList()).toEqual(TAKEN);
  expect(world.calls().whole - before.whole).toBe(3);
  expect(world.slack.posted).toHaveLength(2);
});

test('a list that is short after noon is taken when another reading half an hour later agrees', async () => {
  const world = await startMorning('13:00');
  world.serve(HALF);
  await world.passTo('13:20');
  expect(await world.products()).toBeUndefined();
  await world.passTo('13:40');
  expect(await world.products()).toBe(HALF.count);
  expect(await world.shortList()).toEqual(TAKEN);
});

test('an empty list is never taken, and no longer asked for after some looks', async () => {
  const world = await startMorning();
  await world.passTo('08:45');
  world.serve(NOTHING);
  await world.passTo('20:00');
  expect(await world.products()).toBe(PRODUCTS);
  expect(world.calls().all).toBeLessThan(25);
  expect(world.text()).toContain('it is no longer asked for');
  expect(await world.shortList()).toEqual(REFUSED);
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
