import { expect, test } from 'vitest';
import { expectWithinLimits, mostIn } from '../../../support/bot/callInstants.ts';
import { forgetStockReads } from '../../../support/storedData.ts';
import { startTestBot } from '../../../support/testBot.ts';

const FAILS = { kind: 'status', status: 500 } as const;
const ALWAYS = Number.POSITIVE_INFINITY;

test('a bot that starts ten times within a minute, with a service that fails, is never refused a call', async () => {
  const bot = await startTestBot({
    from: 'empty',
    isStarted: false,
    settings: { salesHistoryDays: 1 },
    // Stores are there: a stop waits for what is being read of them.
    before({ service }) {
      for (const operation of ['accumulatedStock', 'dailySales'] as const)
        service.fail({ operation, fault: FAILS, times: ALWAYS });
    },
  });
  const { service } = bot;
  const calls = () => service.requests.filter(({ path }) => path.includes('accumulated-stock'));
  const from = bot.clock.now();
  for (let start = 0; start < 10; start += 1) {
    await bot.restart();
    // A failed call is repeated as long as the bot runs.
    await bot.pass(2);
    await bot.stop();
    // Every start asks again.
    await forgetStockReads(bot);
    bot.clock.set(bot.clock.now() + 1_500);
  }
  expect(bot.clock.now() - from).toBeLessThanOrEqual(60_000);
  const instants = () => calls().map(({ at }) => at);
  // What was allowed was also used: the starts did want more.
  expect(mostIn(instants(), 60_000)).toBeGreaterThanOrEqual(17);

  service.clearFaults();
  // Reading the sales of a month would only cost time.
  service.fail({ operation: 'dailySales', fault: FAILS, times: ALWAYS });
  await bot.restart();
  await bot.pass(3 * 60);
  expect((await bot.kari.type('/stock', 'mine')).text).toContain('Fri 20 Nov 2026');
  expectWithinLimits(instants());
  expect(calls().map(({ status }) => status)).not.toContain(429);
});
