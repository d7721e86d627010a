import type { Database } from '../database/connection.ts';

/**
 * Differs as soon as anything that figures of stock rest on does: the stock of any day, the sales, or the product list
 * and with it which products are one's own. A check that corrected nothing counts too: figures say when
 * they were checked.
 */
export async function figuresStamp(database: Database): Promise<string> {
  const stock = await database
    .selectFrom('stock_snapshot')
    .select(({ fn }) => [
      fn.countAll<number>().as('days'),
      fn.max<number | null>('generation').as('generation'),
    ])
    .executeTakeFirstOrThrow();
  const sales = await database
    .selectFrom('sales_sync')
    .select(['revision', 'corrections_at'])
    .executeTakeFirstOrThrow();
  const days = await database
    .selectFrom('sales_day')
    .select(({ fn }) => fn.max<number | null>('read_at').as('read_at'))
    .executeTakeFirstOrThrow();
  const list = await database.selectFrom('product_list').select('revision').executeTakeFirstOrThrow();
  return `${stock.days} ${stock.generation} ${sales.revision} ${sales.corrections_at} ${days.read_at} ${list.revision}`;
}
