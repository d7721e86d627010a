import type { Fault } from 'retail-data-client/sandbox';
import { expect, test } from 'vitest';
import {
  sleepUntil,
  startBeforeDigests,
  stockDigestsIn,
  threadFilesIn,
  toldToKari,
} from '../../../support/digestBot.ts';
import { startTestBot, type TestBot } from '../../../support/testBot.ts';

const FOR_GOOD = { operation: 'accumulatedStock', times: Number.POSITIVE_INFINITY } as const;

const NO_SALES = { operation: 'dailySales', fault: { kind: 'status', status: 400 }, times: 999 } as const;

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

test.each<[string, (bot: TestBot) => void, string, salesCome?: boolean]>([
  [
    'has nothing new',
    (bot) => failWith(bot, { kind: 'shape', body: [] }),
    'No newer data has arrived.',
    true,
  ],
  [
    'does not answer',
    (bot) => failWith(bot, { kind: 'status', status: 500 }),
    "The app couldn't get newer data from the data service.",
  ],
  ['is still at it', keepLoading, 'Stock for Fri 20 Nov 2026 is still being loaded.'],
])(
  'while the service %s digests wait until their deadline, then have the figures of the day before and say why',
  async (_, fail, why, salesCome = false) => {
    const bot = await startBeforeDigests(['C0NOON'], {
      from: 'evening',
      at: '2026-11-20 08:29',
      settings: { digestTime: '08:30' },
      before: ({ service }) => service.fail(NO_SALES),
    });
    const sales = () => bot.held('C0STOCK').filter(({ text }) => text.includes('Sales digest · '));
    const salesBefore = sales().length;
    fail(bot);
    await bot.pass(3 * 60);
    expect(sales()).toHaveLength(salesBefore);
    if (salesCome) {
      bot.service.clearFaults();
      fail(bot);
      await sleepUntil(bot, '2026-11-20 09:30');
      await bot.pass(60);
    }
    await sleepUntil(bot, '2026-11-20 11:59');
    expect([count(bot, 'C0NOON'), toldToKari(bot)]).toEqual([0, []]);
    expect(sales()).toHaveLength(salesCome ? salesBefore + 1 : salesBefore);
    await bot.pass(65);
    expect(sales().at(-1)?.text).toMatch(
      salesCome
        ? /^This digest is late: sales for Thu 19 Nov 2026 hadn't arrived at 08:30\. Sales digest · Thu 19/
        : /^Showing sales for Wed 18 Nov 2026\. Sales for Thu 19 Nov 2026 aren't available yet/,
    );
    expect(newest(bot, 'C0NOON')).toContain(
      `Showing stock for Thu 19 Nov 2026. ${why} Stock digest · Thu 19 Nov 2026`,
    );
    // What comes after it makes no second digest.
    bot.service.clearFaults();
    await sleepUntil(bot, '2026-11-20 12:10');
    await sleepUntil(bot, '2026-11-20 12:20');
    await bot.pass(60);
    expect((await bot.kari.type('/stock', 'all')).text).toMatch(/stock for Fri 20 Nov 2026/);
    expect(count(bot, 'C0NOON')).toBe(1);
    expect(sales()).toHaveLength(salesBefore + 1);
    expect(toldToKari(bot)).toEqual([]);
  },
);

test('over a weekend digests have the stock and the sales of the open days, each as early as they can', async () => {
  const bot = await startTestBot();
  await bot.as('kari', '#second').type('/digest', 'subscribe');
  await bot.kari.type('/digest', 'subscribe stock at 07:00');
  await bot.as('kari', '#private').type('/digest', 'subscribe sales weekdays');
  const salesIn = (id: string) =>
    bot.held(id).flatMap(({ text }) => /Sales digest · (\w+ \d+ Nov)/.exec(text)?.[1] ?? []);
  const salesBefore = salesIn('C0STOCK').length;
  const early = () => newest(bot, 'C0STOCK');
  await sleepUntil(bot, '2026-11-21 07:00');
  expect(early()).toMatch(/^Stock digest · Fri 20 Nov 2026/);
  await sleepUntil(bot, '2026-11-21 08:30');
  await bot.pass(2 * 60);
  expect(count(bot, 'C0SECOND')).toBe(1);
  await sleepUntil(bot, '2026-11-22 07:10');
  expect(early()).toMatch(/^Stock digest · Sat 21 Nov 2026/);
  await sleepUntil(bot, '2026-11-22 08:30');
  await sleepUntil(bot, '2026-11-22 08:57');
  await bot.pass(2 * 60);
  expect(count(bot, 'C0SECOND')).toBe(1);
  await bot.pass(60);
  // No stock has changed since Saturday, so none comes.
  expect(count(bot, 'C0SECOND')).toBe(1);
  await sleepUntil(bot, '2026-11-22 12:10');
  expect(count(bot, 'C0SECOND')).toBe(1);
  await sleepUntil(bot, '2026-11-23 07:00');
  expect(early()).toMatch(/^Stock digest · Sat 21 Nov 2026/);
  // Deliveries have begun again.
  failWith(bot, { kind: 'shape', body: [] });
  // Sales are read before the digest is due, by a bot that is awake then.
  await sleepUntil(bot, '2026-11-23 08:29');
  await bot.pass(2 * 60);
  let both = 0;
  // Later some of them are corrected.
  for (const sale of bot.service.truth.sales('2026-11-20', '2026-11-21')) both += sale.salesVolume;
  await sleepUntil(bot, '2026-11-23 11:58');
  expect(count(bot, 'C0SECOND')).toBe(1);
  await bot.pass(2 * 60);
  expect([count(bot, 'C0SECOND'), toldToKari(bot)]).toEqual([1, []]);
  expect(bot.logLines().filter(({ level }) => level >= 50)).toEqual([]);

  const [weekend] = bot.held('G0PRIVATE');
  const litres = both.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  expect(weekend?.text).toContain(
    `Sales digest · Fri 20 Nov 2026 – Sat 21 Nov 2026: Sales, 20–21 Nov: ${litres} l (`,
  );
  expect(bot.held('G0PRIVATE')).toHaveLength(2);
  expect(threadFilesIn(bot, 'G0PRIVATE')).toEqual([
    { name: 'sales-2026-11-20-to-2026-11-21.xlsx', threadTs: weekend?.ts },
  ]);
  await sleepUntil(bot, '2026-11-24 08:30');
  await bot.pass(60);
  // None comes for a day on which stores were closed; the next one names it.
  expect(salesIn('C0STOCK').slice(salesBefore)).toEqual(['Fri 20 Nov', 'Sat 21 Nov', 'Mon 23 Nov']);
  const sales = bot.held('C0STOCK').findLast(({ text }) => text.includes('Sales digest · Mon 23'));
  expect(JSON.stringify(sales?.blocks)).toContain('Stores were closed 22 Nov');
});
