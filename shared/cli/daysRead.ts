import { dayOf } from '../calendar/openDays.ts';

/** How much of a period has been read. */
export interface DaysRead {
  /** Days of the period. */
  readonly asked: number;
  /** Days of it that no sale can come of any more. */
  readonly over: number;
}

/**
 * The days of a period when the last sale read is of `last`; dates as yyyy-MM-dd, null before the first sale. The newest
 * day may come first: which way the days go shows once `last` has left `first`, the day of the first sale.
 */
export function daysRead(from: string, to: string, last: string | null, first?: string): DaysRead {
  const asked = dayOf(to) - dayOf(from) + 1;
  if (last === null) return { asked, over: 0 };
  const upwards = dayOf(last) - dayOf(from);
  const downwards = dayOf(to) - dayOf(last);
  const over =
    first === undefined || first < last ? upwards : first > last ? downwards : Math.min(upwards, downwards);
  return { asked, over: Math.min(Math.max(over, 0), asked) };
}
