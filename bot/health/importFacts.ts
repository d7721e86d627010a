import type { Calendar } from 'retail-data-client/calendar/calendar';
import { dateOf, dayOf, openDayAtOrBefore } from 'retail-data-client/calendar/openDays';
import type { Database } from '../database/connection.ts';

/** What an operator wants to know of the imports of one kind, out of the database. */
export interface ImportFacts {
  /** The newest day that should be stored. */
  readonly expectedDay: string;
  /** When a day was last stored; undefined before the first. */
  readonly lastAt: number | undefined;
  /** Products of the newest day of stock, rows of the newest day of sales; undefined while there is none. */
  readonly newestRows: number | undefined;
  /** The same of the stored day before that. */
  readonly rowsBefore: number | undefined;
}

export async function readImportFacts(
  database: Database,
  calendar: Pick<Calendar, 'latestStockDay' | 'latestSalesDay'>,
  now: number,
): Promise<Readonly<Record<'stock' | 'sales', ImportFacts>>> {
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
  const expected = expectedDays(calendar, now);
  return { stock: factsOf(stock, expected.stock), sales: factsOf(sales, expected.sales) };
}

/** The newest day of each kind that should be stored: nothing comes of Sundays and public holidays. */
export function expectedDays(
  calendar: Pick<Calendar, 'latestStockDay' | 'latestSalesDay'>,
  now: number,
): Readonly<Record<'stock' | 'sales', string>> {
  const openDay = (day: string) => dateOf(openDayAtOrBefore(dayOf(day)));
  return { stock: openDay(calendar.latestStockDay(now)), sales: openDay(calendar.latestSalesDay(now)) };
}

function factsOf(
  [newest, before]: readonly { readonly rows: number; readonly at: number }[],
  expectedDay: string,
): ImportFacts {
  return {
    expectedDay,
    lastAt: newest?.at,
    newestRows: newest?.rows,
    rowsBefore: before?.rows,
  };
}
