import type { CalendarDate } from '../parse/dates/calendarDate.ts';

/** What a person asks of `/stores`, whether it was typed, filled into a form or clicked. Plain JSON. */
export type StoresQuestion =
  /** `open`: the hours of another day than today. */
  | {
      readonly command: 'stores';
      readonly kind: 'number';
      readonly storeId: string;
      readonly open?: OpenAt;
    }
  /** At least one narrows: words in name or city (may be empty), open at this moment, opening hours, nearest first. */
  | {
      readonly command: 'stores';
      readonly kind: 'search';
      readonly words: string;
      readonly openNow: boolean;
      /** Open at another time than now. */
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
 * When a store has to be open: at a time (HH:mm) of a day, or at any. A weekday (Monday 1) and a date without a year are
 * the next such day, or today.
 */
export interface OpenAt {
  readonly day: 'today' | 'tomorrow' | number | CalendarDate;
  readonly time?: string;
}
