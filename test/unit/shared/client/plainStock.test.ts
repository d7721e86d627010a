import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlainStock } from '../../../../shared/client/plainStock.ts';
import { accumulatedStockOperation } from '../../../../shared/contract/accumulatedStock.ts';

const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.maxSafeInteger().map((number) => number * 4),
  fc.constantFrom(null, undefined, true, [], {}, -0, 2 ** 53),
);
const row = fc.record(
  {
    productId: fc.oneof({ weight: 5, arbitrary: fc.string() }, value),
    stock: fc.oneof({ weight: 5, arbitrary: fc.maxSafeInteger() }, value),
    numberOfStoresWithStock: fc.oneof({ weight: 5, arbitrary: fc.nat() }, value),
    updatedDate: fc.oneof({ weight: 5, arbitrary: fc.string() }, value),
    updatedTime: fc.oneof({ weight: 5, arbitrary: fc.string() }, value),
    extra: value,
  },
  { requiredKeys: ['productId', 'stock', 'numberOfStoresWithStock', 'updatedDate'] },
);
const answer = fc.oneof(fc.array(row, { maxLength: 3 }), fc.array(value, { maxLength: 2 }), row, value);

test('what the check by hand accepts is what the schema accepts, field for field', () => {
  let accepted = 0;
  fc.assert(
    fc.property(answer, (candidate) => {
      const checked = accumulatedStockOperation.answer.safeParse(candidate);
      expect(isPlainStock(candidate)).toBe(checked.success);
      if (!checked.success) return;
      accepted += 1;
      expect(checked.data).toEqual(candidate);
    }),
    { numRuns: 3_000 },
  );
  expect(accepted).toBeGreaterThan(300);
});
