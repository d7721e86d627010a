import type { CallBudget } from '../budget/budget.ts';
import type { Clock } from '../clock/clock.ts';
import { accumulatedStockOperation, type ProductStock } from '../contract/accumulatedStock.ts';
import { dailySalesOperation, type ProductSale, productSale } from '../contract/dailySales.ts';
import type { Operation } from '../contract/operation.ts';
import {
  type Permission,
  type PermissionChange,
  permissionChange,
  permissionOperation,
} from '../contract/permission.ts';
import { type Store, type StoresQuery, storesOperation } from '../contract/stores.ts';
import type { AcceptsSale } from '../decoder/storeRows.ts';
import type { Transport } from '../transport/transport.ts';
import { type Answer, type CallOptions, type CallSetting, callOperation, originOf } from './call.ts';
import { checkInput } from './check.ts';
import { startDeadline } from './deadline.ts';
import { InvalidInputError } from './errors.ts';
import { requireChanged } from './permissionAnswer.ts';
import { inTurn } from './permissionQueue.ts';
import { isPlainStock } from './plainStock.ts';
import { checkRange } from './range.ts';
import type {
  AccumulatedStockFilter,
  DailySalesFilter,
  ReadOptions,
  Running,
  SalesReadOptions,
  StockReadOptions,
} from './readOptions.ts';
import { readSales } from './readSales.ts';
import { keyOfStock, readStock } from './readStock.ts';
import { restartOnDrift } from './restartOnDrift.ts';
import { CHANGE_RETRIES, READ_RETRIES } from './retry.ts';
import { RowStream } from './rowStream.ts';
import { keyOfSale, type SalesRow } from './salesRows.ts';

export interface ClientOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  /** The budget of accumulated stock that every user of this key shares. */
  readonly stockBudget: CallBudget;
  /** Numbers from 0 up to 1, for the jitter of retries; Math.random when not set. */
  readonly random?: () => number;
  /** How single sales are checked; by the schema when not set. `retail-data-client/compiled` has a faster way. */
  readonly acceptsSale?: AcceptsSale;
  /** The same for an answer of accumulated stock; by hand when not set. */
  readonly acceptsStock?: (value: unknown) => value is ProductStock[];
}

/** The four operations of the service, every answer checked. All methods reject with a `RetailDataError`. */
export interface RetailDataClient {
  /** Flat sales rows, read in as many calls as it takes (interface: "GET daily-sales-per-store"). */
  dailySales(filter?: DailySalesFilter, options?: SalesReadOptions): RowStream<SalesRow>;
  /** Stores with their address and hours (interface: "GET details"). */
  stores(query?: StoresQuery, options?: CallOptions): Promise<Store[]>;
  /** Stock per product in units, within the call budget (interface: "GET accumulated-stock"). */
  accumulatedStock(filter?: AccumulatedStockFilter, options?: StockReadOptions): RowStream<ProductStock>;
  /** Switches an existing permission on or off: it changes who has access (interface: "PUT permission"). */
  setPermission(change: PermissionChange, options?: CallOptions): Promise<Permission>;
  /** One call of a reading operation with exactly this query, and the headers of its answer. */
  get<Query, Body, Data>(
    operation: Operation<Query, Body, Data>,
    query: Query,
    options?: CallOptions,
  ): Promise<Answer<Data>>;
  /** The budget of accumulated stock: its `remaining()` and `nextAllowedAt()` say what is allowed now and when. */
  readonly stockBudget: CallBudget;
}

export function createRetailDataClient(options: ClientOptions): RetailDataClient {
  const setting: CallSetting = {
    transport: options.transport,
    clock: options.clock,
    stockBudget: options.stockBudget,
    random: options.random ?? Math.random,
  };
  const acceptsSale = options.acceptsSale ?? isSale;
  const acceptsStock = options.acceptsStock ?? isPlainStock;
  /** A read and its restarts have one deadline. */
  const begun = <Query, Body, Data, Options extends ReadOptions>(
    operation: Operation<Query, Body, Data>,
    read: Options,
  ): Running<Options> => ({
    ...read,
    deadline: startDeadline(setting.clock, read.deadlineMs, originOf(operation)),
  });

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
        const running = begun(dailySalesOperation, read);
        const open = () => readSales(setting, acceptsSale, filter, running);
        return read.restartOnDrift === true ? restartOnDrift(open, keyOfSale) : open();
      });
    },

    async stores(query = {}, callOptions) {
      return (await get(storesOperation, query, callOptions)).data;
    },

    accumulatedStock(filter = {}, read = {}) {
      return new RowStream(() => {
        const running = begun(accumulatedStockOperation, read);
        const open = () => readStock(setting, acceptsStock, filter, running);
        return read.restartOnDrift === true ? restartOnDrift(open, keyOfStock) : open();
      });
    },

    async setPermission(change, callOptions) {
      const body = checkInput(permissionChange, change, 'permission');
      const deadline = startDeadline(setting.clock, callOptions?.deadlineMs, originOf(permissionOperation));
      const input = { query: {}, body };
      const options = { ...callOptions, deadline };
      const { data } = await inTurn(
        body,
        (isNewest) => callOperation(setting, permissionOperation, input, CHANGE_RETRIES, options, isNewest),
        { clock: setting.clock, deadline, signal: callOptions?.signal },
      );
      requireChanged(body, data, setting.transport.redact);
      return data;
    },
  };
}

function isSale(value: unknown): value is ProductSale {
  return productSale.safeParse(value).success;
}
