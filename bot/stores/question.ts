import type { CalendarDate } from '../parse/dates/calendarDate.ts';

/** A question of `/stores`, whether typed, filled into a form or clicked. Plain JSON. */
export type StoresQuestion =
  /** `open`: show the hours of that day instead of today's. */
  | {
      readonly command: 'stores';
      readonly kind: 'number';
      readonly storeId: string;
      readonly open?: OpenAt;
    }
  /** At least one of these narrows: words in name or city (can be empty), open now, open at a time, near a place. */
  | {
      readonly command: 'stores';
      readonly kind: 'search';
      readonly words: string;
      readonly openNow: boolean;
      /** Open at a time other than now. */
      readonly open?: OpenAt;
      /** A place, or the stores with these words in name or city. */
      readonly near?: Place | { readonly words: string };
    };

/** Degrees, WGS 84. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * When a store must be open: at a time (HH:mm) of a day, or at any time of it. A weekday (Monday is 1) and a date without
 * a year mean the next such day, or today.
 */
export interface OpenAt {
  readonly day: 'today' | 'tomorrow' | number | CalendarDate;
  readonly time?: string;
}
