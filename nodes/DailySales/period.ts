import { type Calendar, SALES_REFRESH } from 'retail-data-client/portable';

export const PERIODS = ['custom', 'last30Days', 'last7Days', 'monthToDate', 'yesterday'] as const;
export type Period = (typeof PERIODS)[number];

/** Sales dates, yyyy-MM-dd, both included; undefined leaves that end open. */
export interface SalesDates {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * The dates of a relative period. They follow the service's zone, whatever the zone of the workflow. All but yesterday
 * end with the newest day whose sales should be there; month to date is that day's month, so on the 1st it is the whole
 * month before.
 */
export function datesOf(period: Exclude<Period, 'custom'>, calendar: Calendar, now: number): SalesDates {
  const latest = calendar.latestSalesDay(now);
  switch (period) {
    case 'yesterday': {
      const yesterday = calendar.addDays(calendar.dayOf(now), -1);
      return { from: yesterday, to: yesterday };
    }
    case 'last7Days':
      return { from: calendar.addDays(latest, -6), to: latest };
    case 'last30Days':
      return { from: calendar.addDays(latest, -29), to: latest };
    case 'monthToDate':
      return { from: `${latest.slice(0, 8)}01`, to: latest };
  }
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
  return `Sales after ${latest} may be missing: those of a day are available from about ${SALES_REFRESH} (${calendar.timeZone}) on the next day.`;
}
