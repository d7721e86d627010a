import type { Selectable } from 'kysely';
import type { Database } from '../../database/connection.ts';
import type { StockDayTable } from '../../database/tables/stock.ts';

/** What asking for the stock of that day has come to; undefined when nobody has asked. */
export function stockDayOf(database: Database, day: string): Promise<Selectable<StockDayTable> | undefined> {
  return database.selectFrom('stock_day').selectAll().where('business_date', '=', day).executeTakeFirst();
}

/** The two newest days that are stored, the newest first, with how many products, and when they were. */
export function newestStockDays(database: Database) {
  return database
    .selectFrom('stock_snapshot')
    .select(['business_date as day', 'products as rows', 'taken_at as at'])
    .orderBy('business_date', 'desc')
    .limit(2)
    .execute();
}

/**
 * Forgets what a wrong clock has noted of days after that one: they would be settled before they begin. True when there
 * was something; the rows of a stock are deleted with the next one that is replaced.
 */
export async function forgetStockAfter(database: Database, today: string): Promise<boolean> {
  const days = await database
    .selectFrom('stock_day')
    .select('business_date')
    .where('business_date', '>', today)
    .limit(1)
    .execute();
  const snapshots = await database
    .selectFrom('stock_snapshot')
    .select('generation')
    .where('business_date', '>', today)
    .execute();
  if (days.length === 0 && snapshots.length === 0) return false;
  await database.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('stock_day')
      .where('business_date', '>=', today)
      // What was seen of today is so; that there is none is what a later day was thought to show.
      .where((row) => row.or([row('business_date', '>', today), row('state', '!=', 'fresh')]))
      .execute();
    await transaction.deleteFrom('stock_snapshot').where('business_date', '>', today).execute();
    await transaction
      .updateTable('stock_generation')
      .set({ state: 'dropped' })
      .where('id', 'in', [-1, ...snapshots.map(({ generation }) => generation)])
      .execute();
  });
  return true;
}
