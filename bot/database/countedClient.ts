import {
  PortableClient,
  type PortableClientOptions,
  type RetailDataOperations,
} from 'retail-data-client/client/client';
import { type OperationName, RetailDataError } from 'retail-data-client/errors/errors';
import { RowStream } from 'retail-data-client/pagination/rowStream';
import type { Database } from './connection.ts';
import type { CallOutcome } from './tables/service.ts';

/**
 * The bot's client of the data service, in every process. Counts in `database` how each call ended, for the metrics. A
 * call counts once, including its pages and retries.
 */
export function createCountedClient(
  options: PortableClientOptions & { readonly database: Database },
): RetailDataOperations {
  const { database, clock } = options;
  const client = new PortableClient(options);

  const count = async (operation: OperationName, outcome: CallOutcome | undefined) => {
    if (outcome === undefined) return;
    const last_at = clock.now();
    await database
      .insertInto('service_call')
      .values({ operation, outcome, calls: 1, last_at })
      .onConflict((conflict) =>
        conflict
          .columns(['operation', 'outcome'])
          .doUpdateSet(({ eb }) => ({ calls: eb('service_call.calls', '+', 1), last_at })),
      )
      .execute()
      // The answer matters more than its count, and other statements report a failing database.
      .catch(() => undefined);
  };

  const counted = async <T>(operation: OperationName, call: Promise<T>): Promise<T> => {
    let outcome: CallOutcome | undefined = 'ok';
    try {
      return await call;
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      await count(operation, outcome);
    }
  };

  async function* batches<Row extends object>(operation: OperationName, read: AsyncIterable<readonly Row[]>) {
    let outcome: CallOutcome | undefined = 'ok';
    try {
      yield* read;
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      await count(operation, outcome);
    }
  }

  return {
    rateLimiter: client.rateLimiter,
    dailySales: (...question) =>
      new RowStream((limit) => batches('dailySales', client.dailySales(...question).batches({ limit }))),
    accumulatedStock: (...question) =>
      new RowStream((limit) =>
        batches('accumulatedStock', client.accumulatedStock(...question).batches({ limit })),
      ),
    stores: (...question) => counted('stores', client.stores(...question)),
    get: (operation, ...question) => counted(operation, client.get(operation, ...question)),
    setPermission: (...change) => counted('permission', client.setPermission(...change)),
  };
}

/** The kind of failure; undefined if the service wasn't called, or the caller did not wait for its answer. */
function outcomeOf(error: unknown): CallOutcome | undefined {
  if (!(error instanceof RetailDataError) || error.kind === 'invalidInput') return undefined;
  // Without a status, the rate limiter refused before any call.
  return error.kind === 'rateLimit' && error.status === undefined ? undefined : error.kind;
}
