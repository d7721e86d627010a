import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Seen } from '../../../../bot/demo/slack/methods.ts';
import { contentOf } from '../../../support/slack/fileContent.ts';
import { tableIn } from '../../../support/slack/tables.ts';
import { startTestBot, type TestBot, uploadList } from '../../../support/testBot.ts';

const filesSince = (bot: TestBot, mark: number) =>
  bot.slack.seen.slice(mark).filter((seen): seen is Extract<Seen, { kind: 'file' }> => seen.kind === 'file');

test('a digest is of the products of its subscription, and its mark tells nothing of them', async () => {
  const bot = await startTestBot();
  const kari = bot.as('kari', '#second');
  await kari.type('/digest', 'subscribe group:gin at 08:50');
  await bot.pass(80);
  const [digest] = bot.held('C0SECOND');
  const content = filesSince(bot, 0).map(contentOf).at(-1) ?? '';
  const list = readFileSync(bot.settings.productListFile ?? '', 'utf8').split('\n');
  const gin = list.flatMap((line) => (line.includes(';Gin;') ? [line.split(';')[0]] : []));
  const stocked = new Map(bot.service.truth.stock().map(({ productId, stock }) => [productId, stock]));
  const rows = tableIn(content).trim().split('\r\n').slice(1);
  expect(rows.map((row) => row.split(',')[0]).toSorted()).toEqual(gin.toSorted());
  const units = gin.reduce((sum, id) => sum + (stocked.get(id ?? '') ?? 0), 0);
  expect(digest?.text).toContain(
    `${units.toLocaleString('en')} units of your ${gin.length} products (Gin) (`,
  );
  expect(JSON.stringify(digest?.metadata)).not.toMatch(/gin/i);

  // A new list changes at once which are one's own.
  const { truth } = bot.service;
  const own = truth.productIds();
  const preview = async () => (await bot.kari.type('/digest', 'preview stock')).text;
  expect(await preview()).toContain(`of your ${own.length} products`);
  const other = truth.stock().find(({ productId }) => !own.includes(productId));
  const url_private = bot.slack.keepFile(`${other?.productId};Another`);
  await uploadList(bot.kari, { id: 'F0LIST', name: 'list.csv', size: 20, url_private });
  expect(await preview()).toContain(`of your ${own.length + 1} products`);
});
