import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Database } from '../database/connection.ts';
import type { ServiceImport } from '../health/serviceFacts.ts';

/** The sales that are read in, for health checks and metrics. */
export function salesImport(database: Database, calendar: Pick<Calendar, 'latestSalesDay'>): ServiceImport {
  return {
    kind: 'sales',
    operation: 'dailySales',
    title: 'daily sales',
    days: {
      refreshed: (now) => calendar.latestSalesDay(now),
      newest: () =>
        database
          .selectFrom('sales_day')
          .select(['sales_date as day', 'rows', 'read_at as at'])
          .where('rows', '>', 0)
          .orderBy('sales_date', 'desc')
          .limit(2)
          .execute(),
    },
  };
}
