import { DAY_KEYS } from './dayKeys.ts';
import type { TimeGroup } from './groupings.ts';

interface TimeGrouping {
  /** The row that a day is summed in; rows stand in the order of their keys. */
  keyOf(day: string): string;
  /** What the sums are read by; rows that the reader does not know are made of days. */
  readonly readBy: 'day' | 'week';
  /** All rows there can be, where two periods are compared row by row whatever day they begin on. */
  readonly all?: readonly string[];
}

/** How days are summed in rows of time. */
export const TIME_GROUPINGS: Readonly<Record<TimeGroup, TimeGrouping>> = {
  day: { keyOf: DAY_KEYS.day, readBy: 'day' },
  week: { keyOf: DAY_KEYS.week, readBy: 'week' },
  month: { keyOf: DAY_KEYS.month, readBy: 'day' },
  /** A Monday is compared with a Monday, wherever the range begins. */
  weekday: {
    keyOf: DAY_KEYS.weekday,
    readBy: 'day',
    all: ['1', '2', '3', '4', '5', '6', '7'],
  },
};

/** The row of all products without a group. */
export const NO_GROUP = '';
