import { expect, test } from 'vitest';
import { everything } from '../../../support/bot/fuzz/everything.ts';
import { fuzzPayloads, type PayloadFuzz, PayloadFuzzError } from '../../../support/bot/fuzz/payloads.ts';
import { seedOfRun } from '../../../support/seed.ts';

/** `npm run test:long` sends more of them, and others each time. */
const payloads = Number(process.env.FUZZ_PAYLOADS ?? 5_000);

test('whatever is sent is acknowledged once, answered or turned away, and breaks nothing', {
  timeout: 60_000 + payloads * 20,
}, async () => {
  const result = await fuzzPayloads({ seed: seedOfRun(), payloads, ...(await everything()) });
  expect(result.payloads).toBe(payloads);
  // Both ends have to be reached, or nothing was tried.
  expect(result.answered).toBeGreaterThan(payloads / 4);
  expect(result.turnedAway).toBeGreaterThan(payloads / 10);
});

test('a listener that breaks on some payload is found', async () => {
  const register: PayloadFuzz['register'] = (app, { authorize }) =>
    app.command('/fragile', authorize('member'), async ({ command }) => {
      if (command.text.includes('help')) throw new TypeError('fragile');
    });
  await expect(fuzzPayloads({ seed: 1, payloads: 500, register, words: [] })).rejects.toThrow(
    PayloadFuzzError,
  );
});
