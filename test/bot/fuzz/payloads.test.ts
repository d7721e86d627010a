import { expect, test } from 'vitest';
import type { Door } from '../../../bot/access/door.ts';
import { openTestDatabase } from '../support/databases.ts';
import { accessListeners } from './listeners.ts';
import { fuzzPayloads, PayloadFuzzError } from './payloads.ts';

test('whatever is sent is acknowledged once, answered or turned away, and breaks nothing', async () => {
  const result = await fuzzPayloads({
    seed: 20_261_121,
    payloads: 20_000,
    declare: accessListeners(await openTestDatabase()),
    words: ['log', 'form', '<@U0KARI>', '…'],
  });
  expect(result.payloads).toBe(20_000);
  // Both ends have to be reached, or nothing was tried.
  expect(result.answered).toBeGreaterThan(5_000);
  expect(result.turnedAway).toBeGreaterThan(2_000);
});

test('a listener that breaks on some payload is found', async () => {
  const declare = (door: Door) =>
    door.command('/fragile', 'member', async ({ command }) => {
      if (command.text.includes('help')) throw new TypeError('fragile');
    });
  await expect(fuzzPayloads({ seed: 1, payloads: 500, declare, words: [] })).rejects.toThrow(
    PayloadFuzzError,
  );
});
