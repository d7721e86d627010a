import type { Fault } from 'retail-data-client/sandbox';
import { expect, test } from 'vitest';
import { sleepUntil, startBeforeDigests, stockDigestsIn, toldToKari } from '../../../support/digestBot.ts';
import { startTestBot, type TestBot } from '../../../support/testBot.ts';

const FOR_GOOD = { operation: 'accumulatedStock', times: Number.POSITIVE_INFINITY } as const;

const newest = (bot: TestBot, id: string) => stockDigestsIn(bot, id).at(-1)?.text;
const count = (bot: TestBot, id: string) => stockDigestsIn(bot, id).length;

function failWith(bot: TestBot, fault: Fault): void {
  bot.service.fail({ ...FOR_GOOD, fault });
}

/** Each answer has a row more than the one before. */
function keepLoading(bot: TestBot): void {
  const stock = bot.service.truth.stock().filter(({ stock }) => stock > 0);
  for (let rows = 1; rows < 20; rows += 1) {
    const body = stock.slice(0, rows).map((row) => ({ ...row, updatedDate: '2026-11-20' }));
    bot.service.fail({ operation: 'accumulatedStock', fault: { kind: 'shape', body } });
  }
}

test.each<[string, (bot: TestBot) => void, string]>([
  ['has nothing new', (bot) => failWith(bot, { kind: 'shape', body: [] }), 'No newer data has arrived.'],
  [
    'does not answer',
    (bot) => failWith(bot, { kind: 'status', status: 500 }),
    "The app couldn't get newer data from the data service.",
  ],
  ['is still at it', keepLoading, 'Stock for Fri 20 Nov 2026 is still being loaded.'],
])(
  'while the service %s a digest waits until its deadline, then has the stock of yesterday and says why',
  async (_, fail, why) => {
    const bot = await startBeforeDigests(['C0NOON'], {
      from: 'evening',
      at: '2026-11-20 08:29',
      settings: { digestTime: '08:30' },
    });
    await bot.kari.type('/digest', 'subscribe stock stale:skip');
    const before = count(bot, 'C0STOCK');
    fail(bot);
    await bot.pass(3 * 60);
    await sleepUntil(bot, '2026-11-20 11:59');
    expect([count(bot, 'C0NOON'), toldToKari(bot)]).toEqual([0, []]);
    await bot.pass(60);
    expect(newest(bot, 'C0NOON')).toContain(
      `Showing stock for Thu 19 Nov 2026. ${why} Stock digest · Thu 19 Nov 2026`,
    );
    expect(count(bot, 'C0STOCK')).toBe(before);
    // What comes after it makes no second digest.
    bot.service.clearFaults();
    await sleepUntil(bot, '2026-11-20 12:10');
    await sleepUntil(bot, '2026-11-20 12:20');
    await bot.pass(60);
    expect((await bot.kari.type('/stock', 'all')).text).toMatch(/stock of Fri 20 Nov 2026/);
    expect(count(bot, 'C0NOON')).toBe(1);
    expect(toldToKari(bot)).toEqual([
      expect.stringContaining('no stock data for Fri 20 Nov 2026 had arrived by the deadline'),
    ]);
  },
);

test('before 08:30 a digest shows the stock of yesterday; on Sunday it waits half an hour, on Monday until its deadline', async () => {
  const bot = await startTestBot();
  await bot.as('kari', '#second').type('/digest', 'subscribe stale:skip');
  await bot.kari.type('/digest', 'subscribe stock at 07:00');
  const early = () => newest(bot, 'C0STOCK');
  await sleepUntil(bot, '2026-11-21 07:00');
  expect(early()).toMatch(/^Stock digest · Fri 20 Nov 2026/);
  await sleepUntil(bot, '2026-11-21 08:30');
  await bot.pass(2 * 60);
  expect(count(bot, 'C0SECOND')).toBe(1);
  await sleepUntil(bot, '2026-11-22 07:10');
  expect(early()).toMatch(/^Stock digest · Sat 21 Nov 2026/);
  await sleepUntil(bot, '2026-11-22 08:30');
  await sleepUntil(bot, '2026-11-22 08:59');
  expect(count(bot, 'C0SECOND')).toBe(1);
  await bot.pass(60);
  const quiet = 'No product has changed since Sat 21 Nov 2026.';
  expect(newest(bot, 'C0SECOND')).toContain(quiet);
  await sleepUntil(bot, '2026-11-22 12:10');
  expect(count(bot, 'C0SECOND')).toBe(2);
  await sleepUntil(bot, '2026-11-23 07:00');
  expect(early()).toContain(quiet);
  // Deliveries have begun again.
  failWith(bot, { kind: 'shape', body: [] });
  await sleepUntil(bot, '2026-11-23 08:30');
  await sleepUntil(bot, '2026-11-23 11:58');
  expect(count(bot, 'C0SECOND')).toBe(2);
  await bot.pass(2 * 60);
  expect(newest(bot, 'C0SECOND')).toContain(quiet);
  expect([count(bot, 'C0SECOND'), toldToKari(bot)]).toEqual([3, []]);
  expect(bot.logLines().filter(({ level }) => level >= 50)).toEqual([]);
});
