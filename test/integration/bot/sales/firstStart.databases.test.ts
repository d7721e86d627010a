import { expect, test } from 'vitest';
import { oslo } from '../../../support/bot/time.ts';
import { lastSaleDates, storedSalesDays } from '../../../support/storedData.ts';
import { startTestBot } from '../../../support/testBot.ts';

const HISTORY_DAYS = 120;

/** The latest sale of each product, as the service has it. */
function lastSales({ service }: Awaited<ReturnType<typeof startTestBot>>, from: string, to: string) {
  const latest = new Map<string, string>();
  // The service's sales come day by day.
  for (const { productId, salesDate } of service.truth.sales(from, to)) latest.set(productId, salesDate);
  return Object.fromEntries([...latest].toSorted());
}

test('a first start that fills 120 days, latest first, keeps the last sale of each product, so that "mine" has them all the days after', async () => {
  const bot = await startTestBot({
    from: 'empty',
    at: '2026-11-20 08:45',
    settings: { salesHistoryDays: HISTORY_DAYS, productListFile: undefined },
  });
  await bot.pass(3 * 60);
  expect(await storedSalesDays(bot)).toBe(HISTORY_DAYS);
  const own = lastSales(bot, '2026-07-23', '2026-11-19');
  expect(Object.keys(own).length).toBeGreaterThan(5);
  expect(await lastSaleDates(bot)).toEqual(own);

  // What was last sold more than 90 days ago is forgotten a day after a warning.
  for (const time of ['2026-11-21 08:50', '2026-11-22 08:50']) {
    bot.clock.set(oslo(time));
    await bot.pass(3 * 60);
  }
  expect(await lastSaleDates(bot)).toEqual(lastSales(bot, '2026-07-23', '2026-11-21'));
  const mine = await bot.kari.type('/stock', 'mine');
  expect(mine.text).toContain(`of your ${Object.keys(own).length} products`);
});
