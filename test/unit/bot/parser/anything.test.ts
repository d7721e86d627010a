import { describe, expect, test } from 'vitest';
import { LONGEST_COMMAND } from '../../../../bot/parser/normalize.ts';
import { ParseError } from '../../../../bot/parser/parseError.ts';
import { fuzzCommands, PARSERS } from '../../../support/bot/parser/fuzz.ts';
import { readingAt } from '../../../support/bot/parser/reading.ts';
import { seedOfRun } from '../../../support/seed.ts';

const TEXTS = 2_000;

test('whatever is typed is a question that can be written again, or a sentence with commands that can be typed', async () => {
  const { texts, understood, refused } = await fuzzCommands({ seed: seedOfRun(), texts: TEXTS });
  expect(texts).toBe(TEXTS);
  // A share that is far off would mean that only one of the two is tried.
  expect(understood).toBeGreaterThan(TEXTS / 3);
  expect(refused).toBeGreaterThan(TEXTS / 3);
});

describe.each(Object.entries(PARSERS))('%s', (_, parse) => {
  test('does no more work for a text of any length than for the longest command', async () => {
    const reading = await readingAt();
    const lookups = { short: 0, long: 0 };
    const counting = (which: keyof typeof lookups) => {
      const counted = (names: typeof reading.vocabulary.products) => ({
        ...names,
        named: (words: string, most: number) => {
          lookups[which] += 1;
          return names.named(words, most);
        },
      });
      const { products, stores } = reading.vocabulary;
      return { ...reading, vocabulary: { products: counted(products), stores: counted(stores) } };
    };
    const read = async (text: string, which: keyof typeof lookups) => {
      try {
        await parse(text, counting(which));
      } catch (error) {
        if (!(error instanceof ParseError)) throw error;
      }
    };
    for (const part of ['a', 'store:', '"', 'xyz, ', '2026-11-01 ', "by:' ", 'monday to ']) {
      await read(part.repeat(1_000).slice(0, LONGEST_COMMAND), 'short');
      await read(part.repeat(4_000), 'long');
    }
    expect(lookups.long).toBeLessThanOrEqual(lookups.short * 2);
  });
});
