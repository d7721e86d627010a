import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findInSheet, readSheet, writeSheet } from '../../../../bot/stock/stockSheet.ts';
import { stockRow } from '../../../support/bot/databases.ts';

const productId = fc.oneof(
  fc.integer({ min: 0, max: 2_000 }).map(String),
  fc.integer({ min: 0, max: 300 }).map((number) => `00${number}`),
  fc.integer({ min: 0, max: 999_999_999_999_999 }).map(String),
  fc.string({ maxLength: 20 }),
);
const rows = fc.uniqueArray(
  fc.record({
    productId,
    stock: fc.oneof(fc.integer({ min: -50, max: 400 }), fc.integer({ min: -(2 ** 40), max: 2 ** 40 })),
    numberOfStoresWithStock: fc.integer({ min: 0, max: 400 }),
    updatedDate: fc.constantFrom('2026-11-20', '2026-11-19', '20.11.2026', ''),
    updatedTime: fc.constantFrom('08:24:11', '00:00:00', '23:59:59', '8:24', '08:24:11.5', ''),
  }),
  { selector: (row) => row.productId, maxLength: 900, size: 'max' },
);

test('every row comes out as it went in, whatever its id is written like, and is found by its id', () => {
  fc.assert(
    fc.property(rows, (given) => {
      const bytes = writeSheet(given);
      const sheet = readSheet(bytes);
      const levels = Array.from(sheet.keys.keys(), (at) => sheet.levelAt(at));
      expect(new Map(levels.map((level) => [level.productId, level]))).toEqual(
        new Map(
          given.map(({ numberOfStoresWithStock, ...row }) => [
            row.productId,
            { ...row, storesWithStock: numberOfStoresWithStock },
          ]),
        ),
      );
      for (const { productId: id } of given.slice(0, 20)) {
        const found = sheet.find(id).map((at) => sheet.levelAt(at));
        expect(found.map((level) => level.productId)).toContain(id);
        expect(findInSheet(bytes, id)).toEqual(found);
      }
      for (const id of ['1', '01', 'none', '999999999999999']) {
        expect(findInSheet(bytes, id)).toEqual(sheet.find(id).map((at) => sheet.levelAt(at)));
      }
    }),
    { numRuns: 150 },
  );
});

test('an id with and without leading zeros is found by either, also where one block ends and the next begins', () => {
  const numbers = Array.from({ length: 255 }, (_, at) => stockRow(String(at), at));
  const bytes = writeSheet([...numbers, stockRow('700', 1), stockRow('0700', 2), stockRow('00700', 3)]);
  for (const id of ['700', '0700', '00000700']) {
    expect(findInSheet(bytes, id).map((level) => level.productId)).toEqual(['00700', '0700', '700']);
  }
});

describe('what cannot be right is refused', () => {
  test('a product that is there twice', () => {
    expect(() => writeSheet([stockRow('7', 1), stockRow('8', 1), stockRow('7', 2)])).toThrow(
      'product 7 twice',
    );
  });

  test('bytes of a later form, and bytes that end too early', () => {
    const bytes = writeSheet([stockRow('7', 1)]);
    expect(() => readSheet(Uint8Array.of(9, ...bytes.slice(1)))).toThrow('form 9');
    expect(() => readSheet(bytes.slice(0, -1))).toThrow('ends too early');
  });
});
