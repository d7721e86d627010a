import { describe, expect, test } from 'vitest';
import { formatCommand } from '../../../../bot/parser/formatCommand.ts';
import { parseSales } from '../../../../bot/parser/sales.ts';
import { parseStock } from '../../../../bot/parser/stock.ts';
import { buildNameIndex } from '../../../../bot/products/nameIndex.ts';
import { createProductNames } from '../../../../bot/products/productNames.ts';
import { mistakeOf } from '../../../support/bot/parser/mistakeOf.ts';
import { readingAt, STORES } from '../../../support/bot/parser/reading.ts';

/** Names that begin like the words for days, groups, and stores of several cities; it is Friday 20 November 2026. */
const PRODUCTS = [
  { id: '501', name: 'Fjordland', group: '' },
  { id: '502', name: 'Oktoberfest', group: '' },
  { id: '503', name: 'Maipo', group: '' },
  { id: '504', name: 'Junipero', group: 'Gin' },
  { id: '505', name: 'Fredagspils', group: '' },
  { id: '506', name: 'Gårdscider', group: '' },
  { id: '601', name: 'Måke Gin', group: 'Gin' },
  { id: '602', name: 'Nord Gin', group: 'Gin' },
  { id: '701', name: 'Fjell Pale Ale', group: 'Lys øl' },
  { id: '702', name: 'Vidde Pale Ale', group: 'Lys øl' },
  { id: '1101', name: 'Red Apple', group: '' },
  { id: '90210', name: 'Tind Cider', group: '' },
];
const known = await readingAt();
const reading = {
  ...known,
  vocabulary: {
    products: await createProductNames(PRODUCTS),
    stores: await buildNameIndex([...STORES, { id: '9', name: 'Ålesund' }]),
  },
};
const sales = (text: string) => formatCommand(parseSales(text, reading));

const LAST_WEEK = '2026-11-09..2026-11-15';

describe('periods win over guesses of names', () => {
  test.each([
    ['i oktober', '2026-10-01..2026-10-31 by:product'],
    ['oktober i fjor', '2025-10-01..2025-10-31 by:product'],
    ['uke 46 i fjor', '2025-11-10..2025-11-16 by:product'],
    ['i mai', '2026-05-01..2026-05-31 by:product'],
    ['i juni', '2026-06-01..2026-06-30 by:product'],
    ['på fredag', '2026-11-13 by:product'],
    ['i fjor', '2025-01-01..2025-12-31 by:product'],
    ['Oktoberfest i oktober', '2026-10-01..2026-10-31 product:502 by:store'],
    ['oktoberfest', '2026-11-19 product:502 by:store'],
    ['maipo i mai', '2026-05-01..2026-05-31 product:503 by:store'],
    ['"maipo" i fjor', '2025-01-01..2025-12-31 product:503 by:store'],
    ['fjord i fjor', '2025-01-01..2025-12-31 product:501 by:store'],
    ['fjor', '2025-01-01..2025-12-31 by:product'],
    ['går', '2026-11-19 by:product'],
    ['gård i går', '2026-11-19 product:506 by:store'],
    ['i fjor oktober', '2025-10-01..2025-10-31 by:product'],
    ['last year week 46', '2025-11-10..2025-11-16 by:product'],
    ['2025', '2025-01-01..2025-12-31 by:product'],
    ['1101 2025', '2025-01-01..2025-12-31 product:1101 by:store'],
    ['mandag uke 46', '2026-11-09 by:product'],
    ['uke 46 mandag', '2026-11-09 by:product'],
    ['last week on monday', '2026-11-09 by:product'],
    ['så langt i år', '2026-01-01..2026-11-19 by:product'],
    ['so far this year', '2026-01-01..2026-11-19 by:product'],
    ['same month last year', '2025-11-01..2025-11-30 by:product'],
    ['last 3 months', '2026-08-01..2026-10-31 by:product'],
    ['last 12 months', '2025-11-01..2026-10-31 by:product'],
    ['i høst', '2026-09-01..2026-11-19 by:product'],
    ['høsten i fjor', '2025-09-01..2025-11-30 by:product'],
    ['i fjor høst', '2025-09-01..2025-11-30 by:product'],
    ['i vår', '2026-03-01..2026-05-31 by:product'],
    ['våren 2025', '2025-03-01..2025-05-31 by:product'],
    ['vår gin i går', '2026-11-19 product:"gin" by:product'],
    ['i sommer', '2026-06-01..2026-08-31 by:product'],
    ['last summer', '2026-06-01..2026-08-31 by:product'],
    ['last autumn', '2025-09-01..2025-11-30 by:product'],
    ['this fall', '2026-09-01..2026-11-19 by:product'],
    ['i vinter', '2025-12-01..2026-02-28 by:product'],
    ['vinteren 2025', '2024-12-01..2025-02-28 by:product'],
    ['first half of october', '2026-10-01..2026-10-15 by:product'],
    ['second half october 2025', '2025-10-16..2025-10-31 by:product'],
    ['første halvdel av oktober', '2026-10-01..2026-10-15 by:product'],
    ['siste halvdel av februar', '2026-02-15..2026-02-28 by:product'],
    ['second half of this month', '2026-11-16..2026-11-19 by:product'],
    ['first half of last month', '2026-10-01..2026-10-15 by:product'],
    ['first half of 2026', '2026-01-01..2026-06-30 by:product'],
  ])('/sales %s', (text, written) => {
    expect(sales(text)).toBe(`/sales ${written}`);
  });

  test('a period is never read into a name in quotes', async () => {
    const calendar = {
      ...reading.vocabulary,
      products: await buildNameIndex([{ id: '8', name: 'Oktober' }]),
    };
    expect(formatCommand(parseSales('"oktober"', { ...reading, vocabulary: calendar }))).toBe(
      '/sales 2026-11-19 product:8 by:store',
    );
    expect(formatCommand(parseSales('i oktober', { ...reading, vocabulary: calendar }))).toBe(
      '/sales 2026-10-01..2026-10-31 by:product',
    );
  });

  test.each(['uke 53', 'uke 53 2025', 'uke 53 i fjor'])('/sales %s: that year has none', (text) => {
    expect(mistakeOf(() => parseSales(text, reading))).toEqual([
      'There is no week 53 in 2025.',
      '/sales week 47',
    ]);
  });
});

describe('groups and lists', () => {
  test.each([
    ['gin last week', `${LAST_WEEK} product:"gin" by:product`],
    ['pale ale last week', `${LAST_WEEK} product:"pale ale" by:product`],
    ['group:gin last week', `${LAST_WEEK} group:"Gin" by:product`],
    ['group:lys øl last week', `${LAST_WEEK} group:"Lys øl" by:product`],
    ['group:gin,lys øl last week', `${LAST_WEEK} group:"Gin" group:"Lys øl" by:product`],
    ['group:gin,group:lys øl last week', `${LAST_WEEK} group:"Gin" group:"Lys øl" by:product`],
    ['group:lys øl, gin last week', `${LAST_WEEK} group:"Lys øl" group:"Gin" by:product`],
    ['grupper gin og lys øl forrige uke', `${LAST_WEEK} group:"Gin" group:"Lys øl" by:product`],
    ['gruppe lys øl forrige uke', `${LAST_WEEK} group:"Lys øl" by:product`],
    ['1101 90210 last week', `${LAST_WEEK} product:1101,90210 by:product`],
    ['alle butikker', '2026-11-19 by:store'],
    ['stores last week', `${LAST_WEEK} by:store`],
    ['topp 10', '2026-11-19 top:10 by:product'],
    ['top 5 stores last week', `${LAST_WEEK} top:5 by:store`],
    ['by:store share', '2026-11-19 share by:store'],
    ['per butikk andel', '2026-11-19 share by:store'],
    ['by store in percent last week', `${LAST_WEEK} share by:store`],
    ['per butikk i prosent', '2026-11-19 share by:store'],
    ['share by store in %', '2026-11-19 share by:store'],
    ['by:group', '2026-11-19 by:group'],
    ['per varegruppe forrige uke', `${LAST_WEEK} by:group`],
    ['by group and store', '2026-11-19 by:group by:store'],
    ['groups last week', `${LAST_WEEK} by:group`],
    ['by:store by:week', '2026-11-19 by:store by:week'],
    ['per butikk per uke forrige uke', `${LAST_WEEK} by:store by:week`],
    ['by store and week', '2026-11-19 by:store by:week'],
    ['per butikk og uke', '2026-11-19 by:store by:week'],
    ['by store, day last week', `${LAST_WEEK} by:store by:day`],
    ['by:product,store', '2026-11-19 by:product by:store'],
    ['ukentlig per butikk', '2026-11-19 by:week by:store'],
    ['by store and week 46', '2026-11-09..2026-11-15 by:store'],
    ['by:store by:store', '2026-11-19 by:store'],
    ['bottom 5 by:store', '2026-11-19 bottom:5 by:store'],
    ['bottom5', '2026-11-19 bottom:5 by:product'],
    ['worst stores last week', `${LAST_WEEK} bottom:10 by:store`],
    ['verste varer i oktober', '2026-10-01..2026-10-31 bottom:10 by:product'],
    ['beste varer i oktober', '2026-10-01..2026-10-31 top:10 by:product'],
    ['best selling last week', `${LAST_WEEK} top:10 by:product`],
    ['top 5 best selling products', '2026-11-19 top:5 by:product'],
    ['bestselgere forrige uke', `${LAST_WEEK} top:10 by:product`],
    ['mest solgte varer forrige uke', `${LAST_WEEK} top:10 by:product`],
    ['de 5 mest solgte varene', '2026-11-19 top:5 by:product'],
    ['hvilke butikker selger mest', '2026-11-19 top:10 by:store'],
    ['top stores', '2026-11-19 top:10 by:store'],
    ['høyest salg', '2026-11-19 top:10 by:product'],
    ['minst solgt', '2026-11-19 bottom:10 by:product'],
    ['best day in october', '2026-10-01..2026-10-31 top:10 by:day'],
    ['worst 5 stores last week', `${LAST_WEEK} bottom:5 by:store`],
    ['lowest five per butikk', '2026-11-19 bottom:5 by:store'],
    ['dårligste 5 butikker forrige uke', `${LAST_WEEK} bottom:5 by:store`],
    ['5 dårligste butikker', '2026-11-19 bottom:5 by:store'],
    ['nederste 5 per vare', '2026-11-19 bottom:5 by:product'],
    ['laveste:3', '2026-11-19 bottom:3 by:product'],
    ['by:month last 3 months', '2026-08-01..2026-10-31 by:month'],
    ['per måned i år', '2026-01-01..2026-11-19 by:month'],
    ['last week by weekday', `${LAST_WEEK} by:weekday`],
    ['returns last week', `${LAST_WEEK} returns by:product`],
    ['retur forrige uke per butikk', `${LAST_WEEK} returns by:store`],
    ['oslo vs bergen', '2026-11-19 store:"oslo" vs store:7 by:store'],
    ['last week without ålesund', `${LAST_WEEK} without store:9 by:product`],
    [
      'gin uten måke gin og 602 i oslo city',
      '2026-11-19 product:"gin" store:143 without product:601,602 by:product',
    ],
    ['*last week* _by store_', `${LAST_WEEK} by:store`],
  ])('/sales %s', (text, written) => {
    expect(sales(text)).toBe(`/sales ${written}`);
  });

  test('the longest name is the one that is meant', async () => {
    const products = await buildNameIndex([
      { id: '1', name: 'Gin' },
      { id: '2', name: 'Gin Tonic Light' },
    ]);
    const vocabulary = { ...reading.vocabulary, products };
    const meant = (text: string) => formatCommand(parseSales(text, { ...reading, vocabulary }));
    expect(meant('gin tonic i mai')).toBe('/sales 2026-05-01..2026-05-31 product:2 by:store');
    expect(meant('gin i mai')).toBe('/sales 2026-05-01..2026-05-31 product:1 by:store');
    expect(meant('gin bergen')).toBe('/sales 2026-11-19 product:1 store:7 by:store');
  });

  test.each([
    ['group:gin,lys øl', '504 601 602 701 702'],
    ['group:lys øl, gin', '701 702 504 601 602'],
  ])('/stock %s', (text, written) => {
    expect(formatCommand(parseStock(text, reading))).toBe(`/stock ${written}`);
  });

  test('one of two groups that is not there', () => {
    expect(mistakeOf(() => parseSales('group:gin,lys last week', reading))).toEqual([
      'No group in the product list is named "lys".',
      '/sales group:"gin" group:"Lys øl" last week',
    ]);
  });

  test('a group that is not there', () => {
    expect(mistakeOf(() => parseSales('group:gni last week', reading))).toEqual([
      'No group in the product list is named "gni".',
      '/sales group:"Gin" last week',
    ]);
  });

  test('a name or a group of more products than can be listed stays a name', async () => {
    const many = Array.from({ length: 101 }, (_, at) => ({ id: String(1000 + at), name: `Gin ${at}` }));
    const products = {
      ...(await buildNameIndex(many)),
      groups: () => [{ name: 'Brennevin', products: many.length }],
      groupNamed: (words: string) => (words.toLowerCase() === 'brennevin' ? 'Brennevin' : undefined),
      idsOfGroup: () => many.map(({ id }) => id),
    };
    const vocabulary = { ...reading.vocabulary, products };
    const meant = (text: string) => formatCommand(parseSales(text, { ...reading, vocabulary }));
    expect(meant('gin last week')).toBe(`/sales ${LAST_WEEK} product:"gin" by:product`);
    expect(meant('group:brennevin last week uten 1007')).toBe(
      `/sales ${LAST_WEEK} group:"Brennevin" without product:1007 by:product`,
    );
    expect(meant('gin mot gruppe brennevin')).toBe(
      '/sales 2026-11-19 product:"gin" vs group:"Brennevin" by:product',
    );
    const typed = many.map(({ id }) => id).join(',');
    expect(mistakeOf(() => parseSales(`product:${typed}`, { ...reading, vocabulary }))[0]).toBe(
      'One question takes at most 100 products.',
    );
  });
});

test.each([
  ['Thu 19 Nov 2026', '2026-11-19'],
  ['Newest day: Thu 19 Nov 2026', '2026-11-19'],
  ['Last 7 days: 13 Nov – 19 Nov', '2026-11-13..2026-11-19'],
  ['Sales, Wed 18 Nov 2026', '2026-11-18'],
  ['tor. 19. nov. 2026', '2026-11-19'],
  ['Mon 9 Nov 2026 – Sun 15 Nov 2026', LAST_WEEK],
  ['Week 46 (9 Nov – 15 Nov 2026)', LAST_WEEK],
  ['Week 47 (16 Nov – 19 Nov 2026 only)', '2026-11-16..2026-11-19'],
  ['Uke 47 (16. nov. – 19. nov. 2026)', '2026-11-16..2026-11-19'],
  ['uke 47 (bare 16.–19. nov. 2026)', '2026-11-16..2026-11-19'],
  ['uke 46 (9.–15. nov. 2026)', LAST_WEEK],
  ['man. 9. nov. – søn. 15. nov. 2026', LAST_WEEK],
  ['Nyeste dag: tor. 19. nov. 2026', '2026-11-19'],
  ['Siste 7 dager: 13.–19. nov.', '2026-11-13..2026-11-19'],
  ['Forrige måned: 1.–31. okt.', '2026-10-01..2026-10-31'],
  ['Salg, ons. 18. nov. 2026', '2026-11-18'],
])('/sales %s: a label of the bot is read as what it names', (text, days) => {
  expect(sales(text)).toBe(`/sales ${days} by:product`);
});

test.each([
  ['1101 Red Apple', 'product:1101 by:store'],
  ['143 Oslo City', 'store:143 by:product'],
  ['"Red Apple" (1101)', 'product:1101 by:store'],
  ['Oslo City (143)', 'store:143 by:product'],
])('/sales %s: a number with its name is one thing', (text, written) => {
  expect(sales(text)).toBe(`/sales 2026-11-19 ${written}`);
});

describe('comparisons', () => {
  test.each([
    ['Compare with before', '2026-11-19', '2026-11-12'],
    ['Sammenlign med forrige periode', '2026-11-19', '2026-11-12'],
    ['compare last week last year', LAST_WEEK, '2025-11-10..2025-11-16'],
    ['compare this month', '2026-11-01..2026-11-19', '2026-10-01..2026-10-19'],
    ['compare this quarter', '2026-10-01..2026-11-19', '2026-07-01..2026-08-19'],
    ['compare this year', '2026-01-01..2026-11-19', '2025-01-01..2025-11-19'],
    ['compare i år med i fjor', '2026-01-01..2026-11-19', '2025-01-01..2025-11-19'],
    ['i fjor mot i år', '2026-01-01..2026-11-19', '2025-01-01..2025-11-19'],
    ['compare q3', '2026-07-01..2026-09-30', '2026-04-01..2026-06-30'],
    ['compare 2025', '2025-01-01..2025-12-31', '2024-01-01..2024-12-31'],
    ['compare last month with same month last year', '2026-10-01..2026-10-31', '2025-10-01..2025-10-31'],
    ['compare this month with same month last year', '2026-11-01..2026-11-19', '2025-11-01..2025-11-19'],
    ['compare christmas', '2025-12-24..2025-12-26', '2024-12-24..2024-12-26'],
    ['compare påske', '2026-03-29..2026-04-06', '2025-04-13..2025-04-21'],
    ['compare påske med i fjor', '2026-03-29..2026-04-06', '2025-04-13..2025-04-21'],
    ['sammenlign i høst', '2026-09-01..2026-11-19', '2025-09-01..2025-11-19'],
    ['compare last 3 months', '2026-08-01..2026-10-31', '2026-05-01..2026-07-31'],
    ['compare 9.-12. november', '2026-11-09..2026-11-12', '2026-11-02..2026-11-05'],
  ])('/sales %s', (text, days, against) => {
    expect(sales(text)).toBe(`/sales compare ${days} with ${against} by:product`);
  });
});

describe('a suggestion never means something else', () => {
  test.each([
    ['vin', '"vin" is not something /sales knows.', '/sales help'],
    ['wine', '"wine" is not something /sales knows.', '/sales help'],
    ['without', 'Name a product or store after "without".', '/sales help'],
    ['de', '"de" is not something /sales knows.', '/sales help'],
    ['witout oslo', '"witout" is not something /sales knows.', '/sales without oslo'],
    ['uden oslo last week', '"uden" is not something /sales knows.', '/sales uten oslo last week'],
    ['oslo vs xyzzy', '"xyzzy" is not something /sales knows.', '/sales help'],
    ['last week without xyzzy', '"xyzzy" is not something /sales knows.', '/sales help'],
  ])('/sales %s', (text, sentence, corrected) => {
    expect(mistakeOf(() => parseSales(text, reading))).toEqual([sentence, corrected]);
  });
});
