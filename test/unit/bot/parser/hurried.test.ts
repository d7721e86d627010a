import { describe, expect, test } from 'vitest';
import { formatCommand } from '../../../../bot/parser/formatCommand.ts';
import type { Reading } from '../../../../bot/parser/nameLookup.ts';
import { parseQuestion } from '../../../../bot/parser/parseQuestion.ts';
import { parseStores } from '../../../../bot/parser/stores.ts';
import { buildNameIndex } from '../../../../bot/products/nameIndex.ts';
import { NO_VOCABULARY, NOON, PRODUCTS, readingAt, STORES } from '../../../support/bot/parser/reading.ts';

/** What hurried people type on phones, beside how it is written in full; it is Friday 20 November 2026. */
const MORE_PRODUCTS = [
  { id: '505', name: 'Wei\u00dfbier 0,5 l' },
  { id: '507', name: 'May Day IPA' },
  { id: '508', name: 'Gin and Tonic' },
];
const MORE_STORES = [{ id: '302', name: 'Mo i Rana' }];
const known = await readingAt(NOON);
const reading = {
  ...known,
  vocabulary: {
    products: await buildNameIndex([...PRODUCTS, ...MORE_PRODUCTS]),
    stores: await buildNameIndex([...STORES, ...MORE_STORES]),
  },
};
const parse = async (text: string, names: Reading) => parseQuestion('sales', text, names);
const sales = async (text: string) => formatCommand(await parse(text, reading));
const stock = (text: string) => formatCommand(parseQuestion('stock', text, reading));
const stores = (text: string) => formatCommand(parseStores(text));

const LAST_WEEK = '2026-11-09..2026-11-15';
const WEEK_45 = '2026-11-02..2026-11-08';
const TWO_WEEKS = '2026-11-02..2026-11-15';

describe('days', () => {
  test.each([
    ['lastweek', LAST_WEEK],
    ['last-week', LAST_WEEK],
    ['forrigeuke', LAST_WEEK],
    ['lastmonth', '2026-10-01..2026-10-31'],
    ['ifjor', '2025-01-01..2025-12-31'],
    ['i\u00e5r', '2026-01-01..2026-11-19'],
    ['in 2025', '2025-01-01..2025-12-31'],
    ['hele 2025', '2025-01-01..2025-12-31'],
    ['uke 45-46', TWO_WEEKS],
    ['uke 45 til 46', TWO_WEEKS],
    ['fra uke 45 til 46', TWO_WEEKS],
    ['week 45 \u2013 46', TWO_WEEKS],
    ['between week 45 and 46', TWO_WEEKS],
    ['uke 52-1', '2025-12-22..2026-01-04'],
    ['wk 46', LAST_WEEK],
    ['u46', LAST_WEEK],
    ['2 uker', '2026-11-02..2026-11-15'],
    ['1 nov..7 nov', '2026-11-01..2026-11-07'],
    ['1.11..7.11', '2026-11-01..2026-11-07'],
    ['2w', '2026-11-02..2026-11-15'],
    ['en uke', LAST_WEEK],
    ['a week', LAST_WEEK],
    ['ein månad', '2026-10-01..2026-10-31'],
    ['siste mandag', '2026-11-16'],
    ['this month so far', '2026-11-01..2026-11-19'],
    ['year-to-date', '2026-01-01..2026-11-19'],
    ['between 1 and 15 november', '2026-11-01..2026-11-15'],
    ['mellom 3. og 9. november', '2026-11-03..2026-11-09'],
    ['2026/11/01', '2026-11-01'],
    ['3 mnd', '2026-08-01..2026-10-31'],
    ['last 3 months', '2026-08-01..2026-10-31'],
    ['siste 12 m\u00e5neder', '2025-11-01..2026-10-31'],
    ['2025', '2025-01-01..2025-12-31'],
    ['2 uker siden', '2026-11-02..2026-11-08'],
    ['forg\u00e5rs', '2026-11-18'],
    ['Q3-2026', '2026-07-01..2026-09-30'],
    ['the 3rd', '2026-11-03'],
    ['den 31.', '2026-10-31'],
    ['fredag 13.11', '2026-11-13'],
    ['l\u00f8r 14. nov', '2026-11-14'],
    ['tors 12. nov til s\u00f8n 15. nov', '2026-11-12..2026-11-15'],
    ['13-11-2026', '2026-11-13'],
    ['1/11-15/11', '2026-11-01..2026-11-15'],
    ['28/10 til 7/11', '2026-10-28..2026-11-07'],
    ['yesterday!', '2026-11-19'],
    ['\u201cyesterday\u201d', '2026-11-19'],
    ['/sales yesterday', '2026-11-19'],
    ['show me yesterday please', '2026-11-19'],
    ['total yesterday', '2026-11-19'],
    ['hvor mye solgte vi i går', '2026-11-19'],
    ['salet i går', '2026-11-19'],
  ])('/sales %s is %s', async (text, days) => {
    expect(await sales(text)).toBe(`/sales ${days} by:product`);
  });

  test.each([
    [
      '3-11-2026',
      '3-11-2026 can be Tue 3 Nov 2026 or Wed 11 Mar 2026.',
      ['/sales 2026-11-03', '/sales 2026-03-11'],
    ],
    [
      '26-11-03',
      '26-11-03 can be Tue 3 Nov 2026 or Wed 26 Nov 2003.',
      ['/sales 2026-11-03', '/sales 2003-11-26'],
    ],
    [
      '1/11-7/11 store:143',
      '1/11-7/11 can be Sun 1 Nov 2026 – Sat 7 Nov 2026 or Sun 11 Jan 2026 – Sat 11 Jul 2026.',
      ['/sales 2026-11-01..2026-11-07 store:143', '/sales 2026-01-11..2026-07-11 store:143'],
    ],
    ['mandag 17. november', 'Tue 17 Nov 2026 is a Tuesday.', ['/sales 2026-11-17']],
    [
      'neste uke',
      'Mon 23 Nov 2026 is in the future. The latest sales are for Thu 19 Nov 2026.',
      ['/sales 2026-11-19'],
    ],
    [
      '20261103',
      'No product or store in the lists has the number 20261103. It can also be a day.',
      ['/sales 2026-11-03', '/sales product:20261103', '/sales store:20261103'],
    ],
    ['low 14', '"low" is a question to /stock.', ['/stock low 14']],
    ['utsolgt', '"utsolgt" is a question to /stock.', ['/stock utsolgt']],
    ['før november', '"før" is not something /sales knows.', ['/sales help']],
    [
      '01.11.2026\t07.11.2026 store:143',
      'Those are two periods; type "compare" to see them beside each other.',
      ['/sales 2026-11-01..2026-11-07 store:143'],
    ],
    ['before november', '"before" is not something /sales knows.', ['/sales help']],
    ['compair last week', '"compair" is not something /sales knows.', ['/sales compare last week']],
  ])('/sales %s is asked back, never guessed', async (text, sentence, offers) => {
    const bare = { ...reading, vocabulary: NO_VOCABULARY };
    const error = await parse(text, bare).then(
      () => undefined,
      (mistake: unknown) => mistake,
    );
    expect(error).toMatchObject({ message: sentence, corrected: offers[0], others: offers.slice(1) });
    for (const offer of offers.filter((typed) => typed.startsWith('/sales '))) {
      expect((await parse(offer.replace('/sales ', ''), bare)).kind).toMatch(/^(sales|compare|help)$/);
    }
  });
});

describe('names and several filters', () => {
  test.each([
    ['yesterday in oslo city', '2026-11-19 store:143 by:product'],
    ['i g\u00e5r i oslo city', '2026-11-19 store:143 by:product'],
    ['store:oslo city yesterday', '2026-11-19 store:143 by:product'],
    ['butikk oslo city i g\u00e5r', '2026-11-19 store:143 by:product'],
    ['product red apple yesterday', '2026-11-19 product:1101 by:store'],
    ['product=1101 yesterday', '2026-11-19 product:1101 by:store'],
    ['red apple in oslo city last week by day', `${LAST_WEEK} product:1101 store:143 by:day`],
    ['red apple, oslo city, last week', `${LAST_WEEK} product:1101 store:143 by:day`],
    ['red apple bergen last week', `${LAST_WEEK} product:1101 store:7 by:day`],
    ['red apple and green apple last week', `${LAST_WEEK} product:1101,1102 by:product`],
    ['products 1101 and 1102 last week', `${LAST_WEEK} product:1101,1102 by:product`],
    ['mo i rana i g\u00e5r', '2026-11-19 store:302 by:product'],
    ['red apple,green apple last week', `${LAST_WEEK} product:1101,1102 by:product`],
    ['weissbier 0,5 l i går', '2026-11-19 product:505 by:store'],
    ['store no 143 yesterday', '2026-11-19 store:143 by:product'],
    ['butikk nr. 143 i går', '2026-11-19 store:143 by:product'],
    ['store #143 yesterday', '2026-11-19 store:143 by:product'],
    ['sku 1101 yesterday', '2026-11-19 product:1101 by:store'],
    ['1101;1102 yesterday', '2026-11-19 product:1101,1102 by:product'],
    ['store:143;201 yesterday', '2026-11-19 store:143,201 by:store'],
    ['topp10 butikker i går', '2026-11-19 top:10 by:store'],
    ['top 5 stores red apple yesterday', '2026-11-19 product:1101 top:5 by:store'],
    ['i går pr. butikk', '2026-11-19 by:store'],
    ['no red apple yesterday', '2026-11-19 without product:1101 by:product'],
    ['everything but red apple yesterday', '2026-11-19 without product:1101 by:product'],
    ['weissbier i g\u00e5r', '2026-11-19 product:505 by:store'],
    ['may day ipa', '2026-11-19 product:507 by:store'],
    ['may day ipa yesterday', '2026-11-19 product:507 by:store'],
    ['last week daily', `${LAST_WEEK} by:day`],
    ['hittil i \u00e5r ukentlig', '2026-01-01..2026-11-19 by:week'],
  ])('/sales %s', async (text, written) => {
    expect(await sales(text)).toBe(`/sales ${written}`);
  });

  test('a name that fits several is all of them', async () => {
    expect(await sales('red apple in oslo last week')).toBe(
      `/sales ${LAST_WEEK} product:1101 store:"oslo" by:store`,
    );
  });

  test('a name that is a product and a store is asked back where it stands', async () => {
    const both = {
      ...reading,
      vocabulary: {
        ...reading.vocabulary,
        products: await buildNameIndex([...PRODUCTS, { id: '601', name: 'Oslo Gin' }]),
      },
    };
    const mistake = await parse('red apple in oslo last week', both).catch((error: unknown) => error);
    expect(mistake).toMatchObject({
      message:
        '"oslo" can be the product "Oslo Gin" (601), the store "Oslo City" (143), the store "Oslo Majorstuen" (201).',
      corrected: '/sales red apple in product:601 last week',
      others: ['/sales red apple in store:"oslo" last week'],
    });
  });
});

describe('comparisons', () => {
  test.each([
    ['compare week 46 and week 45', LAST_WEEK, WEEK_45],
    ['compare week 45 and week 46', LAST_WEEK, WEEK_45],
    ['compare week 46 to week 45', LAST_WEEK, WEEK_45],
    ['compare week 46 vs 45', LAST_WEEK, WEEK_45],
    ['uke 46 mot uke 45', LAST_WEEK, WEEK_45],
    ['last week vs week before', LAST_WEEK, WEEK_45],
    ['compare last week to the week before', LAST_WEEK, WEEK_45],
    ['compare last week with the week before', LAST_WEEK, WEEK_45],
    ['yesterday vs the day before', '2026-11-19', '2026-11-18'],
    ['i går mot forrige dag', '2026-11-19', '2026-11-18'],
    ['i går mot dagen før', '2026-11-19', '2026-11-18'],
    ['i går mot samme dag forrige uke', '2026-11-19', '2026-11-12'],
    ['compare yesterday with same day last year', '2026-11-19', '2025-11-20'],
    ['compare october and september', '2026-10-01..2026-10-31', '2026-09-01..2026-09-30'],
    ['compare 1 nov to 7 nov', '2026-11-01..2026-11-07', '2026-10-25..2026-10-31'],
  ])('/sales %s', async (text, days, against) => {
    expect(await sales(text)).toBe(`/sales compare ${days} with ${against} by:product`);
  });

  test.each([
    ['compare oslo city with bergen last week', `${LAST_WEEK} store:143 vs store:7 by:store`],
    ['oslo city vs bergen', '2026-11-19 store:143 vs store:7 by:store'],
    ['oslo vs bergen last week', `${LAST_WEEK} store:"oslo" vs store:7 by:store`],
    ['red apple mot green apple i g\u00e5r', '2026-11-19 product:1101 vs product:1102 by:product'],
    ['oslo city 300 vs bergen by:day red apple', '2026-11-19 product:1101 store:143,300 vs store:7 by:day'],
  ])('/sales %s: two names stand beside each other in one period', async (text, written) => {
    expect(await sales(text)).toBe(`/sales ${written}`);
  });

  test('what is left out is no side', async () => {
    expect(await sales('red apple vs without green apple')).toBe(
      '/sales compare 2026-11-19 with 2026-11-12 product:1101 without product:1102 by:store',
    );
  });
});

describe('stock', () => {
  test.each([
    ['1101 and 90210', '1101 90210'],
    ['1101 & 90210', '1101 90210'],
    ['1101;90210', '1101 90210'],
    ['red apple og green apple', '1101 1102'],
    ['red apple,green apple', '1101 1102'],
    ['weissbier 0,5 l', '505'],
    ['gin and tonic', '508'],
    ['gin and tonic and red apple', '508 1101'],
    ['1101?', '1101'],
    ['1101 today', '1101'],
    ['1101 i dag', '1101'],
    ['product:red apple', '1101'],
    ['what is out?', 'out'],
    ['sold out', 'out'],
    ['changes since yesterday', 'changes'],
    ['endringer i dag', 'changes'],
    ['my stock', 'mine'],
    ['mine varer', 'mine'],
    ['i dag', 'mine'],
    ['low14', 'low 14'],
    ['low: 14', 'low 14'],
    ['&lt;14', 'low 14'],
    ['low 2 weeks', 'low 14'],
    ['lav to uker', 'low 14'],
    ['below 14 days', 'low 14'],
    ['kva er utselt', 'out'],
    ['nr 1101', '1101'],
  ])('/stock %s', (text, written) => {
    expect(stock(text)).toBe(`/stock ${written}`);
  });

  test.each([
    ['by product', '"by:product" is not something /stock knows.'],
    ['top 10', '"top:10" is not something /stock knows.'],
    ['no red apple', '"no" is not something /stock knows.'],
  ])('/stock %s is another question: nothing like it is offered', (text, message) => {
    expect(() => parseQuestion('stock', text, reading)).toThrow(
      expect.objectContaining({ message, corrected: '/stock help', others: [] }),
    );
  });

  test.each([
    ['1101 in oslo city', '/stock 1101', '/sales product:1101 store:143', 'store 143'],
    ['1101 bergen', '/stock 1101', '/sales product:1101 store:7', 'store 7'],
    ['red apple in oslo city', '/stock red apple', '/sales red apple store:143', 'store 143'],
    ['store:bergen', '/stock mine', '/sales store:7', 'store 7'],
    ['1101 by store', '/stock 1101', '/sales product:1101 by:store', 'each store'],
  ])('/stock %s: no stock per store, and what there is', (text, corrected, other, seller) => {
    expect(() => parseQuestion('stock', text, reading)).toThrow(
      expect.objectContaining({
        message: `The service has no stock per store, only the stock of all stores together; what ${seller} sells is in /sales.`,
        corrected,
        others: [other],
      }),
    );
  });
});

describe('stores', () => {
  test.each([
    ['in oslo', 'oslo'],
    ['\u00e5pent i oslo', 'open now oslo'],
    ['open now in oslo', 'open now oslo'],
    ['oslo open', 'open now oslo'],
    ['open today', 'open today'],
    ['\u00e5pent i dag i oslo', 'open today oslo'],
    ['open at 18', 'open today at 18:00'],
    ['open sunday', 'open sunday'],
    ['open at 6 pm', 'open today at 18:00'],
    ['open saturday 10am in oslo', 'open saturday at 10:00 oslo'],
    ['\u00e5pent i morgen kl 8.30', 'open tomorrow at 08:30'],
    ['near oslo', 'near "oslo"'],
    ['n\u00e6r oslo city \u00e5pent n\u00e5', 'open now near "oslo city"'],
    ['#143', '143'],
    ['143 open now', '143'],
    ['near: 59.91,10.75', 'near 59.91,10.75'],
    ['near (59.91, 10.75)', 'near 59.91,10.75'],
    ['nearest 59,91 10,75', 'near 59.91,10.75'],
    ['59.91, 10.75', 'near 59.91,10.75'],
    ['open now 59.91,10.75', 'open now near 59.91,10.75'],
    ['near 59.91,10.75 open', 'open now near 59.91,10.75'],
    ['"in oslo"', '"in oslo"'],
    ['mo i rana', 'mo i rana'],
  ])('/stores %s', (text, written) => {
    expect(stores(text)).toBe(`/stores ${written}`);
  });

  test.each([
    ['143, 201', 'Only one store can be shown at a time.', '/stores 143'],
    ['all', 'That would be every store of the chain; add a name, a city or a place.', '/stores help'],
  ])('/stores %s is told what there is', (text, message, corrected) => {
    expect(() => parseStores(text)).toThrow(expect.objectContaining({ message, corrected }));
  });
});
