import { PortableClient } from 'retail-data-client/client/client';
import { createInProcessRateLimiter } from 'retail-data-client/rateLimit/inProcessRateLimiter';
import { type Sandbox, type SandboxOptions, startSandbox } from 'retail-data-client/sandbox';
import { createUndiciTransport } from 'retail-data-client/transport/undici';
import { onTestFinished } from 'vitest';
import { connectDatabase, type Database, openDatabase } from '../../../bot/database/connection.ts';
import { createSalesImport } from '../../../bot/sales/import/import.ts';
import { type SalesSyncOptions, syncSales } from '../../../bot/sales/import/sync.ts';
import { createSalesReader } from '../../../bot/sales/queries.ts';
import type { SalesReader } from '../../../bot/sales/reader.ts';
import type { FreshPlace } from './databasePlaces.ts';
import { createRecordingLog, type RecordingLog } from './recordingLog.ts';
import { calendar, createSetClock, oslo, type SetClock, untilAborted } from './time.ts';
import { DELETED_AT_ONCE } from './unjudgedClocks.ts';

/** The sandbox, a database and the sync of sales between them, on a clock that is set by hand. */
export interface SalesDatabase extends SalesSyncOptions {
  readonly place: string;
  readonly sandbox: Sandbox;
  readonly clock: SetClock;
  readonly recording: RecordingLog;
  readonly reader: SalesReader;
  /** One sync, as the bot runs it each minute. */
  sync(fields?: Partial<SalesSyncOptions>): Promise<void>;
  /** Syncs from one local time to another, minute by minute; gives the times at which the service was asked. */
  everyMinute(from: string, to: string, fields?: Partial<SalesSyncOptions>): Promise<string[]>;
  /** First calls of reads of daily sales, as `from..to` or `since: from..to`. */
  asked(): string[];
}

export const HISTORY_DAYS = 10;

export async function startSalesDatabase(
  place: FreshPlace,
  at: string,
  options: SandboxOptions = {},
): Promise<SalesDatabase> {
  const clock = createSetClock(oslo(at));
  const sandbox = await startSandbox({ now: () => clock.now(), stores: 8, products: 12, ...options });
  onTestFinished(() => sandbox.close());
  const url = await place.fresh();
  const database = await openDatabase(url);
  onTestFinished(() => database.destroy());
  const recording = createRecordingLog();
  const stopping = new AbortController();
  const syncOptions: SalesSyncOptions = {
    database,
    calendar,
    clock: { now: clock.now, sleep: untilAborted },
    log: recording.log,
    signal: stopping.signal,
    owner: 'this process',
    historyDays: HISTORY_DAYS,
    retentionDays: 400,
    oldDays: DELETED_AT_ONCE,
    mayWork: async () => true,
    async openImport(lease) {
      const transport = createUndiciTransport({
        baseUrl: sandbox.url,
        subscriptionKey: sandbox.subscriptionKey,
      });
      const work = await createSalesImport({
        client: new PortableClient({
          transport,
          clock,
          rateLimiter: createInProcessRateLimiter(clock),
          random: () => 0,
        }),
        database: await connectDatabase(url, { role: 'import', connections: 1 }),
        lease,
        signal: stopping.signal,
        pause: async () => {},
        now: clock.now,
      });
      return {
        ...work,
        async close() {
          await transport.close();
          await work.close();
        },
      };
    },
  };
  const salesCalls = () => sandbox.requests.filter(({ path }) => path.includes('daily-sales'));
  const sync = (fields: Partial<SalesSyncOptions> = {}) => syncSales({ ...syncOptions, ...fields });

  return {
    ...syncOptions,
    place: url,
    sandbox,
    clock,
    recording,
    reader: createSalesReader(database, calendar),
    sync,
    async everyMinute(from, to, fields) {
      const before = salesCalls().length;
      for (let now = oslo(from); now <= oslo(to); now += 60_000) {
        clock.set(now);
        // The bot logs it and comes again.
        await sync(fields).catch(() => undefined);
      }
      const times = salesCalls()
        .slice(before)
        .map((call) => calendar.timeOf(call.at));
      return [...new Set(times)];
    },
    asked: () =>
      salesCalls()
        .filter(({ query }) => query.start === undefined)
        .map(({ query }) => {
          const range = `${query.fromSalesDate}..${query.toSalesDate}`;
          return query.changedSince === undefined ? range : `${query.changedSince}: ${range}`;
        }),
  };
}

/** Sums over the truth of the sandbox, in integers: what any answer must be. */
export function sumOf(
  sales: readonly { readonly millilitres: number; readonly salesQuantity: number }[],
): object {
  return {
    rows: sales.length,
    millilitres: sales.reduce((sum, sale) => sum + sale.millilitres, 0),
    quantity: sales.reduce((sum, sale) => sum + sale.salesQuantity, 0),
    returnedMillilitres: sales.reduce((sum, sale) => sum + Math.max(0, -sale.millilitres), 0),
    returnedQuantity: sales.reduce((sum, sale) => sum + Math.max(0, -sale.salesQuantity), 0),
  };
}

/** Tells a database as it is now from the truth of the sandbox, in one comparison. */
export async function heldRows(database: Database, from: string, to: string): Promise<string[]> {
  const rows = await database
    .selectFrom('sales_day')
    .innerJoin('sales_row', 'sales_row.generation', 'sales_day.generation')
    .innerJoin('sales_product', 'sales_product.key', 'sales_row.product')
    .innerJoin('sales_store', 'sales_store.key', 'sales_row.store')
    .select(['sales_date', 'store_id', 'product_id', 'sales_row.millilitres', 'sales_row.quantity'])
    .where('sales_date', '>=', from)
    .where('sales_date', '<=', to)
    .execute();
  return rows
    .map((row) =>
      [row.sales_date, row.store_id, row.product_id, row.millilitres, row.quantity / 1e6].join(' '),
    )
    .sort();
}

export function trueRows(sandbox: Sandbox, from: string, to: string): string[] {
  return sandbox.truth
    .sales(from, to)
    .map((sale) =>
      [sale.salesDate, sale.storeId, sale.productId, sale.millilitres, sale.salesQuantity].join(' '),
    )
    .sort();
}
