import { describe, expect, test } from 'vitest';
import { formatterFor } from '../../../../bot/language/formatter.ts';
import { ParseError } from '../../../../bot/parser/parseError.ts';
import { parseSales } from '../../../../bot/parser/sales.ts';
import { mistakeIn } from '../../../support/bot/parser/mistakeOf.ts';
import { NO_VOCABULARY, NOON, readingAt } from '../../../support/bot/parser/reading.ts';

const { day } = formatterFor('en');

const reading = await readingAt();
const parse = async (...asked: Parameters<typeof parseSales>) => parseSales(...asked);
const at = (text: string, now: number) => parse(text, { ...reading, now });
const ask = (text: string) => at(text, NOON);

interface Narrowed {
  readonly by?: string;
  readonly products?: readonly string[];
  readonly stores?: readonly string[];
}
const sales = (from: string, to = from, { by = 'product', products = [], stores = [] }: Narrowed = {}) => ({
  command: 'sales',
  kind: 'sales',
  days: { from, to },
  by,
  productIds: products,
  storeIds: stores,
});
const compare = (days: string, against: string, narrowed: Narrowed = {}) => {
  const [from = '', to] = days.split('..');
  const [first = '', last = first] = against.split('..');
  return { ...sales(from, to, narrowed), kind: 'compare', against: { from: first, to: last } };
};
const NEWEST = '2026-11-19';

test('nothing typed is a form', async () => {
  expect(await ask(' ')).toEqual({ command: 'sales', kind: 'form' });
});

test.each(['help', 'HELP', 'hjelp', '2026-02-30 help'])('/sales %s is help', async (text) => {
  expect(await ask(text)).toEqual({ command: 'sales', kind: 'help' });
});

test.each([
  ['yesterday', sales(NEWEST)],
  ['YESTERDAY by:store', sales(NEWEST, NEWEST, { by: 'store' })],
  ['by:store', sales(NEWEST, NEWEST, { by: 'store' })],
  ['last week', sales('2026-11-09', '2026-11-15')],
  ['last week by:day', sales('2026-11-09', '2026-11-15', { by: 'day' })],
  ['last week by day', sales('2026-11-09', '2026-11-15', { by: 'day' })],
  ['forrige uke per dag', sales('2026-11-09', '2026-11-15', { by: 'day' })],
  ['by:week last month', sales('2026-10-01', '2026-10-31', { by: 'week' })],
  ['by:month last month', sales('2026-10-01', '2026-10-31', { by: 'month' })],
  ['2024-02-29', sales('2024-02-29')],
  ['2025-11-19..2026-11-19', sales('2025-11-19', NEWEST)],
  ['product:1101', sales(NEWEST, NEWEST, { by: 'store', products: ['1101'] })],
  ['product:1101,90210', sales(NEWEST, NEWEST, { products: ['1101', '90210'] })],
  ['product:1101 product:90210', sales(NEWEST, NEWEST, { products: ['1101', '90210'] })],
  ['product:1101 product:1101', sales(NEWEST, NEWEST, { by: 'store', products: ['1101'] })],
  ['product:00345 store:0143', sales(NEWEST, NEWEST, { by: 'store', products: ['00345'], stores: ['0143'] })],
  [
    'last week product:345 store:143',
    sales('2026-11-09', '2026-11-15', { by: 'day', products: ['345'], stores: ['143'] }),
  ],
  ['store:143', sales(NEWEST, NEWEST, { stores: ['143'] })],
  ['i går i butikk 143', sales(NEWEST, NEWEST, { stores: ['143'] })],
  [
    '2026-11-01..2026-11-07 product:1101 store:143 by:store',
    sales('2026-11-01', '2026-11-07', { by: 'store', products: ['1101'], stores: ['143'] }),
  ],
  [
    'last week for product 1101 in store 143 by week',
    sales('2026-11-09', '2026-11-15', { by: 'week', products: ['1101'], stores: ['143'] }),
  ],
])('/sales %s', async (text, question) => {
  expect(await ask(text)).toEqual(question);
});

test.each([
  ['product:"red apple"', sales(NEWEST, NEWEST, { by: 'store', products: ['1101'] })],
  ['vare:«red apple»', sales(NEWEST, NEWEST, { by: 'store', products: ['1101'] })],
  ['product:“Red Apple”', sales(NEWEST, NEWEST, { by: 'store', products: ['1101'] })],
  ['store:"oslo city" last week', sales('2026-11-09', '2026-11-15', { stores: ['143'] })],
  ['oslo city last week', sales('2026-11-09', '2026-11-15', { stores: ['143'] })],
  ['last week oslo city', sales('2026-11-09', '2026-11-15', { stores: ['143'] })],
  [
    '"red apple" yesterday "oslo city"',
    sales(NEWEST, NEWEST, { by: 'store', products: ['1101'], stores: ['143'] }),
  ],
  ['blabær forrige uke', sales('2026-11-09', '2026-11-15', { by: 'store', products: ['345'] })],
  ['1101 last week', sales('2026-11-09', '2026-11-15', { by: 'store', products: ['1101'] })],
  ['143 last week', sales('2026-11-09', '2026-11-15', { stores: ['143'] })],
  ["l'orient", sales(NEWEST, NEWEST, { stores: ['300'] })],
  [
    'oslo last week',
    {
      ...sales('2026-11-09', '2026-11-15', { by: 'store' }),
      names: [{ meaning: 'store', kind: 'name', words: 'oslo' }],
    },
  ],
  [
    'product:apple last week',
    {
      ...sales('2026-11-09', '2026-11-15'),
      names: [{ meaning: 'product', kind: 'name', words: 'apple' }],
    },
  ],
])('/sales %s is found by its name', async (text, question) => {
  expect(await ask(text)).toEqual(question);
});

test.each([
  ['compare last week', compare('2026-11-09..2026-11-15', '2026-11-02..2026-11-08')],
  ['sammenlign forrige uke', compare('2026-11-09..2026-11-15', '2026-11-02..2026-11-08')],
  ['compare', compare('2026-11-19', '2026-11-12')],
  ['compare yesterday', compare('2026-11-19', '2026-11-12')],
  ['compare this week', compare('2026-11-16..2026-11-19', '2026-11-09..2026-11-12')],
  // A month, week or year that is not over stands beside as much of the other, whoever names it.
  ['compare this month with last month', compare('2026-11-01..2026-11-19', '2026-10-01..2026-10-19')],
  ['last month vs this month', compare('2026-11-01..2026-11-19', '2026-10-01..2026-10-19')],
  ['november mot september', compare('2026-11-01..2026-11-19', '2026-09-01..2026-09-19')],
  ['compare november with november 2025', compare('2026-11-01..2026-11-19', '2025-11-01..2025-11-19')],
  ['compare this week with last week', compare('2026-11-16..2026-11-19', '2026-11-09..2026-11-12')],
  ['denne uken mot uke 40', compare('2026-11-16..2026-11-19', '2026-09-28..2026-10-01')],
  ['this quarter vs q3', compare('2026-10-01..2026-11-19', '2026-07-01..2026-08-19')],
  ['2026 vs 2025', compare('2026-01-01..2026-11-19', '2025-01-01..2025-11-19')],
  // Periods that are over, of two units, or in digits stay whole.
  ['compare october with september', compare('2026-10-01..2026-10-31', '2026-09-01..2026-09-30')],
  ['compare this week with last month', compare('2026-11-16..2026-11-19', '2026-10-01..2026-10-31')],
  [
    '2026-11-01..2026-11-19 vs 2026-10-01..2026-10-31',
    compare('2026-11-01..2026-11-19', '2026-10-01..2026-10-31'),
  ],
  ['compare last month', compare('2026-10-01..2026-10-31', '2026-09-01..2026-09-30')],
  ['compare last 10 days', compare('2026-11-10..2026-11-19', '2026-10-27..2026-11-05')],
  ['compare last week with week 40', compare('2026-11-09..2026-11-15', '2026-09-28..2026-10-04')],
  ['compare uke 40 mot uke 46', compare('2026-11-09..2026-11-15', '2026-09-28..2026-10-04')],
  ['compare last week with last year', compare('2026-11-09..2026-11-15', '2025-11-10..2025-11-16')],
  [
    'last week compare store:143 by:day',
    compare('2026-11-09..2026-11-15', '2026-11-02..2026-11-08', { by: 'day', stores: ['143'] }),
  ],
])('/sales %s', async (text, question) => {
  expect(await ask(text)).toEqual(question);
});

describe('refuses', () => {
  test.each([
    ['bottom 0', '"0" is not a number of rows; "bottom" takes 1 to 100.', '/sales bottom:10'],
    ['top 5 bottom 5', 'Ask for the largest or the smallest, not both.', '/sales top 5'],
    [
      '2026-12-24',
      'Thu 24 Dec 2026 is in the future. The latest sales are for Thu 19 Nov 2026.',
      '/sales 2026-11-19',
    ],
    [
      'tomorrow',
      'Sat 21 Nov 2026 is in the future. The latest sales are for Thu 19 Nov 2026.',
      '/sales 2026-11-19',
    ],
    [
      'december 2026 by:day',
      'Tue 1 Dec 2026 is in the future. The latest sales are for Thu 19 Nov 2026.',
      '/sales 2026-11-19 by:day',
    ],
    [
      '2026-11-01..2026-11-30',
      'Mon 30 Nov 2026 is in the future. The latest sales are for Thu 19 Nov 2026.',
      '/sales 2026-11-01..2026-11-19',
    ],
    [
      'i dag',
      'Sales for Fri 20 Nov 2026 arrive on Sat 21 Nov 2026 at about 07:45. The latest are for Thu 19 Nov 2026.',
      '/sales 2026-11-19',
    ],
    ['2026-02-30', '2026-02-30 is not a day that exists.', '/sales 2026-02-28'],
    ['31. februar', '31 februar is not a day that exists.', '/sales 2026-02-28'],
    ['31.02.2026', '31.02.2026 is not a day that exists.', '/sales 2026-02-28'],
    ['week 53 2025', 'There is no week 53 in 2025.', '/sales week 47'],
    [
      '0202-11-01',
      'Mon 1 Nov 0202 is too early to ask for. The latest sales are for Thu 19 Nov 2026.',
      '/sales 2026-11-19',
    ],
    [
      'jul 2025',
      'jul 2025 can be Wed 24 Dec 2025 – Fri 26 Dec 2025 or Tue 1 Jul 2025 – Thu 31 Jul 2025.',
      '/sales 2025-12-24..2025-12-26',
    ],
    ['3/11', '3/11 can be Tue 3 Nov 2026 or Wed 11 Mar 2026.', '/sales 2026-11-03'],
    [
      '2026-11-07..2026-11-01',
      'Sat 7 Nov 2026 is after Sun 1 Nov 2026. Put the earlier date first.',
      '/sales 2026-11-01..2026-11-07',
    ],
    [
      '2024-11-18..2026-11-19',
      'Mon 18 Nov 2024 – Thu 19 Nov 2026 is longer than two years.',
      '/sales 2024-11-19..2026-11-19',
    ],
    [
      '2026-11-07..2020-01-01',
      'Sat 7 Nov 2026 is after Wed 1 Jan 2020. Put the earlier date first.',
      '/sales 2024-11-07..2026-11-07',
    ],
    [
      'by:stroe',
      '"by:stroe" is not a grouping; it can be by product, group, store, day, week, month, weekday.',
      '/sales by:store',
    ],
    [
      'yestreday by:stroe',
      '"by:stroe" is not a grouping; it can be by product, group, store, day, week, month, weekday.',
      '/sales yesterday by:store',
    ],
    [
      'by:day by:store by:week',
      'Name at most two groupings, for example by:store by:week.',
      '/sales by:day by:store',
    ],
    [
      'compare last week share',
      'Shares are shown for one period. Leave out the share, or ask for one period.',
      '/sales compare last week',
    ],
    [
      'compare last week by:store by:day',
      'Two periods are compared by one grouping. Name only one, for example by:store.',
      '/sales compare last week by:store',
    ],
    ['555', 'No product or store in the lists has the number 555.', '/sales product:555'],
    [
      '555 vs 556',
      'No product or store in the lists has the number 555.',
      '/sales product:555 vs product:556',
    ],
    ['7 by:day', '"7" can be the product "Low Tide" (7), the store "Bergen" (7).', '/sales product:7 by:day'],
    ['yestreday', '"yestreday" is not something /sales knows.', '/sales yesterday'],
    ['forige uka by:day store:143 xyzzy', '"xyzzy" is not something /sales knows.', '/sales help'],
    [
      'prodcut:1101 last week',
      '"prodcut:1101" is not something /sales knows.',
      '/sales product:1101 last week',
    ],
    [
      'compare last week with last week',
      'Both periods are Mon 9 Nov 2026 – Sun 15 Nov 2026.',
      '/sales compare last week with 2026-11-02..2026-11-08',
    ],
    [
      '1101 last month vs previous month',
      'Both periods are Thu 1 Oct 2026 – Sat 31 Oct 2026.',
      '/sales 1101 last month vs 2026-09-01..2026-09-30',
    ],
    [
      'sammenlign jul med jul i fjor by:store',
      'Both periods are Wed 24 Dec 2025 – Fri 26 Dec 2025.',
      '/sales sammenlign jul med 2024-12-24..2024-12-26 by:store',
    ],
  ])('/sales %s', async (text, sentence, corrected) => {
    expect(await mistakeIn(ask(text))).toEqual([sentence, corrected]);
  });

  test('a name that is misspelled, with those like it', async () => {
    const [sentence, corrected] = await mistakeIn(ask('store:"olso city" by:day'));
    expect(sentence).toMatch(/^No store is named "olso city"; did you mean "Oslo City" \(143\)/);
    expect(corrected).toBe('/sales store:143 by:day');
  });

  test('what may be meant in several ways, with a command for each', async () => {
    const mistake = await ask('555 last week').catch((error: unknown) => error);
    expect(mistake).toBeInstanceOf(ParseError);
    expect(mistake).toMatchObject({
      corrected: '/sales product:555 last week',
      others: ['/sales store:555 last week'],
    });
  });

  test('all that may be meant in two ways is meant in one', async () => {
    const mistake = await ask('yestreday 555 without 556').catch((error: unknown) => error);
    expect(mistake).toMatchObject({
      corrected: '/sales yesterday product:555 without product:556',
      others: ['/sales yesterday store:555 without store:556'],
    });
  });

  test('a name when none are known', async () => {
    const parsing = parse('product:abc', { ...reading, vocabulary: NO_VOCABULARY });
    expect((await mistakeIn(parsing))[0]).toBe(
      '"abc" is not a product number, and no product has that name.',
    );
  });
});

describe('before the sales of yesterday have come', () => {
  const early = Date.parse('2026-11-20T06:44:59Z'); // 07:44:59 in Oslo

  test.each(['yesterday', 'i går', '2026-11-19', '19.11.', 'thursday'])(
    '%s says when they come',
    async (text) => {
      expect(await mistakeIn(at(text, early))).toEqual([
        'Sales for Thu 19 Nov 2026 arrive on Fri 20 Nov 2026 at about 07:45. The latest are for Wed 18 Nov 2026.',
        '/sales 2026-11-18',
      ]);
    },
  );

  test('no day means the day before', async () => {
    expect(await at('by:store', early)).toMatchObject({ days: { from: '2026-11-18', to: '2026-11-18' } });
  });

  test('at 07:45 yesterday is there', async () => {
    expect(await at('yesterday', early + 1_000)).toMatchObject({ days: { from: NEWEST, to: NEWEST } });
  });

  test('last week and last month end with the newest day', async () => {
    expect(await at('last week', Date.parse('2026-11-16T05:00:00Z'))).toMatchObject({
      days: { from: '2026-11-09', to: '2026-11-14' },
    });
    expect(await at('forrige måned', Date.parse('2026-12-01T05:00:00Z'))).toMatchObject({
      days: { from: '2026-11-01', to: '2026-11-29' },
    });
  });

  test('a word that is not known is not corrected to another day', async () => {
    expect((await mistakeIn(at('yestreday', early)))[1]).toBe('/sales help');
  });
});

test.each([
  ['this month', '2026-12-01T09:00:00Z', '2026-12-01', '2026-11-30'],
  // It is Monday, and stores are closed on Sundays.
  ['denne uken', '2026-11-16T09:00:00Z', '2026-11-16', '2026-11-14'],
  ['today', '2026-11-16T09:00:00Z', '2026-11-16', '2026-11-14'],
])('%s without sales yet is not answered with another one', async (text, instant, first, newest) => {
  const [sentence, corrected] = await mistakeIn(at(text, Date.parse(instant)));
  expect(sentence).toMatch(
    new RegExp(
      `^Sales for ${day(first)} arrive on .* at about 07:45\\. The latest are for ${day(newest)}\\.$`,
    ),
  );
  expect(corrected).toBe(`/sales ${newest}`);
});

test.each([
  ['2026-03-29T05:44:00Z', '2026-03-27'], // 07:44 in summer time, on the day it begins
  ['2026-03-29T05:45:00Z', '2026-03-28'],
  ['2026-10-25T06:44:00Z', '2026-10-23'], // 07:44 in winter time, on the day it begins
  ['2026-10-25T06:45:00Z', '2026-10-24'],
  ['2026-10-24T22:30:00Z', '2026-10-23'], // half past midnight local, still the day before in UTC
])('the newest day at %s is %s', async (instant, newest) => {
  expect(await at('by:store', Date.parse(instant))).toMatchObject({ days: { from: newest, to: newest } });
});
