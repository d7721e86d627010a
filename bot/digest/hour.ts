import { type Calendar, createCalendar, SALES_REFRESH, STOCK_REFRESH } from 'retail-data-client/core';
import type { Subscription } from './subscriptionRow.ts';

/** The figures that a digest has by its hour. */
export interface HourFigures {
  /** The day they are of. */
  readonly day: string;
  /** Whether that is the day itself for stock, or the day before it for sales. */
  readonly isOwn: boolean;
  /** HH:mm on the wall of the subscription from which it is. */
  readonly ownFrom: string;
}

/** What the service has at that instant; `calendar` is that of the service. */
export function figuresAt(
  calendar: Calendar,
  { kind, timeZone }: Pick<Subscription, 'kind' | 'timeZone'>,
  dueAt: number,
): HourFigures {
  const local = createCalendar(timeZone);
  const date = local.dayOf(dueAt);
  if (kind === 'stock') {
    const day = calendar.latestStockDay(dueAt);
    return { day, isOwn: day >= date, ownFrom: local.timeOf(calendar.instantOf(date, STOCK_REFRESH)) };
  }
  const day = calendar.latestSalesDay(dueAt);
  return {
    day,
    isOwn: day >= local.addDays(date, -1),
    ownFrom: local.timeOf(calendar.instantOf(date, SALES_REFRESH)),
  };
}
