import type { Calendar } from 'retail-data-client/calendar/calendar';
import { dateOf, dayOf, openDayAtOrBefore } from 'retail-data-client/calendar/openDays';
import type { Database } from '../database/connection.ts';

/** The two newest days that are stored with figures, the newest first, of stock and of sales. */
export async function newestDays(database: Database) {
  const stock = await database
    .selectFrom('stock_snapshot')
    .select(['products as rows', 'taken_at as at'])
    .orderBy('business_date', 'desc')
    .limit(2)
    .execute();
  const sales = await database
    .selectFrom('sales_day')
    .select(['rows', 'read_at as at'])
    .where('rows', '>', 0)
    .orderBy('sales_date', 'desc')
    .limit(2)
    .execute();
  return { stock, sales };
}

/** The newest day of each kind that should be stored: nothing comes of Sundays and public holidays. */
export function expectedDays(
  calendar: Pick<Calendar, 'latestStockDay' | 'latestSalesDay'>,
  now: number,
): Readonly<Record<'stock' | 'sales', string>> {
  const openDay = (day: string) => dateOf(openDayAtOrBefore(dayOf(day)));
  return { stock: openDay(calendar.latestStockDay(now)), sales: openDay(calendar.latestSalesDay(now)) };
}
