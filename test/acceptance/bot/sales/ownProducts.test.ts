import { expect, test } from 'vitest';
import { downUntil } from '../../../support/digestBot.ts';
import { startTestBot } from '../../../support/testBot.ts';

test("without a product list one's own products are those sold in the last 90 days, however old the days read last", async () => {
  const bot = await startTestBot({
    from: 'empty',
    at: '2026-11-19 08:45',
    service: { stores: 6, products: 14 },
    settings: { productListFile: undefined, salesHistoryDays: 130, digestChannels: [] },
  });
  await bot.pass(120);
  await downUntil(bot, '2026-11-20 08:45');
  await bot.pass(120);
  const sold = bot.service.truth.sales('2026-08-22', '2026-11-19');
  const own = new Set(sold.map(({ productId }) => productId));
  const { text } = await bot.kari.type('/stock', 'mine');
  expect(text).toContain(`of your ${own.size} products`);
});
