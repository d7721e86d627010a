import type { Database } from '../database/connection.ts';

/**
 * Differs as soon as anything that figures of stock rest on does: the stock of any day, the sales, or the product list
 * and with it which products are one's own.
 */
export async function figuresStamp(database: Database): Promise<string> {
  const stock = await database
    .selectFrom('stock_snapshot')
    .select(({ fn }) => [
      fn.countAll<number>().as('days'),
      fn.max<number | null>('generation').as('generation'),
    ])
    .executeTakeFirstOrThrow();
  const sales = await database.selectFrom('sales_sync').select('revision').executeTakeFirstOrThrow();
  const list = await database.selectFrom('product_list').select('revision').executeTakeFirstOrThrow();
  return `${stock.days} ${stock.generation} ${sales.revision} ${list.revision}`;
}
