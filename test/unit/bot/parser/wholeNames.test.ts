import { expect, test } from 'vitest';
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

test.each([
  ['yesterday in kr', 'The data service has litres and units, but no prices or amounts of money.'],
  ['omsetning forrige uke', 'The data service has litres and units, but no prices or amounts of money.'],
  ['forecast next week', 'The data service has the sales of days that are over, but no forecasts.'],
])('/sales %s says that the service has none', (text, sentence) => {
  expect(mistakeOf(() => parseSales(text, reading))[0]).toBe(sentence);
});
