import { LRUCache } from 'lru-cache';
import type { Database } from './connection.ts';

/** Keeps the answers to the last `max` questions, each as long as what it was read from has the same stamp. */
export function createAnswerCache<Answer>(
  max: number,
): (stamp: string | number, question: unknown, read: () => Promise<Answer>) => Promise<Answer> {
  // In an object, since an answer may be undefined.
  const kept = new LRUCache<string, { readonly answer: Answer }, () => Promise<Answer>>({
    max,
    fetchMethod: async (_key, _stale, { context: read }) => ({ answer: await read() }),
    ignoreFetchAbort: true,
  });
  return async (stamp, question, read) => {
    const key = `${stamp} ${JSON.stringify(question)}`;
    const { answer } = await kept.forceFetch(key, { context: read });
    return answer;
  };
}

/**
 * Differs as soon as anything that figures rest on does: the stock of any day, the sales, or the product list
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
