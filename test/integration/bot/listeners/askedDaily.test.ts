import type { TruthSale } from 'retail-data-client/sandbox';
import { expect, test } from 'vitest';
import type { LanguageCode } from '../../../../bot/language/locale.ts';
import { HOME_LANGUAGE } from '../../../../bot/views/home.ts';
import { type ConversationBench, startConversationBench } from '../../../support/bot/conversationBench.ts';
import { largestFirst, sumBy } from '../../../support/bot/figures.ts';
import { rowsOf, type SaidAnswer } from '../../../support/bot/listenerBench.ts';
import { clickBody, clickInView, USER_ID } from '../../../support/bot/payloadBodies.ts';
import { limitBreachesOf } from '../../../support/slack/limits.ts';

/** What people ask every day, as they type it. */

async function ask({ bench }: ConversationBench, command: string, text: string): Promise<SaidAnswer> {
  const answer = (await bench.type(command, text)).said.at(-1);
  if (answer === undefined) throw new Error(`no answer to ${text}`);
  expect(limitBreachesOf(answer, 'message')).toEqual([]);
  return answer;
}

async function click({ bench }: ConversationBench, answer: SaidAnswer, action: string) {
  const [, value] =
    new RegExp(`"action_id":"${action}".*?"value":"([^"]+)"`).exec(JSON.stringify(answer.blocks)) ?? [];
  if (value === undefined) throw new Error(JSON.stringify(answer.blocks));
  return bench.send(clickBody(bench.responseUrl, action, value));
}

async function csvOf(world: ConversationBench, answer: SaidAnswer): Promise<string[]> {
  await click(world, answer, 'answer_csv');
  return world.sentFiles.at(-1)?.text.split('\r\n') ?? [];
}

const LIST = [
  '5002;Fjord Gin;Brennevin',
  '345;Bergen Gin;Brennevin',
  '1000017;Old Gin;Brennevin',
  '5004;Cider;Eplevin',
];
const start = (language: LanguageCode = 'en') =>
  startConversationBench({ language, listed: LIST.join('\n') });

test('the lists of /stock are narrowed to names, groups and numbers, and say so', async () => {
  const world = await start();
  const low = await ask(world, '/stock', 'low 7 gin');
  expect(low.text).toBe('1 of your 3 gin products has less than 7 days of cover on Fri 20 Nov 2026.');
  expect(rowsOf(low).map(([name]) => name)).toEqual(['5002 Fjord Gin']);
  const { said } = await click(world, low, 'answer_stock_changes');
  expect(said.at(-1)?.text).toContain('Stock changed for 3 of your 3 gin products');
  const lines = await csvOf(world, await ask(world, '/stock', 'low 20 gin'));
  expect(lines.map((line) => line.split(',')[0])).toEqual(['\uFEFFproductId', '5002', '00345', '']);

  const out = await ask(world, '/stock', 'out group:brennevin');
  expect(out.text).toBe('None of your 3 Brennevin products is out of stock on Fri 20 Nov 2026.');
  expect((await ask(world, '/stock', 'out 345 5004 999')).text).toBe(
    '1 of the 2 products (345 Bergen Gin, 5004 Cider) is out of stock on Fri 20 Nov 2026 (1 new since Thu 19 Nov 2026). Not in the stock list: 999.',
  );
});

test('the lists of /stock are narrowed in Norwegian', async () => {
  const world = await start('nb');
  expect((await ask(world, '/stock', 'lav 7 gin')).text).toBe(
    '1 av de 3 gin-varene dine har under 7 dagers lagerdekning per fre. 20. nov. 2026.',
  );
  expect((await ask(world, '/stock', 'utsolgt gruppe:brennevin')).text).toBe(
    'Ingen av de 3 Brennevin-varene dine er utsolgt per fre. 20. nov. 2026.',
  );
  expect((await ask(world, '/stock', 'endringer gin, cider')).text).toContain(
    'Beholdningen av 4 av de 4 varene (gin, 5004 Cider) har endret seg',
  );
});

/** What was sold on the days of a week of the stand-in, largest first. */
const WEEK = ['2026-11-12', '2026-11-18'] as const;
const soldBy = (
  { warehouse }: ConversationBench,
  keyOf: (row: TruthSale) => string,
  [from, to]: readonly [string, string] = WEEK,
) => largestFirst(sumBy(warehouse.sandbox.truth.sales(from, to), keyOf));

test('the smallest few are asked for as the largest are, and again of the period before', async () => {
  const world = await start();
  const smallest = soldBy(world, ({ storeId }) => storeId).toReversed();
  const names = smallest.slice(0, 3).map(({ key }) => world.storeNames.label(key));
  const answer = await ask(world, '/sales', `${WEEK.join('..')} bottom 3 by:store`);
  expect(rowsOf(answer).map(([name]) => name)).toEqual(names);
  expect((await csvOf(world, answer)).slice(1, -1).map((line) => line.split(',')[0])).toEqual(
    smallest.slice(0, 3).map(({ key }) => key),
  );
  const { said } = await click(world, answer, 'answer_previous_period');
  expect(rowsOf(said.at(-1) ?? answer)).toHaveLength(3);
});

test.each([
  [
    'en',
    'by:store by:week',
    'storeId,storeName,week,weekFrom,weekTo,daysIncluded,litres',
    ' · Week 46',
    'Store · Week',
  ],
  [
    'nb',
    'per butikk og uke',
    'Butikknummer;Butikknavn;Uke;Uke fra;Uke til;Dager medregnet;Liter',
    ' · uke 46',
    'Butikk · Uke',
  ],
] as const)('%s: two groupings have a row for each pair: %s', async (language, words, head, week, title) => {
  const world = await start(language);
  const days = ['2026-11-09', '2026-11-18'] as const;
  const answer = await ask(world, '/sales', `${days.join('..')} ${words}`);
  const stores = soldBy(world, ({ storeId }) => storeId, days).map(({ key }) => world.storeNames.label(key));
  const rows = rowsOf(answer).map(([name = '']) => name);
  expect(rows.map((name) => name.split(' · ')[0])).toEqual(stores.flatMap((store) => [store, store]));
  expect(rows[0]).toContain(week);
  expect(rows[1]).toMatch(/ · 16\D/);
  const [first, ...lines] = await csvOf(world, answer);
  expect(first).toContain(head);
  expect(lines).toHaveLength(2 * stores.length + 1);
  expect(JSON.stringify(answer.blocks)).toContain(title);
  const { said } = await click(world, answer, 'answer_by_product');
  expect(rowsOf(said.at(-1) ?? answer)[0]?.[0]).toContain(' · ');
});

test('two groupings give the same from the service, and pairs without time are the largest first', async () => {
  const world = await start();
  const held = rowsOf(await ask(world, '/sales', '2026-11-18..2026-11-19 by:store by:product'));
  const pairs = largestFirst(
    sumBy(
      world.warehouse.sandbox.truth.sales('2026-11-18', '2026-11-19'),
      (row) => `${row.storeId} ${row.productId}`,
    ),
  );
  expect(held).toHaveLength(Math.min(100, pairs.length));
  const top = rowsOf(await ask(world, '/sales', '2026-11-18..2026-11-19 by:store by:product top 2'));
  expect(top.map(([name]) => name)).toEqual(
    pairs.slice(0, 2).map(({ key }) => {
      const [store = '', product = ''] = key.split(' ');
      return `${world.storeNames.label(store)} · ${world.list.names.label(product)}`;
    }),
  );
  const live = await ask(world, '/sales', '2026-10-01..2026-10-02 by:day by:store');
  expect(live.text).toContain('Sales, ');
  const sold = sumBy(
    world.warehouse.sandbox.truth.sales('2026-10-01', '2026-10-02'),
    (row) => `${row.salesDate} ${row.storeId}`,
  );
  expect(rowsOf(live)).toHaveLength(sold.length);
});

test.each([
  ['en', 'by:group', 'No group', 'Brennevin', 'group,litres'],
  ['nb', 'per varegruppe', 'Uten varegruppe', 'Brennevin', 'Varegruppe;Liter'],
] as const)(
  '%s: %s has a row for each group, and one for what has none',
  async (language, words, none, group, head) => {
    const world = await start(language);
    const gin = new Set(['5002', '345', '1000017']);
    const groupOf = (productId: string) => (gin.has(String(Number(productId))) ? group : none);
    const answer = await ask(world, '/sales', `${WEEK.join('..')} ${words}`);
    const sums = soldBy(world, ({ productId }) => groupOf(productId));
    expect(rowsOf(answer).map(([name]) => name)).toEqual(sums.map(({ key }) => key));
    const lines = await csvOf(world, answer);
    expect(lines[0]).toContain(head);
    const decimal = language === 'nb' ? ',' : '.';
    expect(lines.slice(1, -1).map((line) => line.split(/[,;]/)[0])).toEqual(sums.map(({ key }) => key));
    expect(lines[1]).toContain(String((sums[0]?.millilitres ?? 0) / 1000).replace('.', decimal));
    const pairs = await ask(world, '/sales', `${WEEK.join('..')} ${words} by:day`);
    expect(rowsOf(pairs)[0]?.[0]).toMatch(new RegExp(`^${sums[0]?.key} · 12`));
    expect(JSON.stringify(pairs.blocks)).toContain('data_visualization');
    if (language === 'en') {
      const { said } = await click(world, answer, 'answer_previous_period');
      expect(rowsOf(said.at(-1) ?? answer).map(([name]) => name)).toContain(group);
      const refused = await ask(world, '/sales', `yesterday product:90210 ${words}`);
      expect(refused.text).toContain('None of these products has a group');
    }
  },
);

test.each([
  ['en', 'gin by:store share', 'Share', 'sharePercent', '.', ','],
  ['nb', 'gin per butikk i prosent', 'Andel', 'Andel i prosent', ',', ';'],
] as const)(
  '%s: %s is the part of the total that is asked for',
  async (language, words, column, head, decimal, comma) => {
    const world = await start(language);
    const gin = new Set([5002, 345, 1000017]);
    const sold = largestFirst(
      sumBy(
        world.warehouse.sandbox.truth.sales(...WEEK).filter(({ productId }) => gin.has(Number(productId))),
        ({ storeId }) => storeId,
      ),
    );
    const total = sold.reduce((sum, { millilitres }) => sum + millilitres, 0);
    const shares = sold.map(({ millilitres }) => Math.round((millilitres / total) * 1000) / 10);
    const answer = await ask(world, '/sales', `${WEEK.join('..')} ${words}`);
    expect(rowsOf(answer).map(([, , share = '']) => Number.parseFloat(share.replace(',', '.')))).toEqual(
      shares,
    );
    expect(JSON.stringify(answer.blocks)).toContain(`"${column}"`);
    const [first = '', line = ''] = await csvOf(world, answer);
    const place = first.split(comma).indexOf(head);
    expect(line.split(comma)[place]).toBe(String(shares[0]).replace('.', decimal));
  },
);

test.each([
  [
    'en',
    'low over 8 days gin',
    '2 of your 3 gin products have more than 8 days of cover on Fri 20 Nov 2026.',
  ],
  ['en', 'over 90 gin', 'None of your 3 gin products has more than 90 days of cover on Fri 20 Nov 2026.'],
  [
    'nb',
    'lav over 8 dager gin',
    '2 av de 3 gin-varene dine har over 8 dagers lagerdekning per fre. 20. nov. 2026.',
  ],
] as const)('%s: /stock %s lists what lasts longest first', async (language, words, sentence) => {
  const answer = await ask(await start(language), '/stock', words);
  expect(answer.text).toBe(sentence);
  expect(rowsOf(answer).map(([name]) => name)).toEqual(
    words.includes('90') ? [] : ['1000017 Old Gin', '00345 Bergen Gin'],
  );
});

test('numbers follow the language that was chosen, in answers and under older buttons', async () => {
  const world = await start();
  const { bench } = world;
  bench.slack.setUser(USER_ID, { locale: 'nb-NO' });
  const choose = (value: string) => {
    const selected_option = { text: { type: 'plain_text', text: value }, value };
    const actions = [{ type: 'static_select', action_id: HOME_LANGUAGE, block_id: 'b', selected_option }];
    return bench.send({ ...clickInView('home', HOME_LANGUAGE), actions });
  };
  // The days of cover of a product: 5.8 in English, 5,8 in Norwegian.
  const coverIn = (answer: SaidAnswer | undefined) =>
    JSON.stringify(answer?.blocks).match(/5[.,]8(?=")/)?.[0];
  const norwegian = await ask(world, '/stock', 'i dag');
  expect(coverIn(norwegian)).toBe('5,8');
  await choose('en');
  expect(coverIn(await ask(world, '/stock', 'today'))).toBe('5.8');
  expect(coverIn((await click(world, norwegian, 'answer_stock_low')).said.at(-1))).toBe('5.8');
  await choose('slack');
  expect(coverIn(await ask(world, '/stock', 'i dag'))).toBe('5,8');
});
