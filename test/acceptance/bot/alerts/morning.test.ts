import { startSandbox } from 'retail-data-client/sandbox';
import { expect, test } from 'vitest';
import { oslo } from '../../../support/bot/time.ts';
import { downUntil } from '../../../support/digestBot.ts';
import { FILLED_SANDBOX } from '../../../support/filled.ts';
import { startTestBot } from '../../../support/testBot.ts';

test('what sells out, comes back or falls overnight is posted in the morning, when the stock is whole', async () => {
  const bot = await startTestBot();
  const now = () => oslo('2026-11-21 09:00');
  const morning = await startSandbox({ ...FILLED_SANDBOX, now });
  await morning.close();
  const own = new Set(bot.service.truth.productIds());
  const before = new Map(bot.service.truth.stock().map(({ productId, stock }) => [productId, stock]));
  const changes = morning.truth
    .stock()
    .filter(({ productId }) => own.has(productId))
    .map(({ productId: id, stock }) => ({ id, stock, was: before.get(id) ?? stock }));
  const fallen = changes.find(({ stock, was }) => stock > 0 && stock < was);
  const crossed = changes.filter(({ stock, was }) => stock > 0 !== was > 0);
  if (fallen === undefined || crossed.length === 0) throw new Error('nothing crosses a line overnight');

  const set = await bot.kari.type('/stock', `alert ${fallen.id} below ${fallen.was}`);
  expect(set.text).not.toContain('Already beyond');
  await bot.kari.type('/stock', 'alert out');
  await downUntil(bot, '2026-11-21 08:25');
  const rung = () =>
    bot.held('#stock').filter(({ text }) => text.startsWith('Stock alerts for Sat 21 Nov 2026: '));
  expect(rung()).toEqual([]);
  await bot.moveTo('08:40');
  expect(rung()).toHaveLength(1);
  const text = JSON.stringify(rung()[0]?.blocks);
  expect(text).toContain(`${fallen.id} `);
  expect(text).toContain('fewer than');
  const lines = text.match(/is out of stock|is back in stock|and \d+ more/g) ?? [];
  const told = lines.reduce((sum, line) => sum + Number(/\d+/.exec(line)?.[0] ?? 1), 0);
  expect(told).toBe(crossed.length);
  await bot.moveTo('09:10');
  expect(rung()).toHaveLength(1);
});
