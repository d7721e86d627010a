import { expect, test } from 'vitest';
import type { Door } from '../../../../bot/listeners/door.ts';
import { everything } from '../../../support/bot/fuzz/everything.ts';
import { fuzzPayloads, PayloadFuzzError } from '../../../support/bot/fuzz/payloads.ts';

/** `npm run fuzz:payloads` sends more of them, and others each time; the message of a failure names its seed. */
const payloads = Number(process.env.FUZZ_PAYLOADS ?? 5_000);
const seed = Number(
  process.env.FUZZ_SEED ?? (process.env.FUZZ_PAYLOADS === undefined ? 20_261_121 : Date.now()),
);

test('whatever is sent is acknowledged once, answered or turned away, and breaks nothing', {
  timeout: 60_000 + payloads * 20,
}, async () => {
  const result = await fuzzPayloads({ seed, payloads, ...(await everything()) });
  expect(result.payloads).toBe(payloads);
  // Both ends have to be reached, or nothing was tried.
  expect(result.answered).toBeGreaterThan(payloads / 4);
  expect(result.turnedAway).toBeGreaterThan(payloads / 10);
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
