import { LRUCache } from 'lru-cache';
import type { Database } from './connection.ts';

/** LRU cache of `max` answers. An entry is valid until the stamp of its source data changes. */
export function createAnswerCache<Answer>(
  max: number,
): (stamp: string | number, question: unknown, read: () => Promise<Answer>) => Promise<Answer> {
  // Wrapped in an object, because an answer may be undefined.
  const cache = new LRUCache<string, { readonly answer: Answer }, () => Promise<Answer>>({
    max,
    fetchMethod: async (_key, _stale, { context: read }) => ({ answer: await read() }),
    ignoreFetchAbort: true,
  });
  return async (stamp, question, read) => {
    const key = `${stamp} ${JSON.stringify(question)}`;
    const { answer } = await cache.forceFetch(key, { context: read });
    return answer;
  };
}

/**
 * Changes with any data that answers are based on: the stock of any day, the sales, and the product list, which says
 * which products are your own. A check that corrected nothing also counts, because answers say when they were checked.
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
