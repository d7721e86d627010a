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
    return bot.kari.submit(form, { file: { files: [file] } });
  };
  const wrong = listWorkbook([['Varenummer', 'Navn'], [1101, 'Pale Ale'], [], ['abc', 'Stout']]);
  expect((await upload('wrong.xlsx', wrong)).text).toMatch(
    /Nothing was imported: one row is wrong[\s\S]*Row 4: "abc" isn't a product number; use 1 to 15 digits\./,
  );
  const bomb = workbookOf({ rows: '', shared: ' '.repeat(60 * 1024 * 1024) });
  expect((await upload('bomb.xlsx', bomb)).text).toContain('more than 50 MB of data');

  const products = bot.service.truth.products().filter(({ own }) => own);
  const kept =
    products.find(({ productId }) => productId.startsWith('0') && productId !== '00345')?.productId ?? '';
  const right = listWorkbook([
    ['Prisliste uke 48'],
    ['Varenummer', 'Pris', 'Navn', 'Gruppe', 'D-pak'],
    [1101, 99, 'Pale Ale', 'Øl', 24],
    ['00345', 5, '=1+1 ærlig øl'],
    [Number(kept), 5, 'Uten nuller'],
    [999_001, 5, 'Fjerde'],
  ]);
  const shown = await upload('right.xlsx', right);
  expect(shown.text).toContain('`right.xlsx` has 4 products. Nothing has changed yet. The first ones:');
  for (const line of [
    '1101 Pale Ale · Øl · case of 24',
    '00345 =1+1 ærlig øl',
    `${Number(kept)} Uten nuller`,
  ])
    expect(shown.lines.join('\n').split(/\n\s*/)).toContain(line);
  expect(shown.text).not.toContain('Fjerde');
  expect(shown.text).toContain('Columns: Varenummer, Navn, Gruppe, D-pak. Not used: Pris.');
  expect(shown.text).toMatch(/\*2 new, 2 changed, \d+ removed\.\* 1 number differs only in leading zeros/);
  expect((await bot.kari.type('/stock', '345')).text).not.toContain('=1+1 ærlig øl');
  expect((await bot.kari.submit(shown.seen)).text).toContain(
    'Imported 4 products from `right.xlsx`: 2 new, 2 changed,',
  );
  expect((await bot.kari.type('/stock', '345')).text).toContain('=1+1 ærlig øl');
  expect(bot.logLines().filter(({ level }) => level >= 50)).toEqual([]);
});
