import { describe, expect, test } from 'vitest';
import { every, followMonth, MONTH_CASES } from '../../support/nodes/triggerMonth.ts';
import { jumpOverWaits } from '../../support/nodes/waits.ts';

jumpOverWaits(0);

describe.each([1, 10])('a month, polled every %d minutes', (minutes) => {
  test.each(MONTH_CASES)('%j', async (one) => {
    expect(await followMonth(one, every(minutes))).toBeGreaterThan(15);
  });
});
