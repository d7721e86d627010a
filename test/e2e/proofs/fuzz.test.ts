import { expect, test } from 'vitest';
import { fuzzCommands } from '../../support/bot/parse/fuzz.ts';
import { seedOfRun } from '../../support/seed.ts';
import { fuzz } from '../../support/shared/salesParser/fuzz.ts';

/** More than `npm test` has time for; `npm run test:long` has more yet. */
const seed = seedOfRun();
/** A minute of nothing but work, which takes as often as long as others share the machine. */
const PATIENCE = { timeout: 1_800_000 };

test('60,000 rows of sales are decoded as JSON.parse and the schema do it', PATIENCE, () => {
  const result = fuzz({ seed, rows: 60_000, mostRows: 60 });
  expect(result.valid).toBeGreaterThan(100);
  expect(result.refused).toBeGreaterThan(20);
});

test(
  '8,000 texts are questions that can be written again, or sentences with commands',
  PATIENCE,
  async () => {
    const { texts, understood, refused } = await fuzzCommands({ seed, texts: 8_000 });
    expect(texts).toBe(8_000);
    expect(understood).toBeGreaterThan(texts / 3);
    expect(refused).toBeGreaterThan(texts / 3);
  },
);
