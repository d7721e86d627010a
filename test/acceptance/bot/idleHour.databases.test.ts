import { expect, test } from 'vitest';
import { startTestBot, type TestBot } from '../../support/testBot.ts';

const HOUR = 60 * 60;
/** Besides the watch of what the bot depends on. */
const MOST_STATEMENTS = 300;
const LONGEST_SLEEP_MS = 60_000;

/** Statements of so many seconds, each with the second it was sent in. */
async function statementsIn(bot: TestBot, seconds: number) {
  const sent: { readonly text: string; readonly second: number }[] = [];
  const from = bot.clock.now();
  bot.process.listen((text) => sent.push({ text, second: Math.round((bot.clock.now() - from) / 1_000) }));
  await bot.pass(seconds);
  bot.process.listen(undefined);
  return sent;
}

test('an hour in which nothing is due costs few statements, and no sleep is long', async () => {
  const bot = await startTestBot({ at: '2026-11-20 14:05' });
  // What a start begins, and what was to be made up for.
  await bot.pass(25 * 60);
  const slept = bot.clock.sleeps.length;
  const sent = await statementsIn(bot, HOUR);
  // The watch looks every 15 seconds, the jobs every 30: what is sent between is the watch's.
  const probes = new Set(sent.filter(({ second }) => second % 30 === 15).map(({ text }) => text));
  const counted = sent.filter(({ text }) => !probes.has(text));
  const texts = Object.entries(Object.groupBy(counted, ({ text }) => text))
    .map(([text, each]) => `${each?.length} ${text.slice(0, 200)}`)
    .toSorted((one, other) => Number.parseInt(other, 10) - Number.parseInt(one, 10));
  expect(counted.length, texts.join('\n')).toBeLessThanOrEqual(MOST_STATEMENTS);
  expect(counted.length).toBeGreaterThan(100);
  expect(Math.max(...bot.clock.sleeps.slice(slept))).toBeLessThanOrEqual(LONGEST_SLEEP_MS);
});

test('what another process has written is seen within half a minute', async () => {
  const bot = await startTestBot({ at: '2026-11-20 14:05' });
  const other = await bot.replica();
  await bot.pass(5 * 60 + 7);
  await other.as('kari', '#second').type('/digest', 'subscribe at 14:11');
  other.end();
  await bot.pass(60);
  expect(bot.held('#second').map(({ text }) => text)).toContainEqual(expect.stringContaining('Stock digest'));
  expect(bot.slack.calls.findLast(({ method }) => method === 'chat.postMessage')?.token).toBe(
    bot.settings.botToken,
  );
});
