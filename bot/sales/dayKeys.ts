import { isoWeekOf } from 'retail-data-client/calendar/calendar';

/** What a day is summed in; rows stand in the order of their keys. */
export const DAY_KEYS = {
  day: (day: string) => day,
  /** 2026-W47 */
  week: isoWeekOf,
  /** 2026-11 */
  month: (day: string) => day.slice(0, 7),
  /** Monday 1. */
  weekday: (day: string) => String(new Date(`${day}T00:00:00Z`).getUTCDay() || 7),
};
