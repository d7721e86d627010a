import { expect, test } from 'vitest';
import { LONGEST_COMMAND } from '../../../../bot/ask/parseCommand.ts';
import { outcomeOf } from '../../../support/bot/parse/commands.ts';
import { COMMANDS, fuzzCommands, fuzzedReading } from '../../../support/bot/parse/fuzz.ts';
import { NOON } from '../../../support/bot/parse/reading.ts';
import { longRuns } from '../../../support/property.ts';
import { seedOfRun } from '../../../support/seed.ts';

const TEXTS = longRuns(100_000);
const LONGEST = { timeout: 7_200_000 };

test(
  'whatever is typed is a question that can be written again, or a sentence with commands that can be typed',
  LONGEST,
  async () => {
    const { texts, understood, refused } = await fuzzCommands({ seed: seedOfRun(), texts: TEXTS });
    expect(texts).toBe(TEXTS);
    // A share that is far off would mean that only one of the two is tried.
    expect(understood).toBeGreaterThan(TEXTS / 3);
    expect(refused).toBeGreaterThan(TEXTS / 3);
  },
);

test.each(COMMANDS)(
  '%s does no more work for a text of any length than for the longest command',
  async (command) => {
    const reading = await fuzzedReading(NOON);
    const { products, stores } = reading.vocabulary;
    let lookups = 0;
    const counted = <Names extends typeof stores>(names: Names): Names => ({
      ...names,
      named: (...asked: Parameters<typeof stores.named>) => {
        lookups += 1;
        return names.named(...asked);
      },
    });
    const vocabulary = { products: counted(products), stores: counted(stores) };
    const lookupsFor = (text: string) => {
      lookups = 0;
      outcomeOf(`${command} ${text}`, { ...reading, vocabulary }, 'en');
      return lookups;
    };
    const parts = ['a', 'store:', '"', 'xyz, ', '2026-11-01 ', "by:' ", 'monday to '];
    const sum = (texts: string[]) => texts.reduce((all, text) => all + lookupsFor(text), 0);
    const most = sum(parts.map((part) => part.repeat(1_000).slice(0, LONGEST_COMMAND)));
    expect(sum(parts.map((part) => part.repeat(4_000)))).toBeLessThanOrEqual(most * 2);
  },
);
