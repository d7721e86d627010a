import { describe, test } from 'vitest';
import { ARRIVAL_CASES, daily, everyMinutes, followArrivals } from '../../../support/nodes/followArrivals.ts';
import { jumpOverWaits } from '../../../support/nodes/waits.ts';

jumpOverWaits(0);

/** Each poll costs time: those of every minute and every other one are followed in test/e2e/volumes. */
const INTERVALS = [...[5, 10, 20, 60].map(everyMinutes), daily('08:45'), daily('09:00')];

describe.each(INTERVALS)('polled $name', (interval) => {
  test.each(ARRIVAL_CASES)('%s, with a total: %s', (event, totals) =>
    followArrivals(event, totals, interval),
  );
});
