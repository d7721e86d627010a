import { expect, test } from 'vitest';
import { PEOPLE } from '../../../../bot/demo/slack/cast.ts';
import { accessOf } from '../../../support/bot/accessOf.ts';
import { fileIn } from '../../../support/slack/tables.ts';
import { startTestBot } from '../../../support/testBot.ts';

/** The changes that a list shows, in tenths of a litre. */
function changesIn(shown: readonly string[], heading: RegExp): number[] {
  const lines = shown.map((line) => line.trim());
  const from = lines.findIndex((line) => heading.test(line)) + 1;
  const rest = lines.slice(from);
  const end = rest.findIndex((line) => !line.startsWith('•'));
  return rest.slice(0, end === -1 ? rest.length : end).map((line) => {
    const [, sign, litres = ''] = /\*([+−±])([\d,.]+) l\*/.exec(line) ?? [];
    return Math.round(Number(litres.replaceAll(',', '')) * 10) * (sign === '−' ? -1 : 1);
  });
}

test('"Why?" below an answer lists the products and stores that make up its change, and the file has them all', async () => {
  const bot = await startTestBot();
  const overview = await bot.kari.type('/sales', 'last week gin');
  const why = await bot.kari.click(overview, 'Why?');
  const change = changesIn(['', `• ${/Change: (.*l\*)/.exec(why.text)?.[1]}`], /^$/);
  for (const heading of [/^\*By product\*/, /^\*By store\*/]) {
    const shown = changesIn(why.lines, heading);
    expect(shown.length).toBeGreaterThan(2);
    const sum = shown.reduce((total, each) => total + each, 0);
    // Each row is rounded to a tenth of a litre.
    expect(Math.abs(sum - (change[0] ?? 0))).toBeLessThanOrEqual(shown.length);
  }
  const { rows } = fileIn(await bot.kari.click(why, 'All rows'));
  const of = (what: string) =>
    rows
      .filter((row) => row.productOrStore === what)
      .reduce((total, row) => total + Math.round(Number(row.changeInLitres) * 1_000), 0);
  expect(of('product')).toBe(of('store'));
  // A change of one product in one store has no parts.
  const one = await bot.kari.type('/sales', 'why last week 5005 store:0101');
  expect(one.text).not.toContain('By product');
});

test('where the open days differ the rows are in the order of their change per open day, which they add up to', async () => {
  const bot = await startTestBot();
  // 27 open days, and 26 before.
  const why = await bot.kari.type('/sales', 'compare october with september why');
  const perDay = (line: string) => {
    const [, sign, litres = ''] = /([+−±])([\d,.]+) l per open day/.exec(line) ?? [];
    return Math.round(Number(litres.replaceAll(',', '')) * 10) * (sign === '−' ? -1 : 1);
  };
  const lines = why.lines.map((line) => line.trim());
  const [, now = '', before = ''] =
    /Per open day \(27, previously 26\): \*(.*) l\*, compared with (.*) l/.exec(why.text) ?? [];
  const tenths = (litres: string) => Math.round(Number(litres.replaceAll(',', '')) * 10);
  const change = tenths(now) - tenths(before);
  for (const heading of ['*By product*', '*By store*']) {
    const from = lines.findIndex((line) => line.startsWith(heading)) + 1;
    const rows = lines.slice(from, from + 11).map(perDay);
    const sizes = rows.slice(0, -1).map(Math.abs);
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
    const sum = rows.reduce((total, each) => total + each, 0);
    expect(Math.abs(sum - change)).toBeLessThanOrEqual(rows.length);
  }
});

test('a table of a comparison gives the period that it compares with', async () => {
  const bot = await startTestBot();
  const compared = await bot.kari.type('/sales', 'compare october with 2025-10-01..2025-10-31');
  expect(compared.text).toMatch(/Sales by \w+ in litres, compared with 1–31 Oct 2025/);
  expect(compared.text).not.toContain('compared with the previous period');
});

test('what sold less because it was out of stock is said to those who see stock', async () => {
  const bot = await startTestBot({
    settings: {
      access: accessOf({
        ACCESS_VIEW_STOCK: PEOPLE.kari.id,
        ACCESS_VIEW_SALES: [PEOPLE.kari, PEOPLE.ola].map(({ id }) => id).join(),
      }),
    },
  });
  const asked = await bot.kari.type('/sales', 'why cider this week');
  expect(asked.text).toMatch(/Sold less and was out of stock: 5011 Lyng Cider 33 cl \(2 days\)/);
  const other = await bot.ola.type('/sales', 'hvorfor cider denne uken');
  expect(other.text).toContain('*Per vare*');
  expect(other.text).not.toContain('utsolgt');
});

test.each([
  ['why did sales fall last week', '/sales compare 2026-11-09..2026-11-15 with 2026-11-02..2026-11-08 why'],
  [
    'hvorfor falt salget i Oslo',
    '/sales compare 2026-11-09..2026-11-15 with 2026-11-02..2026-11-08 store:0101 why',
  ],
  [
    'why is gin down compared to last year',
    '/sales compare 2026-01-01..2026-11-19 with 2025-01-01..2025-11-19 product:"gin" why',
  ],
  [
    'hva er grunnen til at vi solgte mindre cider i oktober enn i september',
    '/sales compare 2026-10-01..2026-10-31 with 2026-09-01..2026-09-30 product:"cider" why',
  ],
])('"%s"', async (text, command) => {
  const bot = await startTestBot();
  expect((await bot.kari.say(text)).text).toContain(`Read as \`${command}\``);
});

test('a sales digest with a change has "Why?" too', async () => {
  const bot = await startTestBot();
  const digest = await bot.kari.type('/digest', 'preview weekly');
  const why = await bot.kari.click(digest, 'Why?');
  expect(why.text).toContain('*By product*');
  expect((await bot.kari.type('/digest', 'preview stock')).text).not.toContain('[Why?]');
});
