import { describe, test } from 'vitest';
import { ARRIVAL_CASES, daily, everyMinutes, followArrivals } from '../../support/nodes/followArrivals.ts';
import { jumpOverWaits } from '../../support/nodes/waits.ts';

jumpOverWaits(0);

const INTERVALS = [...[1, 2, 5, 20].map(everyMinutes), daily('09:00')];

describe.each(INTERVALS)('polled $name', (interval) => {
  test.each(ARRIVAL_CASES)(
    '%s, with a total: %s',
    (event, totals) => followArrivals(event, totals, interval),
    1_800_000,
  );
});
