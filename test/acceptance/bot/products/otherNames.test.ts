import { expect, test } from 'vitest';
import { text } from '../../../support/bot/products/listFiles.ts';
import { listWorkbook } from '../../../support/bot/products/workbooks.ts';
import { namedProducts, startTestBot, uploadList } from '../../../support/testBot.ts';

const OTHER_NAMES: Readonly<Record<string, string>> = {
  Aquavit: 'akevitt, brennevin',
  Gin: 'brennevin',
  'Pale Ale': 'øl',
  Pilsner: 'øl\nmørkt eller lyst',
};

test('other names in a list are typed like names, one for a group and one for two', async () => {
  const bot = await startTestBot();
  const rows = namedProducts(bot.service).map(({ id, name, group }) => [id, name, group]);
  const upload = (name: string, content: Uint8Array) => ({
    id: 'F0LIST',
    name,
    size: content.length,
    url_private: bot.slack.keepFile(Buffer.from(content)),
  });
  const list = listWorkbook([
    ['Varenr', 'Navn', 'Gruppe', 'Andre navn'],
    ...rows.map((row) => [...row, OTHER_NAMES[row[2] ?? ''] ?? '']),
  ]);
  const form = await bot.kari.click(await bot.kari.openHome(), 'Upload a new list');
  const shown = await bot.kari.submit(form, { file: { files: [upload('list.xlsx', list)] } });
  expect(shown.text).toContain('Columns: Varenr, Navn, Gruppe, Andre navn.');
  expect(shown.text).toContain(' · Pale Ale · also called øl');
  await bot.kari.submit(shown.seen);
  await bot.restart();

  const stock = async (typed: string) => (await bot.kari.type('/stock', typed)).text;
  const unitsOf = (answer: string) =>
    /([\d,]+ units)\*? of \w+ (\d+ products)/.exec(answer)?.slice(1).join(' of ');
  const aquavit = unitsOf(await stock('group:aquavit'));
  expect(aquavit).toMatch(/ of 6 products$/);
  for (const typed of ['akevitt', 'AKEVITT today']) expect(unitsOf(await stock(typed))).toBe(aquavit);
  expect(unitsOf(await stock('mørkt eller lyst'))).toMatch(/ of 7 products$/);
  expect(await stock('low 7 for brennevin')).toMatch(/Aquavit[\s\S]*Gin|Gin[\s\S]*Aquavit/);

  const figures = (answer: string) =>
    /(4,\d{3}\.\d l)\*?(?: \([^)]*\))?[,;.] ([\d,]+ units)/.exec(answer)?.slice(1).join(', ');
  const sales = async (typed: string) => (await bot.kari.type('/sales', typed)).text;
  const both = figures(await sales('group:"pale ale" group:pilsner last week'));
  expect(both).toBeDefined();
  for (const typed of ['øl last week', 'how much øl did we sell last week']) {
    expect(figures(await sales(typed))).toBe(both);
  }
  expect(await sales('brennevin vs øl last week')).toContain(
    `øl (14 products): *${both?.replace(', ', '*, ')}`,
  );

  for (const answer of [await stock('akavitt'), await sales('akavitt last week')]) {
    expect(answer).toMatch(/"akavitt"[^\n]*Did you mean [^\n]*Aquavit/);
  }

  const without = text(['Varenr;Navn;Gruppe', ...rows.map((row) => row.join(';'))].join('\n'));
  expect((await uploadList(bot.kari, upload('list.csv', without))).text).toContain('27 changed');
  expect(await stock('brennevin')).toContain('"brennevin"');
});
