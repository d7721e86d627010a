import { describe, expect, test } from 'vitest';
import { formatCommand } from '../../../../bot/parser/formatCommand.ts';
import { ParseError } from '../../../../bot/parser/parseError.ts';
import { parseSales } from '../../../../bot/parser/sales.ts';
import { parseStock } from '../../../../bot/parser/stock.ts';
import { buildNameIndex } from '../../../../bot/products/nameIndex.ts';
import { mistakeOf } from '../../../support/bot/parser/mistakeOf.ts';
import { readingAt } from '../../../support/bot/parser/reading.ts';

const reading = {
  ...(await readingAt()),
  vocabulary: {
    products: await buildNameIndex([
      { id: '1', name: 'Pale Ale' },
      { id: '2', name: 'Pale Ale Light' },
    ]),
    stores: await buildNameIndex([
      { id: '11', name: 'Oslo' },
      { id: '12', name: 'Oslo City' },
    ]),
  },
};

test('a whole name means that product alone, though others begin with it', () => {
  expect(parseSales('pale ale yesterday', reading)).toMatchObject({ productIds: ['1'] });
  expect(parseSales('product:"pale ale" yesterday', reading)).toMatchObject({ productIds: ['1'] });
  expect(parseStock('pale ale', reading)).toMatchObject({ productIds: ['1'] });
});

test('a whole name means that store alone, though others begin with it', () => {
  expect(parseSales('oslo yesterday', reading)).toMatchObject({ storeIds: ['11'] });
});

test('one or two letters are a name only where they are a whole word of one', async () => {
  const short = {
    ...reading,
    vocabulary: {
      products: await buildNameIndex([{ id: '3', name: 'Cognac XO' }]),
      stores: await buildNameIndex([
        { id: '21', name: 'Ås' },
        { id: '22', name: 'Asker' },
        { id: '23', name: 'Kristiansand' },
      ]),
    },
  };
  expect(parseSales('ås yesterday', short)).toMatchObject({ storeIds: ['21'] });
  expect(parseSales('xo yesterday', short)).toMatchObject({ productIds: ['3'] });
  expect(parseSales('ask yesterday', short)).toMatchObject({ storeIds: ['22'] });
  expect(() => parseSales('co yesterday', short)).toThrow(ParseError);
  expect(parseSales('ti', short)).toMatchObject({ days: { from: '2026-11-17', to: '2026-11-17' } });
  expect(parseSales('ma', short)).toMatchObject({ days: { from: '2026-11-16', to: '2026-11-16' } });
});

describe('a little word is no name', async () => {
  const towns = {
    ...reading,
    vocabulary: {
      products: await buildNameIndex([
        { id: '4', name: 'Fjord Gin' },
        { id: '5', name: 'Havn Cider' },
        { id: '6', name: 'The As' },
      ]),
      stores: await buildNameIndex([
        { id: '21', name: 'Ås' },
        { id: '22', name: 'Førde' },
        { id: '23', name: 'Harstad Kanebogen' },
        { id: '24', name: 'Narvik Amfi' },
      ]),
    },
  };
  const sales = (text: string) => formatCommand(parseSales(text, towns));

  test.each([
    ['hva har vi solgt i går', '2026-11-19 by:product'],
    ['har vi solgt gin i går', '2026-11-19 product:4 by:store'],
    ['hvor mye har vi solgt denne uken', '2026-11-16..2026-11-19 by:product'],
    ['what have we sold this week', '2026-11-16..2026-11-19 by:product'],
    ['did we sell gin yesterday', '2026-11-19 product:4 by:store'],
    ['how much gin was sold yesterday', '2026-11-19 product:4 by:store'],
    ['top 10 stores for cider last month', '2026-10-01..2026-10-31 product:5 top:10 by:store'],
    ['topp 5 butikker for gin i oktober', '2026-10-01..2026-10-31 product:4 top:5 by:store'],
    ['butikker for gin', '2026-11-19 product:4 by:store'],
    ['as of yesterday', '2026-11-19 by:product'],
    ['mine', '2026-11-19 by:product'],
    ['ås', '2026-11-19 store:21 by:product'],
    ['i as', '2026-11-19 store:21 by:product'],
    ['"as"', '2026-11-19 store:21 by:product'],
    ['the as', '2026-11-19 product:6 by:store'],
    ['harstad', '2026-11-19 store:23 by:product'],
  ])('/sales %s', (text, written) => {
    expect(sales(text)).toBe(`/sales ${written}`);
  });

  test.each([
    ['so what', '"so what" is not something /sales knows.'],
    ['as', '"as" is not something /sales knows.'],
    ['når solgte vi gin', '"når" is not something /sales knows.'],
    ['ål', '"ål" is not something /sales knows.'],
  ])('/sales %s is refused', (text, sentence) => {
    expect(mistakeOf(() => parseSales(text, towns))).toEqual([sentence, '/sales help']);
  });
});

test.each([
  ['yesterday in kr', 'The data service has litres and units, but no prices or amounts of money.'],
  ['omsetning forrige uke', 'The data service has litres and units, but no prices or amounts of money.'],
  ['forecast next week', 'The data service has the sales of days that are over, but no forecasts.'],
])('/sales %s says that the service has none', (text, sentence) => {
  expect(mistakeOf(() => parseSales(text, reading))[0]).toBe(sentence);
});
