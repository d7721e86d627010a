import { type Calendar, SALES_REFRESH } from 'retail-data-client/calendar/calendar';

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

/** The dates that were sent, as a sentence. */
export function datesInWords({ from, to }: SalesDates, timeZone: string): string {
  if (from === undefined && to === undefined)
    return 'No sales dates were sent: every sales date was asked for.';
  if (from === to) return `Sales date sent: ${from} (${timeZone}).`;
  if (to === undefined) return `Sales dates sent: from ${from}, no end (${timeZone}).`;
  if (from === undefined) return `Sales dates sent: up to ${to}, no beginning (${timeZone}).`;
  return `Sales dates sent: ${from} to ${to} (${timeZone}).`;
}

/** Said when the dates reach beyond what the service should have published by now. */
export function tooEarlyInWords(dates: SalesDates, calendar: Calendar, now: number): string | undefined {
  const latest = calendar.latestSalesDay(now);
  if (dates.to === undefined || dates.to <= latest) return undefined;
  return `Sales after ${latest} may be missing: a day's sales are available from about ${SALES_REFRESH} (${calendar.timeZone}) the next day.`;
}

/** Said when sales were found, but none of the last day that was asked for. */
export function lastDayMissingInWords(
  { to }: SalesDates,
  newestDay: string | undefined,
  calendar: Calendar,
  now: number,
): string | undefined {
  if (to === undefined || newestDay === undefined || newestDay >= to) return undefined;
  if (to > calendar.latestSalesDay(now)) return undefined;
  return `There are no sales for ${to}, the last day you asked for. The latest are from ${newestDay}: either nothing was sold, or the sales are not available yet.`;
}
