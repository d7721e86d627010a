import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { oslo } from '../../support/bot/time.ts';
import { startTestBot, type TestBot } from '../../support/testBot.ts';

const DAY = 24 * 60 * 60_000;
const FRIDAY = 'Stock digest · Fri 20 Nov 2026';
const SATURDAY = 'Stock digest · Sat 21 Nov 2026';

const digestsOf = (bot: TestBot, of: string) =>
  bot.held('#stock').filter(({ text }) => text.includes(of)).length;
const clockOf = async (bot: TestBot) => /^clock: .*$/m.exec(await bot.readyz())?.[0];

/** The bot on Friday before its digests, between a Slack and a service that know the true time. */
function beforeDigest(options: { readonly isStarted?: boolean } = {}) {
  return startTestBot({ from: 'evening', at: '2026-11-20 08:25', hasHealth: true, ...options });
}

describe.each([
  ['1 day ahead of', 1],
  ['31 days ahead of', 31],
  ['500 days ahead of', 500],
  ['1 day behind', -1],
])('a clock that is %s the true time', (words, days) => {
  test('for a moment before the digest loses nothing and posts nothing of another day', async () => {
    const bot = await beforeDigest();
    const sales = await bot.kari.type('/sales', 'last 7 days by day');
    const before = bot.held('#stock').length;
    bot.clock.beWrongBy(days * DAY);
    await bot.pass(90);
    const problem = `the clock of this machine is ${words} Slack's`;
    expect(await bot.readyz()).toMatch(/^503/);
    expect(await clockOf(bot)).toBe(`clock: not ready: ${problem}`);
    const offset = (await bot.metrics()).get('retail_bot_clock_offset_seconds{clock="process"}');
    expect(offset).toBeCloseTo((days * DAY) / 1_000, -1);
    const errors = bot.logLines().filter(({ msg }) => msg.startsWith('the clock is wrong'));
    expect(errors.map(({ msg }) => msg)).toEqual([expect.stringContaining(problem)]);
    expect(bot.held('#stock')).toHaveLength(before);

    bot.clock.beWrongBy(0);
    await bot.pass(90);
    expect(await clockOf(bot)).toBe('clock: ok');
    expect(bot.logText()).toContain('the clock is right again');
    expect((await bot.kari.type('/sales', 'last 7 days by day')).text).toBe(sales.text);
    await bot.moveTo('08:33');
    expect(digestsOf(bot, FRIDAY)).toBe(1);
    // That of the sales is the other one.
    expect(
      bot
        .held('#stock')
        .slice(before)
        .filter(({ text }) => text.includes('digest ·')),
    ).toHaveLength(2);
  });
});

test('a bot that starts with a wrong clock begins once it is right, with the digest of the day', async () => {
  const bot = await beforeDigest({ isStarted: false });
  const before = bot.held('#stock').length;
  bot.clock.beWrongBy(31 * DAY);
  await bot.restart();
  await bot.pass(10 * 60);
  expect(await bot.readyz()).toMatch(/^503/);
  expect(bot.held('#stock')).toHaveLength(before);
  bot.clock.beWrongBy(0);
  await bot.pass(5 * 60);
  expect(digestsOf(bot, FRIDAY)).toBe(1);
});

test.each([1, 31])(
  'what a clock that is %i days ahead has recorded while nobody told the time keeps no digest from coming',
  async (days) => {
    const bot = await beforeDigest();
    bot.slack.setClockOffset(undefined);
    // Past the deadline of that day, as it seems: with the figures that there are.
    bot.clock.beWrongBy(days * DAY + 4 * 60 * 60_000);
    await bot.pass(120);
    const early = bot.held('#stock').length;
    bot.clock.beWrongBy(0);
    bot.slack.setClockOffset(0);
    await bot.pass(8 * 60);
    expect(bot.logText()).toContain('a digest was recorded before its time');
    expect(
      bot
        .held('#stock')
        .slice(early)
        .filter(({ text }) => text.includes(FRIDAY)),
    ).toHaveLength(1);
    bot.clock.set(bot.clock.now() + DAY - 10 * 60_000);
    await bot.pass(12 * 60);
    expect(digestsOf(bot, SATURDAY)).toBe(1);
  },
);

test('more than a week of sales or stock that is too old goes a day after the log has said so', async () => {
  const bot = await startTestBot({ settings: { salesRetentionDays: 2, salesHistoryDays: 2 } });
  const database = new DatabaseSync(bot.databasePlace);
  onTestFinished(() => database.close());
  for (const day of ['2026-06-01', '2026-07-01']) {
    database
      .prepare(
        'update stock_snapshot set business_date = ? where business_date = (select max(business_date) from stock_snapshot where business_date < ?)',
      )
      .run(day, '2026-11-20');
  }
  const oldDays = () =>
    [
      'select sales_date from sales_day where sales_date < ?',
      'select business_date from stock_snapshot where business_date < ?',
    ].map((query) => database.prepare(query).all('2026-11-15').length);
  const warnings = () => bot.logLines().filter(({ msg }) => msg.includes('more than a week of them')).length;
  const passNoon = async (day: number) => {
    bot.clock.set(oslo('2026-11-20 12:04') + day * DAY);
    await bot.pass(6 * 60);
  };
  const before = oldDays();
  await passNoon(0);
  expect(warnings()).toBe(2);
  expect(oldDays()).toEqual(before);
  await passNoon(1);
  expect(oldDays()).toEqual([0, 0]);
  expect(warnings()).toBe(2);
});
