import type { CallBudget } from '../budget/budget.ts';
import type { Clock } from '../clock/clock.ts';
import {
  type AccumulatedStockQuery,
  accumulatedStockOperation,
  type ProductStock,
} from '../contract/accumulatedStock.ts';
import { type DailySalesQuery, dailySalesOperation } from '../contract/dailySales.ts';
import type { Operation } from '../contract/operation.ts';
import {
  type Permission,
  type PermissionChange,
  permissionChange,
  permissionOperation,
} from '../contract/permission.ts';
import { type Store, type StoresQuery, storesOperation } from '../contract/stores.ts';
import type { Transport } from '../transport/transport.ts';
import { type Answer, type CallOptions, type CallSetting, callOperation } from './call.ts';
import { checkInput } from './check.ts';
import { InvalidInputError } from './errors.ts';
import { type PageReport, readPages } from './pages.ts';
import { createPermissionQueue } from './permissionQueue.ts';
import { CHANGE_RETRIES, READ_RETRIES } from './retry.ts';
import { RowStream } from './rowStream.ts';
import { flattenSales, type SalesRow } from './salesRows.ts';
import { createSalesSeam, createStockSeam } from './seams.ts';

export interface ClientOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  /** The budget of accumulated stock that every user of this key shares. */
  readonly stockBudget: CallBudget;
  /** Numbers from 0 up to 1, for the jitter of retries; Math.random when not set. */
  readonly random?: () => number;
}

export interface ReadOptions extends CallOptions {
  /** Rows per call (`maxResults`); not set leaves it to the service. */
  readonly pageSize?: number | undefined;
  /** Ends the read after that many rows. */
  readonly limit?: number | undefined;
  /** Rows to skip before the first (`start`). */
  readonly startAt?: number | undefined;
  readonly onPage?: ((report: PageReport) => void) | undefined;
}

export type DailySalesFilter = Omit<DailySalesQuery, 'maxResults' | 'start'>;
export type AccumulatedStockFilter = Omit<AccumulatedStockQuery, 'maxResults' | 'start'>;

/** The four operations of the service, every answer checked. All methods reject with a `RetailDataError`. */
export interface RetailDataClient {
  /** Flat sales rows, read in as many calls as it takes (interface: "GET daily-sales-per-store"). */
  dailySales(filter?: DailySalesFilter, options?: ReadOptions): RowStream<SalesRow>;
  /** Stores with their address and hours (interface: "GET details"). */
  stores(query?: StoresQuery, options?: CallOptions): Promise<Store[]>;
  /** Stock per product in units, within the call budget (interface: "GET accumulated-stock"). */
  accumulatedStock(filter?: AccumulatedStockFilter, options?: ReadOptions): RowStream<ProductStock>;
  /** Switches an existing permission on or off: it changes who has access (interface: "PUT permission"). */
  setPermission(change: PermissionChange, options?: CallOptions): Promise<Permission>;
  /** One call of a reading operation with exactly this query, and the headers of its answer. */
  get<Query, Body, Data>(
    operation: Operation<Query, Body, Data>,
    query: Query,
    options?: CallOptions,
  ): Promise<Answer<Data>>;
  /** The budget of accumulated stock. */
  readonly stockBudget: CallBudget;
}

export function createRetailDataClient(options: ClientOptions): RetailDataClient {
  const setting: CallSetting = {
    transport: options.transport,
    clock: options.clock,
    stockBudget: options.stockBudget,
    random: options.random ?? Math.random,
  };
  const permissions = createPermissionQueue();

  const get: RetailDataClient['get'] = async (operation, query, callOptions) => {
    if (operation.method !== 'GET') {
      throw new InvalidInputError({ field: 'operation', value: operation.name, expected: 'one that reads' });
    }
    return callOperation(setting, operation, { query }, READ_RETRIES, callOptions);
  };

  return {
    get,
    stockBudget: options.stockBudget,

    dailySales(filter = {}, read = {}) {
      return new RowStream(() => {
        checkRange('fromSalesDate', filter.fromSalesDate, 'toSalesDate', filter.toSalesDate);
        checkRange('fromStoreId', filter.fromStoreId, 'toStoreId', filter.toStoreId);
        return readPages({
          name: dailySalesOperation.name,
          title: dailySalesOperation.title,
          seam: createSalesSeam(),
          start: read.startAt ?? 0,
          pageSize: read.pageSize,
          limit: read.limit,
          onPage: read.onPage,
          async fetch(start, maxResults) {
            const answer = await get(dailySalesOperation, withPage(filter, start, maxResults), read);
            return { rows: flattenSales(answer.data), total: answer.total };
          },
        });
      });
    },

    async stores(query = {}, callOptions) {
      return (await get(storesOperation, query, callOptions)).data;
    },

    accumulatedStock(filter = {}, read = {}) {
      return new RowStream(() =>
        readPages({
          name: accumulatedStockOperation.name,
          title: accumulatedStockOperation.title,
          seam: createStockSeam(),
          start: read.startAt ?? 0,
          pageSize: read.pageSize,
          limit: read.limit,
          onPage: read.onPage,
          async fetch(start, maxResults) {
            const answer = await get(accumulatedStockOperation, withPage(filter, start, maxResults), read);
            return { rows: answer.data, total: answer.total };
          },
        }),
      );
    },

    async setPermission(change, callOptions) {
      const body = checkInput(permissionChange, change, 'permission');
      const send = (isNewest: () => boolean) =>
        callOperation(
          setting,
          permissionOperation,
          { query: {}, body },
          CHANGE_RETRIES,
          callOptions,
          isNewest,
        );
      return (await permissions.run(body, send, callOptions?.signal)).data;
    },
  };
}

/** The first page of a read goes without `start`, and without `maxResults` unless someone asked for a size. */
function withPage<Filter extends object>(filter: Filter, start: number, maxResults: number | undefined) {
  return {
    ...filter,
    ...(maxResults === undefined ? {} : { maxResults }),
    ...(start === 0 ? {} : { start }),
  };
}

function checkRange<T extends string | number>(
  fromName: string,
  from: T | undefined,
  toName: string,
  to: T | undefined,
): void {
  if (from === undefined || to === undefined || from <= to) return;
  throw new InvalidInputError({ field: toName, value: to, expected: `${from} (${fromName}) or later` });
}
