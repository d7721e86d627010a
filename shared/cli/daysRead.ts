import { dayOf } from '../calendar/openDays.ts';

/** How much of a period has been read. */
export interface DaysRead {
  /** Days of the period. */
  readonly asked: number;
  /** Days of it that no sale can come of any more. */
  readonly over: number;
}

/** The days of a period when the last sale read is of `last`; dates as yyyy-MM-dd, null before the first sale. */
export function daysRead(from: string, to: string, last: string | null): DaysRead {
  const asked = dayOf(to) - dayOf(from) + 1;
  const over = last === null ? 0 : dayOf(last) - dayOf(from);
  return { asked, over: Math.min(Math.max(over, 0), asked) };
}
