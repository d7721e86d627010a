import { expect, test } from 'vitest';
import { countPoints, happenAt, pointsOf } from '../../../support/faults/points.ts';
import { isLong } from '../../../support/seed.ts';
import { armAlerts, judgedOn } from '../../../support/storedData.ts';
import { startTestBot, type TestBot } from '../../../support/testBot.ts';

const HEADINGS = ['Sales alerts for Thu 19 Nov 2026', 'Stock alerts for Fri 20 Nov 2026'];

/** A bot with an alert of stock and one of sales, which wait in a channel for the judgement that lets both fire. */
async function startWithAlerts() {
  const bot = await startTestBot();
  await bot.kari.type('/stock', 'alert below 1000000');
  await bot.kari.type('/sales', 'alert up 1%');
  return bot;
}

/** Both alerts are those of that channel, whose figures were not beyond the line on the day before. */
async function expectIn(bot: TestBot, channel: string): Promise<void> {
  bot.slack.workspace.addChannel(channel);
  await judgedOn(bot, '2026-11-18', channel);
  await armAlerts(bot);
}

const alertsIn = (bot: TestBot, channel: string) =>
  bot
    .held(channel)
    .map(({ text }) => text.split(': ')[0])
    .toSorted();

test('whichever write, call or answer a process ends at while it judges, another posts each message once', async () => {
  let bot = await startWithAlerts();
  await expectIn(bot, 'C0FIRST');
  const way = countPoints(bot);
  await bot.pass(60);
  expect(alertsIn(bot, 'C0FIRST')).toEqual(HEADINGS);

  const points = pointsOf(way).filter((_, at) => isLong || at % 3 === 0);
  expect(points.length).toBeGreaterThan(10);
  let ended = 0;
  for (const [at, point] of points.entries()) {
    const channel = `C0CASE${at}`;
    await expectIn(bot, channel);
    const dying = bot;
    const hasEnded = happenAt(dying, point, () => dying.end());
    await dying.pass(60);
    // Not every case makes as many writes: a lease is renewed or isn't.
    if (hasEnded()) ended += 1;
    bot = await dying.replica();
    await dying.stop();
    await bot.pass(120);
    expect(alertsIn(bot, channel), JSON.stringify(point)).toEqual(HEADINGS);
  }
  expect(ended).toBeGreaterThan(0.8 * points.length);
});
