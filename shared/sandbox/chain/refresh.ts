import { DateTime } from 'luxon';
import { type Day, dateOf, dayOf } from '../../calendar/openDays.ts';

/** A local day and time in Norway, the zone of the stores and of the refresh times. */
export interface Moment {
  readonly day: Day;
  readonly secondOfDay: number;
}

const SALES_REFRESH = (7 * 60 + 45) * 60;
const STOCK_REFRESH = (8 * 60 + 30) * 60;

/** The local day and time of an instant in epoch milliseconds. */
export function momentAt(instant: number): Moment {
  const local = DateTime.fromMillis(instant, { zone: 'Europe/Oslo' });
  return {
    day: dayOf(local.toFormat('yyyy-MM-dd')),
    secondOfDay: (local.hour * 60 + local.minute) * 60 + local.second,
  };
}

/**
 * The day of the last sales refresh at or before the moment: 07:45 local time. Corrections dated that day or earlier
 * are visible. ("What the service does", data refresh times.)
 */
export function lastSalesRefresh(moment: Moment): Day {
  return moment.secondOfDay >= SALES_REFRESH ? moment.day : moment.day - 1;
}

/** The last sales date that can be asked for; it may be a day on which nothing was sold. */
export function latestSalesDay(moment: Moment): Day {
  return lastSalesRefresh(moment) - 1;
}

/** The first sales date that can be asked for: the service keeps three years. */
export function oldestSalesDay(moment: Moment): Day {
  return latestSalesDay(moment) - 3 * 366 + 1;
}

/** The day whose stock is served: from 08:30 local time on that of today, before that yesterday's. */
export function latestStockDay(moment: Moment): Day {
  return moment.secondOfDay >= STOCK_REFRESH ? moment.day : moment.day - 1;
}

/** `HH:mm:ss` of a second of the day. */
export function timeText(secondOfDay: number): string {
  return new Date(secondOfDay * 1000).toISOString().slice(11, 19);
}

export function momentTexts(moment: Moment): { date: string; time: string } {
  return { date: dateOf(moment.day), time: timeText(moment.secondOfDay) };
}
