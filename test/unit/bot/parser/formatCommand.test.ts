import { expect, test } from 'vitest';
import { inNorwegian } from '../../../../bot/language/nb/commands.ts';
import { formatCommand } from '../../../../bot/parser/formatCommand.ts';
import { GROUPS } from '../../../../bot/parser/groupings.ts';
import { normalize } from '../../../../bot/parser/normalize.ts';
import type { OpenAt, Question } from '../../../../bot/parser/question.ts';
import { parseSales } from '../../../../bot/parser/sales.ts';
import { parseStock } from '../../../../bot/parser/stock.ts';
import { parseStores } from '../../../../bot/parser/stores.ts';
import { createProductNames } from '../../../../bot/products/productNames.ts';
import { leftInEnglish } from '../../../support/bot/language/leftInEnglish.ts';
import { readingAt } from '../../../support/bot/parser/reading.ts';
import { FUZZED_PRODUCTS } from '../../../support/bot/parser/texts.ts';
import fc from '../../../support/property.ts';

const { vocabulary, ...moment } = await readingAt();
const reading = {
  ...moment,
  vocabulary: { ...vocabulary, products: await createProductNames(FUZZED_PRODUCTS) },
};

const scope = fc.constantFrom('mine', 'all' as const);
const number = fc.stringMatching(/^\d{1,15}$/);
const numbers = (maxLength: number) => fc.uniqueArray(number, { maxLength });
/** Numbers, names and groups; chance has the names that readings know. */
const of = fc
  .record({
    ids: numbers(20),
    names: fc.subarray([
      { meaning: 'product', kind: 'group', words: 'Cider' },
      { meaning: 'product', kind: 'name', words: 'brus' },
    ] as const),
  })
  .filter(({ ids, names }) => ids.length + names.length > 0);
const { calendar } = reading;
const range = fc
  .tuple(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 365 }))
  .map(([back, length]) => {
    const to = calendar.addDays('2026-11-19', -back);
    return { from: calendar.addDays(to, -length), to };
  });
const stock: fc.Arbitrary<Question> = fc.oneof(
  fc.record({ command: fc.constant('stock'), kind: fc.constantFrom('help', 'form') }),
  fc.record({ command: fc.constant('stock'), kind: fc.constant('overview'), scope }),
  fc.record(
    { command: fc.constant('stock' as const), kind: fc.constantFrom('out', 'changes' as const), scope, of },
    { requiredKeys: ['command', 'kind', 'scope'] },
  ),
  fc.record(
    {
      command: fc.constant('stock' as const),
      kind: fc.constantFrom('low', 'over' as const),
      scope,
      days: fc.integer({ min: 1, max: 365 }),
      of,
    },
    { requiredKeys: ['command', 'kind', 'scope', 'days'] },
  ),
  fc.record({
    command: fc.constant('stock'),
    kind: fc.constant('products'),
    productIds: fc.uniqueArray(number, { minLength: 1, maxLength: 50 }),
  }),
  fc.record({
    command: fc.constant('stock'),
    kind: fc.constant('history'),
    productIds: fc.uniqueArray(number, { minLength: 1, maxLength: 50 }),
    days: range,
  }),
);

const filter = {
  command: fc.constant('sales'),
  productIds: numbers(20),
  storeIds: numbers(20),
  by: fc.constantFrom(...GROUPS),
  without: fc
    .record({ productIds: numbers(3), storeIds: numbers(3) })
    .filter(({ productIds, storeIds }) => productIds.length + storeIds.length > 0),
  top: fc.integer({ min: 1, max: 100 }),
  bottom: fc.integer({ min: 1, max: 100 }),
  returns: fc.constant(true as const),
} as const;
const ALWAYS = ['command', 'kind', 'productIds', 'storeIds', 'by', 'days'] as const;
const isOfOneEnd = ({ top, bottom }: { top?: number; bottom?: number }) =>
  top === undefined || bottom === undefined;
const sales: fc.Arbitrary<Question> = fc.oneof(
  fc.record({ command: fc.constant('sales'), kind: fc.constantFrom('help', 'form') }),
  fc
    .record(
      {
        ...filter,
        kind: fc.constant('sales' as const),
        days: range,
        and: fc.constantFrom(...GROUPS),
        share: fc.constant(true as const),
      },
      { requiredKeys: [...ALWAYS] },
    )
    .filter(isOfOneEnd)
    .filter(({ by, and }) => by !== and),
  fc
    .record(
      { ...filter, kind: fc.constant('compare' as const), days: range, against: range },
      { requiredKeys: [...ALWAYS, 'against'] },
    )
    .filter(({ days, against }) => against.from < days.from)
    .filter(isOfOneEnd),
);

const words = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('open now', 'near 1,2', 'help', '143', 'store:143', 'mo i rana'),
  )
  .map((text) => normalize(text).replaceAll('"', '').trim())
  .filter((text) => normalize(text) === text && text.length <= 200);
const degrees = (most: number) =>
  fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((millionths) => millionths / 1e6 + 0);
const near = fc.oneof(
  fc.record({ latitude: degrees(90), longitude: degrees(180) }),
  fc.record({ words: fc.constantFrom('oslo', 'mo i rana', 'open now', '143 oslo') }),
);
/** Open now, at another time, or whenever. */
const open = fc.constantFrom(
  { openNow: false },
  { openNow: true },
  { openNow: false, open: { day: 'today' } } as const,
  { openNow: false, open: { day: 'tomorrow', time: '08:05' } } as const,
  { openNow: false, open: { day: 7, time: '18:00' } },
  { openNow: false, open: { day: { month: 5, date: 1 }, time: '09:30' } },
  { openNow: false, open: { day: { year: 2026, month: 12, date: 24 } } },
);
const stores: fc.Arbitrary<Question> = fc.oneof(
  fc.record({ command: fc.constant('stores'), kind: fc.constantFrom('help', 'form') }),
  fc.record({ command: fc.constant('stores'), kind: fc.constant('number'), storeId: number }),
  fc.record({
    command: fc.constant('stores'),
    kind: fc.constant('number'),
    storeId: number,
    open: fc.constantFrom<OpenAt>({ day: 5 }, { day: { month: 12, date: 24 }, time: '10:00' }),
  }),
  fc
    .tuple(
      fc.record(
        { command: fc.constant('stores' as const), kind: fc.constant('search' as const), words, near },
        { requiredKeys: ['command', 'kind', 'words'] },
      ),
      open,
    )
    .map(([searched, opened]) => ({ ...searched, ...opened }))
    .filter((asked) => asked.words !== '' || asked.openNow || 'open' in asked || asked.near !== undefined),
);

function read(typed: string): Question {
  const [, command, text = ''] = /^\/(\w+) ?(.*)$/s.exec(typed) ?? [];
  switch (command) {
    case 'stock':
      return parseStock(text, reading);
    case 'sales':
      return parseSales(text, reading);
    default:
      return parseStores(text);
  }
}

test.each([
  ['/stock', stock],
  ['/sales', sales],
  ['/stores', stores],
])('every question to %s can be typed, and is read as the same', async (_, question) => {
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const written = formatCommand(asked);
      expect(await read(written)).toEqual(asked);
      const norwegian = inNorwegian(written);
      expect(await read(norwegian)).toEqual(asked);
      if (asked.command !== 'stores') expect(leftInEnglish(written, norwegian)).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

test.each<[Question, string]>([
  [{ command: 'stock', kind: 'form' }, '/stock'],
  [{ command: 'stock', kind: 'low', scope: 'all', days: 7 }, '/stock low 7 all'],
  [
    {
      command: 'sales',
      kind: 'sales',
      days: { from: '2026-11-01', to: '2026-11-07' },
      productIds: ['1101'],
      storeIds: ['143'],
      by: 'store',
    },
    '/sales 2026-11-01..2026-11-07 product:1101 store:143 by:store',
  ],
  [
    {
      command: 'stores',
      kind: 'search',
      words: 'mo i rana',
      openNow: true,
      near: { latitude: 66.3, longitude: 14.1 },
    },
    '/stores open now near 66.3,14.1 mo i rana',
  ],
  [
    {
      command: 'stores',
      kind: 'search',
      words: 'e',
      openNow: false,
      near: { latitude: 60, longitude: 10 },
    },
    '/stores near 60.0,10.0 "e"',
  ],
  [{ command: 'stores', kind: 'search', words: 'open now', openNow: false }, '/stores "open now"'],
])('%j is written %s', (question, written) => {
  expect(formatCommand(question)).toBe(written);
});

// Chance seldom puts what stands for several beside one of its own.
test.each(['/sales oslo, oslo majorstuen vs bergen', '/sales pale ale vs apple, green apple without 143'])(
  '%s is read as the same once it is written',
  (typed) => {
    const asked = read(typed);
    expect(asked).toHaveProperty('sides');
    expect(read(formatCommand(asked))).toEqual(asked);
  },
);

test.each([
  ['/stock low 7 all', '/stock lav 7 alle'],
  ['/stock help', '/stock hjelp'],
  [
    '/sales compare 2026-11-09..2026-11-15 with 2026-11-02..2026-11-08 store:"with all" without product:1101 top:10 returns by:month',
    '/sales sammenlign 2026-11-09..2026-11-15 med 2026-11-02..2026-11-08 butikk:"with all" uten vare:1101 topp:10 retur per:måned',
  ],
  [
    '/sales last 30 days store:"oslo" vs store:"bergen" by:week',
    '/sales siste 30 dager butikk:"oslo" mot butikk:"bergen" per:uke',
  ],
  ['/stock over 30 all', '/stock over 30 alle'],
  ['/sales week 46 bottom:5 share by:group', '/sales uke 46 nederste:5 andel per:varegruppe'],
  [
    '/sales compare this month with last year by:store',
    '/sales sammenlign denne måneden med i fjor per:butikk',
  ],
  ['/sales this year by:group by:month', '/sales i år per:varegruppe per:måned'],
  ['/stores open 24 december at 18:00 oslo', '/stores åpent 24 desember kl 18:00 oslo'],
  ['/stores open now near "open"', '/stores åpent nå nær "open"'],
  ['/stores open sunday', '/stores åpent søndag'],
])('%s is %s for Norwegians, and is read alike', (english, norwegian) => {
  expect(inNorwegian(english)).toBe(norwegian);
  if (!english.includes('returns by:month')) expect(read(norwegian)).toEqual(read(english));
});
