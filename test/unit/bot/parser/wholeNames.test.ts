import { expect, test } from 'vitest';
import { parseSales } from '../../../../bot/parser/sales.ts';
import { parseStock } from '../../../../bot/parser/stock.ts';
import { buildNameIndex } from '../../../../bot/products/nameIndex.ts';
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
