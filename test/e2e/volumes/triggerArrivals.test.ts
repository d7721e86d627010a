import { describe, test } from 'vitest';
import { ARRIVAL_CASES, everyMinutes, followArrivals } from '../../support/nodes/followArrivals.ts';
import { jumpOverWaits } from '../../support/nodes/waits.ts';

jumpOverWaits(0);

describe.each([1, 2].map(everyMinutes))('polled $name', (interval) => {
  test.each(ARRIVAL_CASES)(
    '%s, with a total: %s',
    (event, totals) => followArrivals(event, totals, interval),
    1_800_000,
  );
});
