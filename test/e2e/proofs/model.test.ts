import { expect, onTestFinished, test } from 'vitest';
import { isLong, seedOfRun } from '../../support/seed.ts';
import { startSharedService } from './digestBench.ts';
import { playSequence, type Violation } from './model.ts';

const SEQUENCES = Number(process.env.PROOF_SEQUENCES ?? (isLong ? 10_000 : 25));

test('whatever happens in whatever order, a digest comes once where it must, and never twice', {
  timeout: 4 * 3_600_000,
}, async () => {
  const shared = await startSharedService();
  onTestFinished(() => shared.sandbox.close());
  const seed = seedOfRun();
  const violations: Violation[] = [];
  for (let count = 0; count < SEQUENCES && violations.length < 5; count += 1) {
    const violation = await playSequence(shared, seed + count);
    if (violation !== undefined) violations.push(violation);
  }
  process.stdout.write(
    `model test: ${SEQUENCES} sequences from seed ${seed}, ${violations.length} violations\n`,
  );
  // TEST_SEED=<seed of the violation> PROOF_SEQUENCES=1 plays it again.
  expect(violations.map(({ seed: of, text, steps }) => [`seed ${of}: ${text}`, ...steps].join('\n'))).toEqual(
    [],
  );
});
