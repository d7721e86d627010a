import type { Clock } from '../clock/clock.ts';
import { InvalidInputError } from '../errors/errors.ts';
import { READ_RETRIES } from '../http/again.ts';
import { startDeadline } from '../http/deadline.ts';
import type { RequestHooks } from '../http/hooks.ts';
import {
  type Answer,
  type CallContext,
  type CallOptions,
  callOperation,
  totalHeaderOf,
} from '../http/request.ts';
import { checkRange } from '../http/validation.ts';
import {
  type AccumulatedStockQuery,
  accumulatedStockOperation,
  type ProductStock,
} from '../operations/accumulatedStock.ts';
import { type DailySalesQuery, dailySalesOperation, type SalesDay } from '../operations/dailySales.ts';
import type { Operation } from '../operations/operation.ts';
import type { Permission, PermissionChange } from '../operations/permission.ts';
import type { SalesRow } from '../operations/salesRow.ts';
import { type Store, type StoresQuery, storesOperation } from '../operations/stores.ts';
import { RowStream } from '../pagination/rowStream.ts';
import { createTotals, type Totals } from '../pagination/totals.ts';
import type { RateLimiter } from '../rateLimit/rateLimiter.ts';
import type { Transport } from '../transport/transport.ts';
import { readStock } from './accumulatedStock.ts';
import { readSales } from './dailySales.ts';
import type {
  AccumulatedStockFilter,
  DailySalesFilter,
  ReadOptions,
  RunningRead,
  StockReadOptions,
} from './options.ts';
import { changePermission } from './permission.ts';

/** Where requests go, and the limits of every call that sets none of its own. */
export interface PortableClientOptions extends CallOptions {
  /** How requests reach the service, such as `createFetchTransport` makes it. */
  readonly transport: Transport;
  /** The time, and waits, such as `systemClock`. */
  readonly clock: Clock;
  /** Counts the calls on accumulated stock; everybody who uses the same key has to share it. */
  readonly rateLimiter: RateLimiter;
  /** What is known of the header with the total of stock, for clients of one address and key; its own when not set. */
  readonly totals?: Totals | undefined;
  /** Numbers from 0 up to 1, for the jitter of retries; Math.random when not set. */
  readonly random?: (() => number) | undefined;
  /** Sent with every request, such as a User-Agent of your own. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Told of every HTTP call, for logs, metrics and tracing. */
  readonly hooks?: RequestHooks | undefined;
}

/** What each reading operation is asked, and gives. */
interface Reads {
  dailySales: { query: DailySalesQuery; data: SalesDay[] };
  stores: { query: StoresQuery; data: Store[] };
  accumulatedStock: { query: AccumulatedStockQuery; data: ProductStock[] };
}

const READS: {
  readonly [Name in keyof Reads]: Operation<Reads[Name]['query'], Record<string, never>, Reads[Name]['data']>;
} = { dailySales: dailySalesOperation, stores: storesOperation, accumulatedStock: accumulatedStockOperation };

/** The four operations of the service, every answer checked. Whatever fails rejects with a `RetailDataError`. */
export interface RetailDataOperations {
  /** Flat sales rows, read in as many calls as it takes (interface: "GET daily-sales-per-store"). */
  dailySales(filter?: DailySalesFilter, options?: ReadOptions): RowStream<SalesRow>;
  /** Stores with their address and hours (interface: "GET details"). */
  stores(query?: StoresQuery, options?: CallOptions): Promise<Store[]>;
  /** Stock per product in units, within the limits of calls (interface: "GET accumulated-stock"). */
  accumulatedStock(filter?: AccumulatedStockFilter, options?: StockReadOptions): RowStream<ProductStock>;
  /** One call with exactly this query: the records of one page, the total and the headers that came with it. */
  get<Name extends keyof Reads>(
    operation: Name,
    query: Reads[Name]['query'],
    options?: CallOptions,
  ): Promise<Answer<Reads[Name]['data']>>;
  /** Switches an existing permission on or off: it changes who has access (interface: "PUT permission"). */
  setPermission(change: PermissionChange, options?: CallOptions): Promise<Permission>;
  /** Its `remaining()` and `nextAllowedAt()` say how many calls on accumulated stock are allowed now, and when. */
  readonly rateLimiter: RateLimiter;
}

/**
 * The client without a transport, a clock or a rate limiter of its own, for a host that brings them, such as n8n. What
 * it can do are properties of its own, so that it may be spread and its functions handed on.
 */
export class PortableClient implements RetailDataOperations {
  readonly rateLimiter: RateLimiter;
  readonly #context: CallContext;
  readonly #defaults: CallOptions;
  /** What this client has seen of the header with the total of stock. */
  readonly #totals: Totals;

  constructor(options: PortableClientOptions) {
    const {
      transport,
      clock,
      rateLimiter,
      random = Math.random,
      headers = {},
      hooks = {},
      totals = createTotals(),
      ...rest
    } = options;
    const { signal, timeoutMs, deadlineMs, maxWaitMs, maxRetries, onWait, totalHeader } = rest;
    this.rateLimiter = rateLimiter;
    this.#totals = totals;
    this.#context = { transport, clock, random, rateLimiter, headers, hooks };
    this.#defaults = { signal, timeoutMs, deadlineMs, maxWaitMs, maxRetries, onWait, totalHeader };
  }

  readonly dailySales: RetailDataOperations['dailySales'] = (filter = {}, options = {}) =>
    new RowStream((limit) => {
      checkRange('fromSalesDate', filter.fromSalesDate, 'toSalesDate', filter.toSalesDate);
      checkRange('fromStoreId', filter.fromStoreId, 'toStoreId', filter.toStoreId);
      const read = this.#begin(dailySalesOperation, options, limit);
      return readSales(this.#context, filter, read);
    });

  readonly accumulatedStock: RetailDataOperations['accumulatedStock'] = (filter = {}, options = {}) =>
    new RowStream((limit) => {
      const read = this.#begin(accumulatedStockOperation, options, limit);
      const { totalHeader } = read;
      const trust = totalHeader === false ? undefined : this.#totals(totalHeaderOf(totalHeader));
      return readStock(this.#context, filter, read, trust);
    });

  readonly get: RetailDataOperations['get'] = async (name, query, options = {}) => {
    const operation = READS[name];
    if (operation === undefined) {
      const expected = Object.keys(READS).join(', ');
      throw new InvalidInputError({ field: 'operation', value: name, expected: `one of ${expected}` });
    }
    return this.#read(operation, query, options);
  };

  readonly stores: RetailDataOperations['stores'] = async (query = {}, options = {}) =>
    (await this.#read(storesOperation, query, options)).data;

  readonly setPermission: RetailDataOperations['setPermission'] = async (change, options = {}) =>
    changePermission(this.#context, change, withDefaults(this.#defaults, options));

  #read<Query, Body, Data>(
    operation: Operation<Query, Body, Data>,
    query: Query,
    options: CallOptions,
  ): Promise<Answer<Data>> {
    return callOperation(
      this.#context,
      { operation, query },
      READ_RETRIES,
      withDefaults(this.#defaults, options),
    );
  }

  /** A read has one deadline for all its pages. */
  #begin<Query, Body, Data, Options extends ReadOptions>(
    operation: Operation<Query, Body, Data>,
    options: Options,
    limit: number | undefined,
  ): RunningRead<Options> {
    const read = withDefaults(this.#defaults, options);
    const deadline = startDeadline(this.#context.clock, read.deadlineMs, operation);
    return { ...read, limit: smaller(read.limit, limit), deadline };
  }
}

/** What a call leaves open is the client's; either signal ends it. */
function withDefaults<Options extends CallOptions>(defaults: CallOptions, options: Options): Options {
  const set = Object.entries(options).filter(([, value]) => value !== undefined);
  const signals = [defaults.signal, options.signal].filter((signal) => signal !== undefined);
  const signal = signals.length > 1 ? AbortSignal.any(signals) : signals[0];
  return { ...options, ...defaults, ...Object.fromEntries(set), signal };
}

function smaller(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}
