import type { Selectable } from 'kysely';
import type { Database } from '../../database/connection.ts';
import type { StockDayTable } from '../../database/tables/stock.ts';

/** The state of the import of a day's stock; undefined until the service is asked for it. */
export function stockDayOf(database: Database, day: string): Promise<Selectable<StockDayTable> | undefined> {
  return database.selectFrom('stock_day').selectAll().where('business_date', '=', day).executeTakeFirst();
}

/** The two latest stored days, latest first; `rows` are products, `at` when they were stored. */
export function newestStockDays(database: Database) {
  return database
    .selectFrom('stock_snapshot')
    .select(['business_date as day', 'products as rows', 'taken_at as at'])
    .orderBy('business_date', 'desc')
    .limit(2)
    .execute();
}

/**
 * Removes what a clock that was ahead has noted about days after `today`, which would otherwise be settled before they
 * begin. True when there was any. Rows of dropped stock are deleted with the next save.
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
      // Keep today if its stock was stored; that it was settled as empty was concluded from the wrong time.
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
