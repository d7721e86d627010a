import { expect, onTestFinished, test } from 'vitest';
import { breakTable } from '../../support/storedData.ts';
import { startTestBot } from '../../support/testBot.ts';

test.each(['own products', 'digests', 'subscriptions'] as const)(
  'a database that fails right after the start does not end the bot, which posts the digests once it answers: %s',
  async (table) => {
    const rejections: unknown[] = [];
    const note = (reason: unknown) => void rejections.push(reason);
    process.on('unhandledRejection', note);
    onTestFinished(() => void process.off('unhandledRejection', note));
    const bot = await startTestBot({
      from: 'evening',
      at: '2026-11-20 08:29',
      isStarted: false,
      settings: { digestChannels: [] },
    });
    const before = bot.held('#stock').length;
    const mend = await breakTable(bot, table);
    await bot.restart();
    await bot.pass(60);
    expect(bot.logText()).toContain('no such table: ');
    expect(bot.held('#stock')).toHaveLength(before);
    await mend();
    await bot.moveTo('08:36');
    const digests = bot
      .held('#stock')
      .slice(before)
      .filter(({ blocks }) => blocks.length > 0);
    expect(digests.map(({ text }) => text.slice(0, 'Stock digest · Fri 20 Nov'.length))).toEqual([
      'Sales digest · Thu 19 Nov',
      'Stock digest · Fri 20 Nov',
    ]);
    await bot.stop();
    expect(rejections).toEqual([]);
  },
);
