import { expect, test } from 'vitest';
import { startCuttingService } from '../../../support/bot/cuttingService.ts';
import { oslo } from '../../../support/bot/time.ts';
import { moveService, storedStock } from '../../../support/storedData.ts';
import { startTestBot } from '../../../support/testBot.ts';

/**
 * A bot whose reading of Friday's stock begins at 12:04 and ends at `endsAt`: the calls of the day were used up. The
 * clock goes there while the service answers the second probe.
 */
async function startLongReading(endsAt: string) {
  const bot = await startTestBot({ from: 'evening', at: '2026-11-20 12:03', isStarted: false });
  const service = await startCuttingService(bot.service.url);
  await moveService(bot, service.url);
  let probes = 0;
  service.cut = (path, rows) => {
    const isProbe = service.stockQueries.at(-1)?.get('changedSince') === '2026-11-20';
    if (path.includes('accumulated-stock') && isProbe) {
      probes += 1;
      if (probes === 2) bot.clock.set(oslo(endsAt));
    }
    return rows;
  };
  await bot.restart({ baseUrl: service.url });
  await bot.pass(60);
  return bot;
}

const unitsOf = ({ service }: Awaited<ReturnType<typeof startTestBot>>) =>
  service.truth.stock().reduce((sum, { stock }) => sum + stock, 0);

test('a reading that ends after 08:30 of the next day has the stock of that day, and is not stored under the day it began', async () => {
  const bot = await startLongReading('2026-11-21 08:40');
  await bot.pass(5 * 60);
  const stored = await storedStock(bot);
  expect([...stored.keys()].slice(-2)).toEqual(['2026-11-19', '2026-11-21']);
  expect(stored.get('2026-11-21')).toBe(unitsOf(bot));
  const digest = bot.held('#stock').findLast(({ text }) => text.includes('Stock digest'));
  expect(digest?.text).toContain('Stock digest · Sat 21 Nov 2026');
  expect(JSON.stringify(digest?.blocks)).toContain('units* of your 48 products (−7,274 since 19 Nov)');
});

test('a reading that ends before 08:30 of the next day still has the stock of the day it began', async () => {
  const bot = await startLongReading('2026-11-21 06:00');
  expect((await storedStock(bot)).get('2026-11-20')).toBe(unitsOf(bot));
});
