import { describe, expect, test } from 'vitest';
import { ParseError } from '../../../../bot/parser/parseError.ts';
import { parseQuestion } from '../../../../bot/parser/parseQuestion.ts';
import { parseStock } from '../../../../bot/parser/stock.ts';
import { createProductNames } from '../../../../bot/products/productNames.ts';
import { mistakeOf } from '../../../support/bot/parser/mistakeOf.ts';
import { NO_VOCABULARY, readingAt } from '../../../support/bot/parser/reading.ts';
import { FUZZED_PRODUCTS } from '../../../support/bot/parser/texts.ts';

const reading = await readingAt();
const ask = (text: string) => parseStock(text, reading);
const products = (...productIds: string[]) => ({ kind: 'products', productIds });

test.each([
  ['', { kind: 'form' }],
  [' \u00a0 ', { kind: 'form' }],
  ['""', { kind: 'form' }],
  ['mine', { kind: 'overview', scope: 'mine' }],
  ['oversikt', { kind: 'overview', scope: 'mine' }],
  ['lager', { kind: 'overview', scope: 'mine' }],
  ['beholdningen', { kind: 'overview', scope: 'mine' }],
  ['hva har vi på lager', { kind: 'overview', scope: 'mine' }],
  ['ALL', { kind: 'overview', scope: 'all' }],
  ['out', { kind: 'out', scope: 'mine' }],
  ['out all', { kind: 'out', scope: 'all' }],
  ['all out', { kind: 'out', scope: 'all' }],
  ['out of stock', { kind: 'out', scope: 'mine' }],
  ['utsolgt', { kind: 'out', scope: 'mine' }],
  ['tomt alle', { kind: 'out', scope: 'all' }],
  ['low', { kind: 'low', scope: 'mine', days: 7 }],
  ['low 7', { kind: 'low', scope: 'mine', days: 7 }],
  ['low 14 days all', { kind: 'low', scope: 'all', days: 14 }],
  ['låg 3 dagar', { kind: 'low', scope: 'mine', days: 3 }],
  ['less than 7 days of cover', { kind: 'low', scope: 'mine', days: 7 }],
  ['under 10 dager', { kind: 'low', scope: 'mine', days: 10 }],
  ['low <7', { kind: 'low', scope: 'mine', days: 7 }],
  ['low over 30 days', { kind: 'over', scope: 'mine', days: 30 }],
  ['lav over 30 dager', { kind: 'over', scope: 'mine', days: 30 }],
  ['over 45 dager alle', { kind: 'over', scope: 'all', days: 45 }],
  ['more than 30 days of cover', { kind: 'over', scope: 'mine', days: 30 }],
  ['mer enn 60 dager', { kind: 'over', scope: 'mine', days: 60 }],
  ['over 4 weeks', { kind: 'over', scope: 'mine', days: 28 }],
  ['&gt;30', { kind: 'over', scope: 'mine', days: 30 }],
  ['over', { kind: 'over', scope: 'mine', days: 30 }],
  ['lav under 7 dager', { kind: 'low', scope: 'mine', days: 7 }],
  ['low under 7 days', { kind: 'low', scope: 'mine', days: 7 }],
  ['low &lt;7', { kind: 'low', scope: 'mine', days: 7 }],
  ['changes', { kind: 'changes', scope: 'mine' }],
  ['changes since yesterday', { kind: 'changes', scope: 'mine' }],
  ['endringer siden i går', { kind: 'changes', scope: 'mine' }],
  ['endringer alle', { kind: 'changes', scope: 'all' }],
  ['1101', products('1101')],
  ['1101 90210', products('1101', '90210')],
  ['1101, 90210', products('1101', '90210')],
  ['1101,90210', products('1101', '90210')],
  ['product:1101', products('1101')],
  ['produkt 1101 vare:1102', products('1101', '1102')],
  ['00345', products('00345')],
  ['1101 1101', products('1101')],
  ['“1101”', products('1101')],
  ['1101\u00a090210', products('1101', '90210')],
  ['\u200e1101\u202c', products('1101')],
  ['help', { kind: 'help' }],
  ['Help me', { kind: 'help' }],
  ['hjelp', { kind: 'help' }],
])('/stock %s', (text, question) => {
  expect(ask(text)).toEqual({ command: 'stock', ...question });
});

test.each([
  ['red apple', '1101'],
  ['“Red Apple”', '1101'],
  ['«red apple»', '1101'],
  ['red apple 1102', '1101', '1102'],
  ['red apple, green apple', '1101', '1102'],
  ['product:"red apple" "green apple"', '1101', '1102'],
  ['green', '1102'],
  ['apple', '1101', '1102'],
  ['apple 90210', '1101', '1102', '90210'],
  ['BLÅBÆR', '345'],
  ['bla\u030abær', '345'],
  ['pale ale 33 cl', '90210'],
  ['low tide', '7'],
  ['low tide, 1101', '7', '1101'],
  ['pale ale 33', '90210'],
  ['90210 Pale Ale 33 cl', '90210'],
  ['Pale Ale 33 cl (90210)', '90210'],
  ['345 Blåbær, 1101 Red Apple', '345', '1101'],
])('/stock %s is found by its name', (text, ...productIds) => {
  expect(ask(text)).toEqual({ command: 'stock', ...products(...productIds) });
});

const listReading = {
  ...reading,
  vocabulary: { ...reading.vocabulary, products: await createProductNames(FUZZED_PRODUCTS) },
};
const group = (words: string) => ({ meaning: 'product', kind: 'group', words });
const name = (words: string) => ({ meaning: 'product', kind: 'name', words });

test.each([
  ['out group:cider', { kind: 'out' }, { ids: [], names: [group('Cider')] }],
  ['utsolgt gruppe:cider', { kind: 'out' }, { ids: [], names: [group('Cider')] }],
  ['low 7 group:cider', { kind: 'low', days: 7 }, { ids: [], names: [group('Cider')] }],
  ['lav 14 dager varegruppe cider', { kind: 'low', days: 14 }, { ids: [], names: [group('Cider')] }],
  ['low apple', { kind: 'low', days: 7 }, { ids: [], names: [name('apple')] }],
  ['low apple 14 days', { kind: 'low', days: 14 }, { ids: [], names: [name('apple')] }],
  ['low 2 weeks apple', { kind: 'low', days: 14 }, { ids: [], names: [name('apple')] }],
  ['low brus', { kind: 'low', days: 7 }, { ids: [], names: [name('brus')] }],
  ['over 30 apple', { kind: 'over', days: 30 }, { ids: [], names: [name('apple')] }],
  ['changes for apple', { kind: 'changes' }, { ids: [], names: [name('apple')] }],
  [
    'endringer for apple og group:brus',
    { kind: 'changes' },
    { ids: [], names: [name('apple'), group('Brus')] },
  ],
  ['out red apple', { kind: 'out' }, { ids: ['1101'], names: [] }],
  ['out 1101, 90210', { kind: 'out' }, { ids: ['1101', '90210'], names: [] }],
  ['out 1101 Red Apple', { kind: 'out' }, { ids: ['1101'], names: [] }],
  ['low 1101', { kind: 'low', days: 7 }, { ids: ['1101'], names: [] }],
  ['low 7 7', { kind: 'low', days: 7 }, { ids: ['7'], names: [] }],
  ['low tide out', { kind: 'out' }, { ids: ['7'], names: [] }],
  ['out apple all', { kind: 'out', scope: 'all' }, { ids: [], names: [name('apple')] }],
] as const)('/stock %s is a list of these products', (text, list, of) => {
  expect(parseStock(text, listReading)).toEqual({ command: 'stock', scope: 'mine', ...list, of });
});

const WEEK = { from: '2026-11-09', to: '2026-11-15' };
const TODAY = '2026-11-20';
const dayOf = (day: string) => ({ from: day, to: day });

test.each([
  ['1101 last week', ['1101'], WEEK],
  ['last week 1101', ['1101'], WEEK],
  ['1101 forrige uke', ['1101'], WEEK],
  ['1101 uke 46', ['1101'], WEEK],
  ['uke 46 1101', ['1101'], WEEK],
  ['1101, 90210 for last week', ['1101', '90210'], WEEK],
  ['1101 90210 2026-11-09..2026-11-15', ['1101', '90210'], WEEK],
  ['1101 9.11.2026 - 15.11.2026', ['1101'], WEEK],
  ['1101 9-15 nov', ['1101'], WEEK],
  ['red apple last week', ['1101'], WEEK],
  ['apple forrige uke', ['1101', '1102'], WEEK],
  ['low tide, 1101 last week', ['7', '1101'], WEEK],
  ['Pale Ale 33 cl (90210) last week', ['90210'], WEEK],
  ['oversikt 1101 forrige uke', ['1101'], WEEK],
  ['1101 yesterday', ['1101'], dayOf('2026-11-19')],
  ['1101 i går', ['1101'], dayOf('2026-11-19')],
  ['1101 16 nov', ['1101'], dayOf('2026-11-16')],
  ['7 20 nov 2026', ['7'], dayOf(TODAY)],
  ['1101 this week', ['1101'], { from: '2026-11-16', to: TODAY }],
  ['1101 siste 7 dager', ['1101'], { from: '2026-11-14', to: TODAY }],
  ['1101 november', ['1101'], { from: '2026-11-01', to: TODAY }],
  ['1101 monday to today', ['1101'], { from: '2026-11-16', to: TODAY }],
])('/stock %s is the stock of these days', (text, productIds, days) => {
  expect(ask(text)).toEqual({ command: 'stock', kind: 'history', productIds, days });
});

test.each([
  ['1101 today', '1101'],
  ['1101 nå', '1101'],
  ['1101 i dag', '1101'],
  ['2026', '2026'],
  ['1101 2026', '1101', '2026'],
  ['1101 20261116', '1101', '20261116'],
])('/stock %s is the latest stock', (text, ...productIds) => {
  expect(ask(text)).toEqual({ command: 'stock', ...products(...productIds) });
});

test('words that name a product are no period', async () => {
  const named = [
    { id: '1', name: 'Jul Øl', group: '' },
    { id: '2', name: 'November Rain', group: '' },
  ];
  const names = { ...reading.vocabulary, products: await createProductNames(named) };
  const inList = (text: string) => parseStock(text, { ...reading, vocabulary: names });
  expect(inList('jul øl')).toEqual({ command: 'stock', ...products('1') });
  expect(inList('1101 november')).toEqual({ command: 'stock', ...products('1101', '2') });
  expect(inList('november rain uke 46')).toMatchObject({ kind: 'history', productIds: ['2'], days: WEEK });
});

test('before the stock of today arrives it is not asked for', () => {
  const early = { ...reading, now: Date.parse('2026-11-20T07:29:00Z') };
  expect(parseStock('1101 this week', early)).toMatchObject({
    days: { from: '2026-11-16', to: '2026-11-19' },
  });
  expect(mistakeOf(() => parseStock('1101 20 nov 2026', early))).toEqual([
    'Stock for Fri 20 Nov 2026 arrives at about 08:30. The latest is for Thu 19 Nov 2026.',
    '/stock 1101 2026-11-19',
  ]);
});

test('an overview of products is their stock', () => {
  expect(ask('oversikt 1101')).toEqual({ command: 'stock', ...products('1101') });
});

describe('refuses', () => {
  test.each([
    ['store:143', /no stock per store/, '/stock mine'],
    ['store:143 foo', /no stock per store/, '/stock help'],
    ['1101 store:143', /no stock per store/, '/stock 1101'],
    ['store:143 1101', /no stock per store/, '/stock 1101'],
    ['1101 in store 143', /no stock per store/, '/stock 1101'],
    ['1101 i butikk 143', /no stock per store/, '/stock 1101'],
    ['out store:oslo', /no stock per store/, '/stock out'],
    ['otu', /"otu" is not something/, '/stock out'],
    ['vin', /no product has that name/, '/stock help'],
    ['1101 vin', /"vin" is not a product number/, '/stock help'],
    ['lox', /no product has that name/, '/stock help'],
    ['helpp', /"helpp" is not something/, '/stock help'],
    ['hello', /"hello" is not/, '/stock help'],
    ['vin all', /"vin" is not a product number/, '/stock help'],
    ['<@U0KARI>', /"<@U0KARI>" is not a product number/, '/stock help'],
    ['<#C0STOCK|stock>', /is not a product number/, '/stock help'],
    ['without green apple', /"without" is not something/, '/stock help'],
    ['ikke utsolgt', /"ikke" is not something/, '/stock help'],
    ['i går', /^Add a product to see its stock for "i går"/, '/stock mine'],
    ['uke 46', /stock for "uke 46"/, '/stock mine'],
    ['overview last week', /stock for "last week"/, '/stock overview'],
    [
      '1101 in 2030',
      /^Tue 1 Jan 2030 is in the future\. The latest stock is for Fri 20 Nov 2026/,
      '/stock 1101 2026-11-20',
    ],
    ['1101 i morgen', /is in the future/, '/stock 1101 2026-11-20'],
    ['1101 1815-06-18', /is too early to ask for\. The latest stock is for/, '/stock 1101 2026-11-20'],
    ['1101 30.2.2026', /is not a day that exists/, '/stock 1101 2026-02-28'],
    [
      '1101 last week this week',
      /^Leave out "this week"\. A question takes one period/,
      '/stock 1101 last week',
    ],
    ['vin last week', /"vin" is not a product number/, '/stock help'],
    ['rde aple last week', /did you mean/, '/stock 1101 last week'],
    ['alle butikker', /no stock per store/, '/stock mine'],
    ['rde aple', /did you mean/, '/stock 1101'],
    ['A1101', /"A1101" is not a product number, and/, '/stock 1101'],
    ['11o1', /"11o1" is not a product number/, '/stock 1101'],
    ['11.5', /"11.5" is not a product number/, '/stock 11 5'],
    ['-5', /"-5" is not a product number/, '/stock 5'],
    ['product:', /"" is not a product number/, '/stock help'],
    ['out vin', /"vin" is not a product number/, '/stock help'],
    ['low 7 vin', /"vin" is not a product number/, '/stock help'],
    ['out last week', /^Leave out "last week"\. "out" is only about the latest stock/, '/stock out'],
    ['mine yesterday', /stock for "yesterday"/, '/stock mine'],
    ['alle i går', /stock for "i går"/, '/stock alle'],
    ['out yesterday', /^Leave out "yesterday"/, '/stock out'],
    ['utsolgt 1101 i fjor', /^Leave out "i fjor"\. "out" is only/, '/stock utsolgt 1101'],
    ['changes 1101 uke 46', /^Leave out "uke 46"\. "changes" is only/, '/stock changes 1101'],
    ['low 7 i november', /^Leave out "i november"\. "low" is only/, '/stock low 7'],
    ['low 0', /"0" is not a number of days; "low" takes 1 to 365\./, '/stock low 7'],
    ['over 400', /"400" is not a number of days; "over" takes 1 to 365/, '/stock over 30'],
    ['low 366 all', /"366" is not a number of days/, '/stock low 7 all'],
    ['low 1.5', /"1.5" is not a number of days/, '/stock low 7'],
    ['out low', /"out" and "low" are two questions/, '/stock out'],
    ['prodcut:1101', /"prodcut:1101" is not something/, '/stock 1101'],
    ['1234567890123456', /has at most 15 digits/, '/stock help'],
  ])('/stock %s', (text, sentence, corrected) => {
    const [said, instead] = mistakeOf(() => ask(text));
    expect(said).toMatch(sentence);
    expect(instead).toBe(corrected);
  });

  test('a store, and offers the sales of it', () => {
    expect(othersOf('1101 store:143')).toEqual(['/stock 1101', '/sales product:1101 store:143']);
  });

  test('a period, and offers the sales of it where there are any', () => {
    expect(othersOf('last week')).toEqual(['/stock mine', '/sales last week']);
    expect(othersOf('tomorrow')).toEqual(['/stock mine']);
  });

  test('more products than fit in one answer', () => {
    const ids = Array.from({ length: 101 }, (_, at) => String(1000 + at));
    const [said, instead] = mistakeOf(() => ask(ids.join(' ')));
    expect(said).toBe('That is 101 products; 100 fit in one answer.');
    expect(instead).toBe('/stock help');
  });

  test('a page that was pasted', () => {
    const [said, instead] = mistakeOf(() => ask('1101 '.repeat(600)));
    expect(said).toMatch(/^A command has at most 2000 characters/);
    expect(instead).toBe('/stock help');
  });
});

test('without a product list a name is refused with what is accepted', () => {
  expect(mistakeOf(() => parseStock('abc', { ...reading, vocabulary: NO_VOCABULARY }))).toEqual([
    '"abc" is not a product number, and no product has that name.',
    '/stock help',
  ]);
});

function othersOf(text: string): string[] {
  try {
    parseQuestion('stock', text, reading);
  } catch (error) {
    if (error instanceof ParseError) return [error.corrected, ...error.others];
    throw error;
  }
  throw new Error('The command was expected to be refused, but it was understood.');
}
