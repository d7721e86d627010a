import { expect } from 'vitest';

export const DAY_MS = 24 * 3_600_000;

/** The most calls in any stretch of that many milliseconds, both ends included; instants in order. */
export function mostIn(instants: readonly number[], milliseconds: number): number {
  let most = 0;
  let first = 0;
  instants.forEach((last, index) => {
    while ((instants[first] ?? last) < last - milliseconds) first += 1;
    most = Math.max(most, index - first + 1);
  });
  return most;
}

/** The limits of accumulated stock as the service states them. */
export function expectWithinLimits(instants: readonly number[]): void {
  expect(mostIn(instants, 60_000)).toBeLessThanOrEqual(20);
  expect(mostIn(instants, DAY_MS)).toBeLessThanOrEqual(400);
}
