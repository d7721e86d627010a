import { describe, expect, test } from 'vitest';
import { daily, every, followMonth, MONTH_CASES } from '../../../support/nodes/triggerMonth.ts';
import { jumpOverWaits } from '../../../support/nodes/waits.ts';

jumpOverWaits(0);

/** Polls every minute are followed for a month in test/e2e/volumes. */
const INTERVALS: readonly [string, () => Generator<number>, number][] = [
  ['every 5 minutes', () => every(5), 15],
  ['every hour', () => every(60), 15],
  ['every two hours', () => every(120), 15],
  ['every day at 08:30', () => daily('08:30'), 15],
  ['every day at 09:00', () => daily('09:00'), 15],
  ['Mondays at 09:00', () => daily('09:00', 7), 3],
];

describe.each(INTERVALS)('a month, polled %s', (_, times, fewer) => {
  test.each(MONTH_CASES)('%j', async (one) => {
    expect(await followMonth(one, times())).toBeGreaterThan(fewer);
  });
});
