import { expect, test } from 'vitest';
import { contentOf } from '../../support/slack/fileContent.ts';
import { tableIn } from '../../support/slack/tables.ts';
import { startTestBot } from '../../support/testBot.ts';

test('a long period by day ends with its newest day, and so does a comparison, whatever tables Slack takes', async () => {
  const bot = await startTestBot({
    from: 'empty',
    service: { stores: 3, products: 4 },
    settings: { salesHistoryDays: 2 },
  });
  const sold = new Set(bot.service.truth.sales('2025-11-18', '2026-11-19').map(({ salesDate }) => salesDate));
  for (const [most, chart] of [
    [100, /Litres per day \/ line[\s\S]*Sold: 28 Oct=[^\n]*, 19 Nov=[^\n]*\n\s*~ latest 20 of \d+/],
    // Text in columns.
    [15, /[▁▂▃▄▅▆▇█]{20,}[\s\S]* 19 Nov\n\s*```\n\s*latest \d+ of \d+/],
  ] as const) {
    const year = await bot.kari.type('/sales', '2025-11-18..2026-11-19 by:day');
    const answers = [
      year,
      await bot.kari.type('/sales', 'compare 2026-06-01..2026-11-19 with 2025-06-01..2025-11-19 by:day'),
    ];
    for (const { lines, text } of answers) {
      expect(text).toContain('19 Nov 2026');
      expect(text).toContain('18 Nov 2026');
      // The heading has the first day, the rows have not.
      expect(
        lines.filter((line) => /Tue 18 Nov 2025|Mon 1 Jun 2026/.test(line) && !/Sales,/.test(line)),
      ).toEqual([]);
    }
    expect(Number(/(\d+) more days not shown/.exec(year.text)?.[1])).toBe(sold.size - most);
    expect(year.text).toMatch(chart);
    bot.slack.faults.add({ fault: { kind: 'say', error: 'invalid_blocks' }, name: 'response_url' });
  }
});

test('thousands of products and many stores make an answer that Slack takes, and a file with all of them', async () => {
  const bot = await startTestBot({
    from: 'empty',
    service: { stores: 2, products: 1_500 },
    // From the Sunday before last week on.
    settings: { salesHistoryDays: 12 },
  });
  await bot.pass(5 * 60);
  for (const typed of ['mine', 'all', 'out all', 'low 365']) {
    const answer = await bot.kari.type('/stock', typed);
    expect(answer.text).toMatch(/more products not shown/);
  }
  const sales = await bot.kari.type('/sales', 'last week by:product');
  const file = (await bot.kari.click(sales, 'All rows')).seen.find((each) => each.kind === 'file');
  const sold = new Set(bot.service.truth.sales('2026-11-09', '2026-11-15').map(({ productId }) => productId))
    .size;
  if (file?.kind !== 'file') throw new Error('no file');
  expect(tableIn(contentOf(file)).trimEnd().split('\r\n')).toHaveLength(sold + 1);
  expect(bot.slack.calls.filter(({ error }) => error !== undefined)).toEqual([]);
});
