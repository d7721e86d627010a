import { expect, test } from 'vitest';
import { askedLater } from '../../../support/storedData.ts';
import { startTestBot } from '../../../support/testBot.ts';

const WEEK_MS = 7 * 86_400_000;

test('App Home has the six newest questions of a person, and forgets them after a week', async () => {
  const bot = await startTestBot();
  for (const day of ['1', '2', '3', '4', '5', '6', '7']) {
    await bot.kari.type('/sales', `2026-11-0${day}`);
    await bot.pass(1);
  }
  // The same question in other words is no further one.
  await bot.kari.type('/sales', '7 november');
  const { text } = await bot.kari.openHome();
  expect(text.match(/home_ask:\d = .*/g)).toEqual(
    ['7 november', ...['6', '5', '4', '3', '2'].map((day) => `2026-11-0${day}`)].map(
      (typed, at) => `home_ask:${at} = /sales ${typed}`,
    ),
  );
  bot.clock.set(bot.clock.now() + WEEK_MS);
  expect((await bot.kari.openHome()).text).not.toContain('home_ask');
  await bot.ola.type('/stock', 'out');
  // Those that were deleted do not come back.
  await askedLater(bot, WEEK_MS);
  expect((await bot.ola.openHome()).text).toContain('/stock utsolgt');
  expect((await bot.kari.openHome()).text).not.toContain('home_ask');
  expect(bot.logText()).not.toContain('could not be noted');
});
