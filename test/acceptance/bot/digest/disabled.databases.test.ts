import { expect, test } from 'vitest';
import {
  callsFor,
  HISTORY,
  POST,
  startBeforeDigests,
  stockDigestsIn,
  toldToKari,
} from '../../../support/digestBot.ts';
import type { TestBot } from '../../../support/testBot.ts';

const IDS = Array.from({ length: 12 }, (_, at) => `C0N${at}`);

/** A minute before the digests of Friday are due. */
function startBeforeHalfPastEight(): Promise<TestBot> {
  return startBeforeDigests(IDS, {
    from: 'evening',
    at: '2026-11-20 08:29',
    hasHealth: true,
    settings: { digestTime: '08:30' },
  });
}

/** Slack says so to each call, or to each of that method. */
function disable(bot: TestBot, name?: string): void {
  const fault = { kind: 'say', error: 'account_inactive' } as const;
  bot.slack.faults.add({ fault, times: Number.POSITIVE_INFINITY, ...(name === undefined ? {} : { name }) });
}

const errorsOf = (bot: TestBot, from = 0) =>
  bot
    .logLines()
    .slice(from)
    .filter(({ level }) => level >= 50);
const counts = (bot: TestBot) => IDS.map((id) => stockDigestsIn(bot, id).length);
const each = (count: number) => IDS.map(() => count);

test.each([undefined, POST])(
  'while Slack refuses the app for 25 minutes (%s), no digest ends, and each comes once then',
  async (method) => {
    const bot = await startBeforeHalfPastEight();
    await bot.pass(59);
    disable(bot, method);
    for (const time of ['08:31', '08:40', '08:50', '08:54']) await bot.moveTo(time);
    expect(counts(bot)).toEqual(each(0));
    expect(await bot.readyz()).toMatch(/^503 .*slack: not ready: [^\n]*account_inactive/s);
    bot.slack.faults.clear();
    await bot.moveTo('09:10');
    expect(counts(bot)).toEqual(each(1));
    expect(errorsOf(bot)).toMatchObject([
      { msg: expect.stringContaining('SLACK_BOT_TOKEN (account_inactive)') },
    ]);
    // Each was tried once in ten minutes.
    if (method === POST)
      expect(IDS.map((id) => callsFor(bot, POST, id).length <= 4)).toEqual(IDS.map(() => true));
    expect(await bot.readyz()).toMatch(/^200 /);
    expect(toldToKari(bot)).toEqual([]);
  },
);

test('while Slack refuses the app, what may be in its channel is looked for until it is found, and comes once', async () => {
  const bot = await startBeforeHalfPastEight();
  await bot.pass(59);
  for (const [at, channel] of IDS.entries()) {
    const fault = { kind: at % 2 === 0 ? 'resetAfter' : 'resetBefore' } as const;
    bot.slack.faults.add({ fault, name: POST, channel });
  }
  // They wait for the stock, and are looked for five seconds after the lost answers.
  const posts = () => IDS.map((id) => callsFor(bot, POST, id).length);
  for (let second = 0; second < 120 && Math.max(...posts()) === 0; second += 1) await bot.pass(1);
  expect(posts()).toEqual(each(1));
  const from = bot.logLines().length;
  disable(bot);
  for (const time of ['08:40', '08:50', '08:54']) await bot.moveTo(time);
  const looks = IDS.map((id) => callsFor(bot, HISTORY, id).length);
  expect(Math.max(...looks)).toBeLessThanOrEqual(4);
  bot.slack.faults.clear();
  await bot.moveTo('09:10');
  expect(counts(bot)).toEqual(each(1));
  expect(errorsOf(bot, from)).toMatchObject([
    { msg: expect.stringContaining('SLACK_BOT_TOKEN (account_inactive)') },
  ]);
  expect(toldToKari(bot)).toEqual([]);
});
