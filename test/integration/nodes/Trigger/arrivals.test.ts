import { describe, test } from 'vitest';
import { ARRIVAL_CASES, daily, everyMinutes, followArrivals } from '../../../support/nodes/followArrivals.ts';
import { jumpOverWaits } from '../../../support/nodes/waits.ts';

jumpOverWaits(0);

/** Often enough to call a day settled, seldom, and once a day. Each poll costs time: more are in test/e2e/volumes. */
const INTERVALS = [everyMinutes(10), everyMinutes(60), daily('08:45')];

describe.each(INTERVALS)('polled $name', (interval) => {
  test.each(ARRIVAL_CASES)('%s, with a total: %s', (event, totals) =>
    followArrivals(event, totals, interval),
  );
});
