import { expect, test } from 'vitest';
import { listWorkbook, workbookOf } from '../../../support/bot/products/workbooks.ts';
import { startTestBot } from '../../../support/testBot.ts';

test('a workbook is uploaded like any list, and what is wrong with it is named by its rows', async () => {
  const bot = await startTestBot();
  const upload = async (name: string, content: Uint8Array) => {
    const file = {
      id: 'F0LIST',
      name,
      size: content.length,
      url_private: bot.slack.keepFile(Buffer.from(content)),
    };
    const form = await bot.kari.click(await bot.kari.openHome(), 'Upload a new list');
    return (await bot.kari.submit(form, { file: { files: [file] } })).text;
  };
  const wrong = listWorkbook([['Varenummer', 'Navn'], [1101, 'Pale Ale'], [], ['abc', 'Stout']]);
  expect(await upload('wrong.xlsx', wrong)).toMatch(
    /Nothing was imported: one row is wrong[\s\S]*Row 4: "abc" isn't a product number; use 1 to 15 digits\./,
  );
  const bomb = workbookOf({ rows: ' '.repeat(60 * 1024 * 1024) });
  expect(await upload('bomb.xlsx', bomb)).toContain('more than 50 MB of data');

  const right = listWorkbook([
    ['Varenummer', 'Navn'],
    [1101, 'Pale Ale'],
    ['00345', '=1+1 ærlig øl'],
  ]);
  expect(await upload('right.xlsx', right)).toContain('Imported 2 products from `right.xlsx`');
  expect((await bot.kari.type('/stock', '345')).text).toContain('=1+1 ærlig øl');
  expect(bot.logLines().filter(({ level }) => level >= 50)).toEqual([]);
});
