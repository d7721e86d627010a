import { DateTime } from 'luxon';
import { type Day, dateOf, dayOf } from '../../calendar/openDays.ts';

/** A local day and time in Norway, the zone of the stores and of the refresh times. */
export interface Moment {
  readonly day: Day;
  readonly secondOfDay: number;
}

/** Local times of the refreshes (interface: "What the service does"). */
const SALES_REFRESH = (7 * 60 + 45) * 60;
const STOCK_REFRESH = (8 * 60 + 30) * 60;

/** The moment of an instant in epoch milliseconds, and which days can be asked for then. */
export function momentAt(instant: number) {
  const local = DateTime.fromMillis(instant, { zone: 'Europe/Oslo' });
  const day = dayOf(local.toFormat('yyyy-MM-dd'));
  const secondOfDay = (local.hour * 60 + local.minute) * 60 + local.second;
  const salesRefresh = secondOfDay >= SALES_REFRESH ? day : day - 1;
  return {
    day,
    secondOfDay,
    /** The day of the last sales refresh. Corrections dated that day or earlier are visible. */
    salesRefresh,
    /** The last sales date that can be asked for; it may be a day on which nothing was sold. */
    latestSalesDay: salesRefresh - 1,
    /** The first one: the service keeps three years. */
    oldestSalesDay: salesRefresh - 3 * 366,
    /** The day whose stock is served. */
    latestStockDay: secondOfDay >= STOCK_REFRESH ? day : day - 1,
  };
}

/** `HH:mm:ss` of a second of the day. */
export function timeText(secondOfDay: number): string {
  const parts = [secondOfDay / 3600, (secondOfDay / 60) % 60, secondOfDay % 60];
  return parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
}

export function momentTexts(moment: Moment): { date: string; time: string } {
  return { date: dateOf(moment.day), time: timeText(moment.secondOfDay) };
}
