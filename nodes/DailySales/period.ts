import { type Calendar, SALES_REFRESH } from 'retail-data-client/calendar/calendar';
import { dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';

export const PERIODS = [
  'custom',
  'last30Days',
  'last7Days',
  'lastMonth',
  'lastWeek',
  'monthToDate',
  'yesterday',
] as const;
export type Period = (typeof PERIODS)[number];

/** Sales dates, yyyy-MM-dd, both included; undefined leaves that end open. */
export interface SalesDates {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * The dates of a relative period. They follow the service's zone, whatever the zone of the workflow. Yesterday, last week
 * and last month are those of the calendar. The others end with the newest day whose sales should be there; month to date
 * is that day's month, so on the 1st it is the whole month before.
 */
export function datesOf(period: Exclude<Period, 'custom'>, calendar: Calendar, now: number): SalesDates {
  const latest = calendar.latestSalesDay(now);
  const today = calendar.dayOf(now);
  switch (period) {
    case 'yesterday': {
      const yesterday = calendar.addDays(today, -1);
      return { from: yesterday, to: yesterday };
    }
    case 'lastWeek':
      return calendar.weekOf(calendar.addDays(today, -7));
    case 'lastMonth': {
      const to = calendar.addDays(firstOfMonth(today), -1);
      return { from: firstOfMonth(to), to };
    }
    case 'last7Days':
      return { from: calendar.addDays(latest, -6), to: latest };
    case 'last30Days':
      return { from: calendar.addDays(latest, -29), to: latest };
    case 'monthToDate':
      return { from: firstOfMonth(latest), to: latest };
  }
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`;
}

/** The dates that were asked for, as a sentence. */
export function datesInWords({ from, to }: SalesDates, timeZone: string): string {
  if (from === undefined && to === undefined) return 'Sales of every date were asked for.';
  if (from === to) return `Sales of ${from} were asked for (${timeZone}).`;
  if (to === undefined) return `Sales from ${from} on were asked for (${timeZone}).`;
  if (from === undefined) return `Sales up to ${to} were asked for (${timeZone}).`;
  return `Sales from ${from} to ${to} were asked for (${timeZone}).`;
}

/** Said when the dates reach beyond what the service should have published by now. */
export function tooEarlyInWords(
  { from = '', to = from }: SalesDates,
  calendar: Calendar,
  now: number,
): string | undefined {
  const latest = calendar.latestSalesDay(now);
  if (to <= latest) return undefined;
  return `Sales after ${latest} may be missing: a day's sales are available from about ${SALES_REFRESH} (${calendar.timeZone}) the next day.`;
}

/** Said when sales were found, but none of the latest day, an open one whose sales may not be there yet. */
export function lastDayMissingInWords(
  { to }: SalesDates,
  newestDay: string | undefined,
  calendar: Calendar,
  now: number,
): string | undefined {
  if (to === undefined || newestDay === undefined || newestDay >= to) return undefined;
  if (to !== calendar.latestSalesDay(now) || !isOpenDay(dayOf(to))) return undefined;
  return `There are no sales for ${to}, the last day you asked for. The latest are from ${newestDay}: either nothing was sold, or the sales are not available yet.`;
}
