import { expect, test } from 'vitest';
import { isProductStock, productStock } from '../../../../shared/operations/accumulatedStock.ts';
import { isProductSale, productSale } from '../../../../shared/operations/dailySales.ts';
import { safeParse } from '../../../../shared/operations/schema.ts';
import fc, { longRuns } from '../../../support/property.ts';

const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.maxSafeInteger().map((number) => number * 4),
  fc.constantFrom(null, undefined, true, [], {}, -0, 2 ** 53),
);
const usually = (arbitrary: fc.Arbitrary<unknown>) => fc.oneof({ weight: 8, arbitrary }, value);
const text = usually(fc.string());

const stock = fc.record(
  {
    productId: text,
    stock: usually(fc.maxSafeInteger()),
    numberOfStoresWithStock: usually(fc.nat()),
    updatedDate: text,
    updatedTime: text,
    extra: value,
  },
  { requiredKeys: ['productId', 'stock', 'numberOfStoresWithStock', 'updatedDate'] },
);
const sale = fc.record(
  {
    productId: text,
    salesVolume: usually(fc.double({ noNaN: true, noDefaultInfinity: true })),
    salesQuantity: usually(fc.integer()),
    lastChanged: usually(fc.record({ date: text, time: text, extra: value })),
    extra: value,
  },
  { requiredKeys: ['productId', 'salesVolume', 'lastChanged'] },
);

test.each([
  ['stock', stock, isProductStock, productStock],
  ['sale', sale, isProductSale, productSale],
])(
  'what the guard of a %s accepts is what its schema accepts, field for field',
  (_, row, accepts, schema) => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: row }, value), (candidate) => {
        const checked = safeParse(schema, candidate);
        expect(accepts(candidate)).toBe(checked.success);
        if (!checked.success) return;
        accepted += 1;
        expect(checked.data).toEqual(candidate);
      }),
      { numRuns: longRuns(3_000) },
    );
    expect(accepted).toBeGreaterThan(30);
  },
);
