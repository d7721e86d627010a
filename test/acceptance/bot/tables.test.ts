import { expect, test } from 'vitest';
import { at, listAt, textAt } from '../../../bot/demo/slack/fields.ts';
import { fileIn } from '../../support/slack/tables.ts';
import { namedProducts, startTestBot, type TestBot } from '../../support/testBot.ts';

/** A row of a table: its first cell, and the numbers behind the others. */
type Row = readonly [name: string, ...numbers: readonly unknown[]];

function tableIn(blocks: readonly unknown[]): Row[] {
  const table = blocks.find((block) => ['table', 'data_table'].includes(textAt(block, 'type')));
  const rows = listAt(table, 'rows').slice(1);
  return rows.map((row) => {
    const [name, ...others] = listAt(row);
    return [textAt(name, 'text'), ...others.map((cell) => at(cell, 'value'))];
  });
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

test.each([
  ['/sales', 'last week by:product', 'productNumber', ['litres', 'units']],
  ['/sales', 'last 30 days by:store', 'storeNumber', ['litres', 'units']],
  ['/sales', 'last 30 days by:day', undefined, ['litres', 'units']],
  ['/sales', 'compare last week by:store', 'storeNumber', ['litres']],
  ['/stock', 'mine', 'productNumber', ['units']],
  ['/stock', 'out', 'productNumber', [undefined, 'unitsSoldBasisForCover']],
  ['/stock', 'changes', 'productNumber', [undefined, 'units']],
] as const)(
  'the table of %s %s has every row of its file, in the same order',
  async (command, text, id, columns) => {
    const bot = await startTestBot();
    const answer = await bot.kari.type(command, text);
    const message = answer.seen.findLast((each) => each.kind === 'message');
    const shown = tableIn(listAt(message?.kind === 'message' ? message.body : {}, 'blocks'));
    const { rows } = fileIn(await bot.kari.click(answer, 'All rows'));
    expect(shown.length).toBeGreaterThan(4);
    expect(shown).toHaveLength(rows.length);
    for (const [index, [name, ...numbers]] of shown.entries()) {
      const row = rows[index] ?? {};
      if (id !== undefined) expect(name.split(' ')[0]).toBe(row[id]);
      for (const [column, title] of columns.entries())
        if (title !== undefined) expect(numbers[column], name).toBe(Number(row[title]));
    }
  },
);

test('the table and the chart of a sales digest are the sums of the sales there are, and their change', async () => {
  const bot = await startTestBot();
  const { blocks } = digestOf(bot, 'Sales digest');
  const { truth } = bot.service;
  const litres = (day: string, of: (sale: Sale) => boolean) =>
    sum(
      truth
        .sales(day, day)
        .filter(of)
        .map(({ millilitres }) => millilitres),
    ) / 1_000;
  const shown = tableIn(blocks);
  expect(shown).toHaveLength(10);
  const products = namedProducts(bot.service);
  for (const [name, sold, change] of shown) {
    const id = products.find((each) => each.name === name)?.id;
    const isIt = (sale: Sale) => sale.productId === id;
    const [now, before] = [litres('2026-11-19', isIt), litres('2026-11-12', isIt)];
    expect(sold, name).toBeCloseTo(now, 3);
    expect(Number(change), name).toBeCloseTo(((now - before) / before) * 100, 1);
  }
  const chart = blocks.find((block) => textAt(block, 'type') === 'data_visualization');
  const points = listAt(chart, 'chart', 'series', 0, 'data').map((point) => Number(at(point, 'value')));
  const days = [...new Set(truth.sales('2026-10-21', '2026-11-19').map(({ salesDate }) => salesDate))];
  expect(points.length).toBeGreaterThan(15);
  for (const [index, day] of days.slice(-points.length).entries())
    expect(points[index], day).toBeCloseTo(
      litres(day, () => true),
      3,
    );
});

test('the table of a stock digest has the stock there is', async () => {
  const bot = await startTestBot();
  const stock = new Map(bot.service.truth.stock().map(({ productId, stock: units }) => [productId, units]));
  const shown = tableIn(digestOf(bot, 'Stock digest').blocks);
  expect(shown.length).toBeGreaterThan(10);
  for (const [name, units] of shown) {
    const [id = ''] = name.split(' ');
    expect(units, name).toBe(stock.get(id));
  }
});

type Sale = ReturnType<TestBot['service']['truth']['sales']>[number];

/** The newest of the day in #stock. */
function digestOf(bot: TestBot, title: string) {
  const digest = bot.held('#stock').findLast(({ text }) => text.startsWith(title));
  if (digest === undefined) throw new Error(`there is no ${title}`);
  return digest;
}
