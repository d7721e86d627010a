import { expect, test } from 'vitest';
import { text } from '../../../support/bot/products/listFiles.ts';
import { listWorkbook } from '../../../support/bot/products/workbooks.ts';
import { startTestBot, type TestBot, uploadList } from '../../../support/testBot.ts';

async function upload(bot: TestBot, name: string, content: Uint8Array): Promise<string> {
  const file = {
    id: 'F0LIST',
    name,
    size: content.length,
    url_private: bot.slack.keepFile(Buffer.from(content)),
  };
  return (await uploadList(bot.kari, file)).text;
}

test('a list with lead times says what to order, and one without them nothing', async () => {
  const bot = await startTestBot();
  const rows = (leadTime: string | number) =>
    listWorkbook([
      ['Varenummer', 'Navn', 'Leveringstid', 'Pakning'],
      ['1000170', 'Gin', leadTime, 6],
      ['00407', 'Pale Ale', '', 24],
    ]);
  expect(await upload(bot, 'wrong.xlsx', rows('en uke'))).toContain(
    'Row 2: the lead time of product 1000170 is "en uke"; use a whole number of days from 0 to 365, or leave it empty.',
  );
  expect(await upload(bot, 'right.xlsx', rows(3))).toContain('Imported 2 products');

  // 4,448 units in 28 days and 959 in stock: gone on Thursday; 4,448 ÷ 28 × 17 − 959 = 1,741.6.
  const low = await bot.kari.type('/stock', 'low 7');
  expect(low.text).toContain('*Order first* (1 to order)\n  • 1000170 Gin: *1,746 (291 cases) by Monday*\n');
  expect(low.text).toMatch(/1000170 Gin +\|[^|\n]+\| 1,746 \{1746\} *\| 291 \{291\} *\| 23 Nov/);
  expect(low.text).toContain('without your own warehouse');
  expect((await bot.ola.type('/stock', 'lav 7')).text).toContain(
    '1000170 Gin: *1\u00a0746 (291 kartonger) innen mandag*',
  );

  const digest = await bot.kari.type('/digest', 'preview stock');
  expect(digest.text).toContain(
    '*Order first* (1 to order)\n  • 1000170 Gin: *1,746 (291 cases) by Monday*\n',
  );
  const { text: why } = await bot.kari.click(digest, 'Why these numbers?');
  expect(why).toContain(
    '1000170 Gin: (4,448 units ÷ 28 days) × (3 + 14 days) − 959, rounded up to 1,746, 291 cases of 6. Gone on Thu 26 Nov 2026, less 3 days, on a working day: Mon 23 Nov 2026.',
  );

  await upload(bot, 'longer.xlsx', rows(6));
  expect((await bot.kari.type('/stock', 'low 7')).text).toContain('1000170 Gin: *2,220 (370 cases) now*\n');

  await upload(bot, 'none.csv', text('id;name\n1000170;Gin\n00407;Pale Ale'));
  const without = [await bot.kari.type('/stock', 'low 7'), await bot.kari.type('/digest', 'preview stock')];
  for (const answer of without) expect(answer.text).not.toMatch(/order/i);
});
