import { readFileSync } from 'node:fs';
import { type SandboxOptions, startSandbox } from 'retail-data-client/sandbox';
import { describe, expect, onTestFinished, test } from 'vitest';
import { oslo } from '../../support/bot/time.ts';
import {
  changeSales,
  forgetOwnProducts,
  forgetSales,
  forgetStockAndSales,
  moveService,
} from '../../support/storedData.ts';
import { databaseOfRun, startTestBot, type TestBot } from '../../support/testBot.ts';
import { rejection } from '../../support/testClient.ts';
import { until } from '../../support/until.ts';

const OLD_KEY = 'sandbox-key-for-local-use-only';
const NEW_KEY = 'key-new-60718293a4b5';
const TAKEN = 'a new key of the same supplier';
const WAITS = 'The bot waits to compare the new subscription key.';

/** A bot whose service has a new key since its database was filled; it is not started yet. */
function beforeStart(service: SandboxOptions = {}, at?: string): Promise<TestBot> {
  return startTestBot({
    isStarted: false,
    hasHealth: true,
    service: { subscriptionKey: NEW_KEY, ...service },
    ...(at === undefined ? {} : { at }),
  });
}

async function refusal(bot: TestBot, settings = {}): Promise<string> {
  const error = await rejection(bot.restart(settings));
  expect(error).toMatchObject({ name: 'ForeignDatabaseError' });
  const message = error instanceof Error ? error.message : String(error);
  expect(message).not.toMatch(/key-new|sandbox-key/);
  return message;
}

/** Starts, and lets time pass meanwhile. */
async function startWhile(bot: TestBot, work: () => Promise<void>): Promise<void> {
  const started = bot.restart();
  await work();
  await started;
}

const answers = async ({ kari }: TestBot) => [
  (await kari.type('/stock', 'all')).text,
  // The service tells the names of stores only to its new key.
  (await kari.type('/sales', 'last week by:product')).text,
  (await kari.type('/digest', 'status')).text,
];

test('a renewed key of the same supplier is taken at the start, and nothing is lost', async () => {
  const bot = await beforeStart();
  await bot.restart({ subscriptionKey: OLD_KEY });
  const before = await answers(bot);
  const mark = bot.held('#stock').length;
  await bot.stop();
  const asked = bot.service.requests.length;

  await bot.restart({ subscriptionKey: NEW_KEY });
  expect(bot.logText()).toContain(TAKEN);
  expect(bot.service.requests[asked]?.path).toMatch(/daily-sales/);
  expect(await answers(bot)).toEqual(before);
  bot.clock.set(oslo('2026-11-21 08:25'));
  await bot.moveTo('08:40');
  expect(
    bot
      .held('#stock')
      .slice(mark)
      .filter(({ blocks }) => blocks.length > 0)
      .map(({ text }) => /(Stock|Sales) digest · \w+ \d+ \w+/.exec(text)?.[0])
      .toSorted(),
  ).toEqual(['Sales digest · Fri 20 Nov', 'Stock digest · Sat 21 Nov']);
  if (databaseOfRun() === 'sqlite') expect(readFileSync(bot.databasePlace).includes(NEW_KEY)).toBe(false);
  expect(bot.logText()).not.toMatch(/key-new|sandbox-key/);
  await bot.restart();
  expect(bot.logText().split(TAKEN)).toHaveLength(2);
});

test('a key is taken although the rows of one store were corrected meanwhile', async () => {
  const bot = await beforeStart();
  await changeSales(bot, 'store 1');
  await bot.restart();
  expect(bot.logText()).toContain(TAKEN);
});

describe('a start is refused, asks Slack for nothing and changes nothing', () => {
  const SUPPLIER =
    /belongs to another supplier than the database: of the \d+ rows .* it reads \d+\. Set the old/;
  test.each([
    ['with the key of another supplier', { seed: 2 }, [], SUPPLIER],
    ['with a key that reads no sales of that day', { emptyDays: ['2026-11-19'] }, [], SUPPLIER],
    ['with a key that the service rejects', { subscriptionKey: 'key-other' }, [], /^The service rejects/],
    [
      'where there is stock but no sales',
      {},
      [forgetSales, forgetOwnProducts],
      /has no day of sales to compare the new key with\. Set the old/,
    ],
    ['where the sales are of other products', {}, [forgetOwnProducts], SUPPLIER],
    [
      'where a third of the rows differ',
      {},
      [(bot: TestBot) => changeSales(bot, 'every third product')],
      SUPPLIER,
    ],
  ])('%s', async (_, service, changes, sentence) => {
    const bot = await beforeStart(service);
    for (const change of changes) await change(bot);
    expect(await refusal(bot, { subscriptionKey: NEW_KEY })).toMatch(sentence);
    expect(bot.slack.calls).toEqual([]);
    // It still belongs to the old key.
    await bot.restart({ subscriptionKey: OLD_KEY });
  });

  test('at another address', async () => {
    const bot = await beforeStart();
    expect(await refusal(bot, { baseUrl: 'http://127.0.0.1:9', subscriptionKey: OLD_KEY })).toBe(
      `The database was filled from ${bot.service.url}, but RETAIL_DATA_BASE_URL is http://127.0.0.1:9. Set the old value again, or give DATABASE_URL a new file.`,
    );
  });
});

test('a database without stock and sales goes to whichever key and address starts', async () => {
  const bot = await beforeStart();
  await forgetStockAndSales(bot);
  await moveService(bot, 'https://mistyped.example.com');
  await bot.restart();
  expect(bot.logText()).not.toContain(TAKEN);
  await bot.restart();
});

test('an import that is under way stores nothing once another supplier has taken the database, which was new', async () => {
  const chain = { stores: 3, products: 8 };
  const settings = { salesHistoryDays: 5 };
  const first = await startTestBot({ from: 'empty', isStarted: false, service: chain, settings });
  const other = await startSandbox({ ...chain, seed: 2, now: first.clock.right });
  onTestFinished(() => other.close());
  // Its answer comes after the other bot has started.
  const late = { kind: 'delay', milliseconds: 4_000 } as const;
  first.service.fail({ operation: 'dailySales', fault: late, times: Number.POSITIVE_INFINITY });
  const started = first.restart();
  await until('the first bot asks for sales', async () =>
    first.service.requests.some(({ path }) => path.includes('daily-sales')) ? true : undefined,
  );
  const { url: baseUrl, subscriptionKey } = other;
  const second = await first.replica({ ...settings, baseUrl, subscriptionKey });
  await started;
  await first.pass(90);
  expect(await rejection(first.unusable())).toMatchObject({ name: 'ForeignDatabaseError' });
  expect(first.logText()).toContain('Another process has taken over the sync of sales');
  const sold = other.truth.sales('2026-11-16', '2026-11-19');
  const litres = sold.reduce((sum, { salesVolume }) => sum + salesVolume, 0);
  const { text } = await second.kari.type('/sales', '16.11..19.11 by:day');
  expect(text).toContain(`${litres.toFixed(1)} l`);
});

test('a service that is away is waited for, and the digest of the morning comes once it is back', async () => {
  const bot = await beforeStart({}, '2026-11-21 08:20');
  const mark = bot.held('#stock').length;
  bot.service.fail({ fault: { kind: 'status', status: 503 }, times: Number.POSITIVE_INFINITY });
  await startWhile(bot, async () => {
    // It opens the database first, which takes its time on a server.
    for (let quarters = 0; quarters < 60 && !bot.logText().includes(WAITS); quarters += 1) await bot.pass(15);
    await bot.pass(60);
    expect(await bot.readyz()).toMatch(/^503 .*^service: not ready: the new subscription key .*503/ms);
    expect(bot.logText()).toContain(WAITS);
    expect(bot.slack.calls).toEqual([]);
    bot.service.clearFaults();
    await bot.pass(60);
  });
  await bot.moveTo('08:40');
  expect(bot.logText()).toContain(TAKEN);
  expect(
    bot
      .held('#stock')
      .slice(mark)
      .map(({ text }) => text.slice(0, 12)),
  ).toContain('Stock digest');
});

test('a bot that runs with the old key ends, and cannot take the database back', async () => {
  const old = await beforeStart();
  await old.restart({ subscriptionKey: OLD_KEY });
  const renewed = await old.replica();
  expect(renewed.logText()).toContain(TAKEN);
  await old.pass(60);
  expect(await rejection(old.unusable())).toMatchObject({ name: 'ForeignDatabaseError' });
  expect(await refusal(old)).toMatch(/is an old key, which a newer one has replaced/);
  await renewed.restart();
  expect(renewed.logText().split(TAKEN)).toHaveLength(2);
});

test('two bots that start with the new key at once both get the database', async () => {
  const bot = await beforeStart();
  await bot.restart({ subscriptionKey: OLD_KEY });
  await bot.stop();
  const second = await bot.replica({ subscriptionKey: OLD_KEY });
  await second.stop();
  await Promise.all([
    bot.restart({ subscriptionKey: NEW_KEY }),
    second.restart({ subscriptionKey: NEW_KEY }),
  ]);
  await bot.pass(60);
  expect((await bot.kari.type('/stock', 'all')).text).toContain('units');
  await second.restart();
});
