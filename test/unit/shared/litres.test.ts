import { toLitres, toMillilitres } from 'retail-data-client/litres';
import { expect, test } from 'vitest';
import fc, { longRuns } from '../../support/property.ts';

/** A volume as the service writes it, and what it is in millilitres by its digits alone. */
const volume = fc
  .record({
    negative: fc.boolean(),
    litres: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 9_999_999 })),
    millilitres: fc.integer({ min: 0, max: 999 }),
  })
  .map(({ negative, litres, millilitres }) => {
    const text = `${negative ? '-' : ''}${litres}.${String(millilitres).padStart(3, '0')}`;
    return { number: Number(text), exact: BigInt(text.replace('.', '')) };
  });

const sumMillilitres = (volumes: readonly number[]) =>
  volumes.reduce((sum, litres) => sum + toMillilitres(litres), 0);

test('the sum of thousands of volumes is exact to the millilitre, returns included', () => {
  fc.assert(
    fc.property(fc.array(volume, { minLength: 2_000, maxLength: 4_000, size: 'max' }), (volumes) => {
      const exact = volumes.reduce((sum, { exact }) => sum + exact, 0n);
      expect(BigInt(sumMillilitres(volumes.map(({ number }) => number)))).toBe(exact);
    }),
    { numRuns: 40 },
  );
});

test('every volume of three decimals becomes its millilitres and comes back as it was', () => {
  fc.assert(
    fc.property(volume, ({ number, exact }) => {
      expect(BigInt(toMillilitres(number))).toBe(exact);
      expect(toLitres(toMillilitres(number))).toBe(number);
    }),
    { numRuns: longRuns(5_000) },
  );
});

test('what plain addition gets wrong comes out right', () => {
  expect(toLitres(sumMillilitres([0.1, 0.2]))).toBe(0.3);
  expect(toLitres(sumMillilitres(Array.from({ length: 10 }, () => 1.005)))).toBe(10.05);
  expect(sumMillilitres([])).toBe(0);
  expect(Object.is(sumMillilitres([0.75, -0.75]), 0)).toBe(true);
});
