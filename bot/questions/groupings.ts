import { isoWeekOf } from 'retail-data-client/core';
import { weekdayOf } from '../parser/dates/period.ts';
import type { TimeGroup } from '../parser/groupings.ts';

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
  day: { keyOf: (day) => day, readBy: 'day' },
  /** 2026-W47 */
  week: { keyOf: isoWeekOf, readBy: 'week' },
  /** 2026-11 */
  month: { keyOf: (day) => day.slice(0, 7), readBy: 'day' },
  /** Monday 1. A Monday is compared with a Monday, wherever the range begins. */
  weekday: {
    keyOf: (day) => String(weekdayOf(day)),
    readBy: 'day',
    all: ['1', '2', '3', '4', '5', '6', '7'],
  },
};
