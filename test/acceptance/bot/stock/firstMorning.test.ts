import type { Sandbox } from 'retail-data-client/sandbox';
import { expect, test } from 'vitest';
import { oslo } from '../../../support/bot/time.ts';
import { startTestBot } from '../../../support/testBot.ts';

test('in the first minutes of a first start people read that stock is being fetched, and how long that takes', async () => {
  const bot = await startTestBot({ from: 'empty', at: '2026-11-20 08:45' });
  const asked = await bot.kari.type('/stock', '1101');
  expect(asked.text).toContain('fetching stock for the first time. This usually takes about two minutes.');
  expect((await bot.ola.type('/stock', '1101')).text).toContain('henter lagertall for første gang');
  await bot.pass(2 * 60);
  expect((await bot.kari.type('/stock', 'all')).text).toMatch(/stock for Fri 20 Nov 2026/);
});

test('a first start whose calls fail says so in place of that', async () => {
  const before = ({ service }: { readonly service: Sandbox }) =>
    service.fail({ operation: 'accumulatedStock', fault: { kind: 'status', status: 503 }, times: 999 });
  const bot = await startTestBot({ from: 'empty', at: '2026-11-20 08:45', before });
  await bot.pass(60);
  const { text } = await bot.kari.type('/stock', '1101');
  expect(text).toContain('There is no stock data yet. Last attempt: ');
});

test('a first start at 06:00 shows the stock of today that is there already, and the digest waits for that of 08:30', async () => {
  const bot = await startTestBot({ from: 'empty', at: '2026-11-20 08:45', isStarted: false });
  const stockCalls = () =>
    bot.service.requests.filter(({ path }) => path.includes('accumulated-stock')).length;
  // The service is ahead of the clock of the bot and of Slack: its stock of today is there at 06:00.
  bot.clock.setAhead(oslo('2026-11-20 06:00') - bot.clock.right());
  bot.slack.setClockOffset(oslo('2026-11-20 06:00') - bot.clock.right());
  await bot.restart();
  await bot.pass(5 * 60);
  expect((await bot.kari.type('/stock', 'all')).text).toMatch(/stock for Fri 20 Nov 2026/);
  expect(bot.held('#stock')).toEqual([]);

  bot.clock.setAhead(0);
  bot.slack.setClockOffset(0);
  bot.service.fail({ operation: 'accumulatedStock', fault: { kind: 'status', status: 503 }, times: 999 });
  const stockDigest = () => bot.held('#stock').find(({ text }) => text.includes('Stock digest'));
  await bot.pass(5 * 60);
  expect(stockDigest()).toBeUndefined();
  bot.service.clearFaults();
  const calls = stockCalls();
  await bot.pass(30 * 60);
  const digest = stockDigest();
  expect(digest?.text).toContain('Stock digest · Fri 20 Nov 2026');
  expect(JSON.stringify(digest?.blocks)).not.toContain(':warning:');
  // Two probes a minute apart, the stock, and what shows that nothing follows stand before it.
  expect(stockCalls()).toBe(calls + 4);
});
