import { expect, test } from 'vitest';
import { startCuttingService } from '../../../support/bot/cuttingService.ts';
import { oslo } from '../../../support/bot/time.ts';
import { sleepUntil, startBeforeDigests } from '../../../support/digestBot.ts';
import { forgetSalesDay, moveService } from '../../../support/storedData.ts';
import { startTestBot } from '../../../support/testBot.ts';

const WINDOW = '28 days of sales, Mon 30 Nov 2026 – Sun 27 Dec 2026';

test('the days of cover on the morning after Christmas and a Sunday end on that Sunday, also before it is fetched', async () => {
  const bot = await startTestBot({
    from: 'empty',
    at: '2026-12-28 08:45',
    settings: { salesHistoryDays: 40 },
  });
  await bot.pass(3 * 60);
  const why = async () =>
    (await bot.kari.click(await bot.kari.type('/digest', 'preview stock'), 'Why these numbers?')).text;
  expect(await why()).toContain(WINDOW);
  await forgetSalesDay(bot, '2026-12-27');
  expect(await why()).toContain(WINDOW);
});

test('sales of an open day that come after noon are shown within half an hour', async () => {
  const bot = await startTestBot({ from: 'evening', at: '2026-11-20 07:40', isStarted: false });
  const service = await startCuttingService(bot.service.url);
  await moveService(bot, service.url);
  service.cut = (path, rows) =>
    path.includes('daily-sales') && bot.clock.now() < oslo('2026-11-20 14:10')
      ? rows.filter((row) => Reflect.get(row, 'salesDate') !== '2026-11-19')
      : rows;
  await bot.restart({ baseUrl: service.url });
  const yesterday = async () => (await bot.kari.type('/sales', 'yesterday')).text;
  const passTo = async (time: string) => {
    while (bot.clock.now() < oslo(`2026-11-20 ${time}`)) {
      bot.clock.set(Math.min(bot.clock.now() + 10 * 60_000, oslo(`2026-11-20 ${time}`)));
      await bot.pass(0);
    }
  };
  await passTo('14:00');
  expect(await yesterday()).toMatch(/no sales/i);
  await passTo('14:41');
  const sold = bot.service.truth.sales('2026-11-19', '2026-11-19');
  const units = sold.reduce((sum, { salesQuantity }) => sum + salesQuantity, 0);
  expect(await yesterday()).toContain(`${units.toLocaleString('en')} units`);
});

test('a day that arrives after the deadline is in the next digest, which names it', async () => {
  const bot = await startBeforeDigests(['C0NOON'], {
    from: 'evening',
    at: '2026-11-20 08:29',
    settings: { digestTime: '08:30' },
    before: ({ service }) =>
      service.fail({ operation: 'dailySales', fault: { kind: 'status', status: 400 }, times: 999 }),
  });
  const sales = () => bot.held('C0STOCK').filter(({ text }) => text.includes('Sales digest · '));
  const before = sales().length;
  await sleepUntil(bot, '2026-11-20 12:05');
  expect(sales().at(-1)?.text).toMatch(/^Showing sales for Wed 18 Nov 2026\./);
  bot.service.clearFaults();
  await sleepUntil(bot, '2026-11-20 14:10');
  await sleepUntil(bot, '2026-11-21 08:31');
  await bot.pass(60);
  expect(sales()).toHaveLength(before + 2);
  const next = sales().at(-1);
  expect(next?.text).toMatch(/^Sales digest · Thu 19 Nov 2026 – Fri 20 Nov 2026: /);
  expect(JSON.stringify(next?.blocks)).toContain('Includes 19 Nov, which arrived after the previous digest');
  let both = 0;
  for (const sale of bot.service.truth.sales('2026-11-19', '2026-11-20')) both += sale.salesVolume;
  expect(next?.text).toContain(
    `${both.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} l`,
  );
  await sleepUntil(bot, '2026-11-22 08:31');
  await bot.pass(60);
  expect(sales().at(-1)?.text).toMatch(/^Sales digest · Sat 21 Nov 2026: /);
});
