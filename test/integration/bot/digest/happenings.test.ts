import { expect, test } from 'vitest';
import { countPoints, happenAt, type Point, pointsOf } from '../../../support/faults/points.ts';
import { startTestBot, type TestBot } from '../../../support/testBot.ts';

/** What a bot passes on the way from the minute of a digest to the file in its thread. */
const WAY = { writes: 16, calls: 6, answers: 5 };
const POINTS = pointsOf(WAY);
const PLACE = '#second';
const DIGEST = 'Stock digest · Fri 20 Nov 2026';
const POSTED = 'Fri 20 Nov 2026, stock, daily: posted Fri 20 Nov 2026, 08:5';

/** A moment before 08:50, when the digest of another channel is due too. */
async function beforeDigest(): Promise<TestBot> {
  const bot = await startTestBot();
  await bot.as('kari', PLACE).type('/digest', 'subscribe at 08:50');
  await bot.pass(59);
  return bot;
}

/** What a digest says, without what it says of its lateness. */
const figuresOf = ({ text }: { readonly text: string }) => text.slice(text.indexOf(DIGEST));
const digestsIn = (bot: TestBot, place: '#stock' | '#second') =>
  bot.held(place).filter(({ text }) => text.includes(DIGEST));

/** One digest stands in the channel, with the figures that the other channel has, and the bot knows of it. */
async function expectOne(bot: TestBot): Promise<void> {
  expect(digestsIn(bot, PLACE).map(figuresOf)).toEqual(digestsIn(bot, '#stock').map(figuresOf));
  expect((await bot.as('kari', PLACE).type('/digest', 'status')).text).toContain(POSTED);
  expect(bot.slack.workspace.held('D0KARI')).toEqual([]);
}

test('the way of a digest that nothing happens to', async () => {
  const bot = await beforeDigest();
  const passed = countPoints(bot);
  await bot.pass(1);
  expect(passed).toEqual(WAY);
  await expectOne(bot);
});

test.each(POINTS)('a process that is gone at $at $number is made up for by another', async (point: Point) => {
  const bot = await beforeDigest();
  const hasHappened = happenAt(bot, point, () => bot.end());
  await bot.pass(1);
  expect(hasHappened()).toBe(true);
  const other = await bot.replica();
  await other.pass(120);
  await expectOne(other);
});
