import type { CalendarDate } from '../parse/dates/calendarDate.ts';
import type { Chosen } from '../parse/selection.ts';

/** A question of `/stores`, whether typed, filled into a form or clicked. Plain JSON; at least one field narrows. */
export interface StoresQuestion {
  readonly command: 'stores';
  readonly kind: 'stores';
  /** Numbers, and words in names or cities. A store of any of them is found; all are where nothing is chosen. */
  readonly stores: Chosen;
  /** What is left out. */
  readonly without: Chosen;
  /** Only stores that are open or closed; never for numbers alone, whose stores are shown anyway. */
  readonly state?: 'open' | 'closed';
  /** When they are, and the day whose hours are shown. Now, and today's hours, where undefined. */
  readonly when?: OpenAt;
  /** Sorted by distance from the stores with these words in name or city. */
  readonly near?: string;
}

/**
 * At a time (HH:mm) of a day, or at any time of it. A weekday (Monday is 1), a date without a year and a feast mean the
 * next such day, or today.
 */
export interface OpenAt {
  readonly day: 'today' | 'tomorrow' | number | CalendarDate | { readonly feast: string };
  readonly time?: string;
}
