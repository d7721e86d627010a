import { createCalendar } from 'retail-data-client/calendar/calendar';
import { describe, expect, test } from 'vitest';
import { daily, every, followMonth, MONTH_CASES } from '../../../support/nodes/triggerMonth.ts';
import { jumpOverWaits } from '../../../support/nodes/waits.ts';

jumpOverWaits(0);

const calendar = createCalendar();

/**
 * Every 5 minutes around the refresh and after noon, where the trigger's own pauses matter, and else every half-hour: a poll
 * costs time. Polls every minute and every 10 minutes, all day, are followed for a month in test/e2e/volumes.
 */
function* often(): Generator<number> {
  for (const at of every(5)) {
    const time = calendar.timeOf(at);
    const isClose = (time >= '07:40' && time <= '08:50') || (time >= '12:00' && time <= '12:20');
    if (isClose || /:[03]0$/.test(time)) yield at;
  }
}

const INTERVALS: readonly [string, () => Generator<number>, number][] = [
  ['every 5 minutes while much happens', often, 15],
  ['every hour', () => every(60), 15],
  ['every day at 08:30', () => daily('08:30'), 15],
  ['every day at 09:00', () => daily('09:00'), 15],
  ['Mondays at 09:00', () => daily('09:00', 7), 3],
];

describe.each(INTERVALS)('a month, polled %s', (_, times, fewer) => {
  test.each(MONTH_CASES)('%j', async (one) => {
    expect(await followMonth(one, times())).toBeGreaterThan(fewer);
  });
});
