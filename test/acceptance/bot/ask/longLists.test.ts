import { expect, test } from 'vitest';
import { recordOldDigests } from '../../../support/storedData.ts';
import { startTestBot } from '../../../support/testBot.ts';

const MANY = Array.from({ length: 55 }, (_, at) => `C0MANY${at}`);

test('/digest list and App Home say how many more digests there are', async () => {
  const bot = await startTestBot();
  for (const channel of MANY) {
    bot.slack.workspace.addChannel(channel);
    await bot.kari.type('/digest', `subscribe products:1101,90210 <#${channel}|many>`);
  }
  await bot.restart();
  const listed = await bot.kari.type('/digest', 'list');
  expect(new Set(listed.lines.filter((line) => line.includes('· <#C0'))).size).toBe(20);
  expect(listed.text).toContain('and 37 more digests in channels you are in');
  expect((await bot.kari.openHome()).text).toContain('and 47 more digests in channels you are in');
});

test('/digest status finds those of sales behind any number of others', async () => {
  const bot = await startTestBot();
  const kept = ['sales', 'manual:sales:1', ...Array.from({ length: 120 }, (_, at) => `manual:stock:${at}`)];
  await recordOldDigests(bot, 'C0SECOND', kept);
  const type = async (text: string) => (await bot.as('kari', '#second').type('/digest', text)).lines;
  const lines = (await type('status sales')).filter((line) => line.includes('Jun 2026, '));
  expect(lines).toEqual([
    expect.stringContaining('sales, manual'),
    expect.stringContaining('sales, scheduled'),
  ]);
  const ofStock = await type('status stock');
  expect(ofStock.filter((line) => line.includes('stock, manual'))).toHaveLength(5);
});
