import type { Selectable } from 'kysely';
import type { Database } from '../database/connection.ts';
import type { StockDayTable } from '../database/tables/stock.ts';

/** What asking for the stock of that day has come to; undefined when nobody has asked. */
export function stockDayOf(database: Database, day: string): Promise<Selectable<StockDayTable> | undefined> {
  return database.selectFrom('stock_day').selectAll().where('business_date', '=', day).executeTakeFirst();
}
