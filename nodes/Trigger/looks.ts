import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import {
  type CallOptions,
  PageDriftError,
  type RetailDataOperations,
  type Store,
  type StoresQuery,
} from 'retail-data-client/portable';
import { openClient } from '../service/client.ts';
import { flag, identifier, text } from '../service/inputs.ts';
import { storeRange } from '../service/storeRange.ts';
import type { DailyEvent, Look } from './days.ts';

/** What n8n gives a poll where it does not say; a poll that takes longer is overtaken by the next. */
const POLL_MS = 240_000;

/** Looks in the order of the dates, and why they end before the last date if they do. */
export interface Looks {
  readonly looks: readonly (Look | null)[];
  readonly failure?: { readonly error: unknown };
}

/** Looks at what the service has of each date; null for one that changes meanwhile. */
export async function lookAt(
  context: IPollFunctions,
  event: DailyEvent,
  dates: readonly string[],
  before: Look | null,
): Promise<Looks> {
  const looks: (Look | null)[] = [];
  try {
    const client = await openClient(context);
    const filters = filtersOf(context);
    const options = withinPoll(context, dates.length);
    for (const date of dates) {
      const look =
        event === 'stockUpdated'
          ? stockOf(client, date, filters, before, options)
          : salesOf(client, date, filters, options);
      looks.push(await look.catch(nullWhereItDrifts));
    }
    return { looks };
  } catch (error) {
    return { looks, failure: { error } };
  }
}

function nullWhereItDrifts(error: unknown): null | Promise<never> {
  return error instanceof PageDriftError ? null : Promise.reject(error);
}

/** One call where the service names a total. Where it does not, the list is counted once, and then its last page read. */
async function stockOf(
  client: RetailDataOperations,
  date: string,
  filters: IDataObject,
  before: Look | null,
  options: CallOptions,
): Promise<Look> {
  const { includeZeroStock } = filters;
  const query = {
    changedSince: date,
    productId: identifier('productId', filters.productId),
    ...(includeZeroStock === undefined
      ? {}
      : { includeZeroStock: flag('includeZeroStock', includeZeroStock) }),
  };
  const counted = before?.date === date && before.lastChange !== null ? before.count : 0;
  // A page that begins with the last row counted and ends with it says that there are no more.
  const page = counted === 0 ? { maxResults: 1 } : { start: counted - 1, maxResults: 2 };
  const { data, total } = await client.get('accumulatedStock', { ...query, ...page }, options);
  const [row, ...more] = data;
  if (total !== undefined) return { date, count: total, lastChange: null };
  if (counted > 0 && row !== undefined && more.length === 0) {
    return { date, count: counted, lastChange: changeOf(row) };
  }
  if (counted === 0 && row === undefined) return { date, count: 0, lastChange: null };
  let count = 0;
  let lastChange = '';
  for await (const batch of client.accumulatedStock(query, options).batches()) {
    count += batch.length;
    const last = batch.at(-1);
    if (last !== undefined) lastChange = changeOf(last);
  }
  return { date, count, lastChange };
}

function changeOf({ updatedDate, updatedTime }: { updatedDate: string; updatedTime: string }): string {
  return `${updatedDate} ${updatedTime}`;
}

/** The sales of the date, counted: what a total means is not stated, and only the rows say when they changed. */
async function salesOf(
  client: RetailDataOperations,
  date: string,
  filters: IDataObject,
  options: CallOptions,
): Promise<Look> {
  const sales = client.dailySales(
    {
      fromSalesDate: date,
      toSalesDate: date,
      productId: identifier('productId', filters.productId),
      ...storeRange(filters),
      vendorId: identifier('vendorId', filters.vendorId),
      wholesalerId: identifier('wholesalerId', filters.wholesalerId),
    },
    options,
  );
  let count = 0;
  let lastChange = '';
  for await (const batch of sales.batches()) {
    count += batch.length;
    for (const { lastChangedDate, lastChangedTime } of batch) {
      const change = `${lastChangedDate} ${lastChangedTime}`;
      if (change > lastChange) lastChange = change;
    }
  }
  return { date, count, lastChange };
}

/** The service named no store at all, which no chain is like. */
export class NoStoresError extends Error {
  override readonly name = 'NoStoresError';
  readonly description = 'Nothing was fired and nothing noted; the next poll asks again.';

  constructor() {
    super('The service answered without any store, although no filter is set.');
  }
}

/**
 * The stores of the filters that changed since a day (yyyy-MM-dd), or all of them.
 * @throws NoStoresError when there is none and nothing explains it.
 */
export async function askForStores(context: IPollFunctions, changedSince?: string): Promise<Store[]> {
  const client = await openClient(context);
  const query = { ...storesQueryOf(filtersOf(context)), changedSince };
  const stores = await client.stores(query, withinPoll(context, 1));
  if (stores.length === 0 && Object.values(query).every((value) => value === undefined)) {
    throw new NoStoresError();
  }
  return stores;
}

export function storesQueryOf(filters: IDataObject): StoresQuery {
  return {
    storeId: identifier('storeId', filters.storeId),
    storeNameContains: text(filters.storeNameContains) || undefined,
  };
}

export function filtersOf(context: IPollFunctions): IDataObject {
  const filters: unknown = context.getNodeParameter('filters', {});
  return typeof filters === 'object' && filters !== null ? Object.fromEntries(Object.entries(filters)) : {};
}

/** Asked once: the next poll is the repetition. */
function withinPoll(context: IPollFunctions, calls: number): CallOptions {
  const deadlineMs = Math.floor((context.getPollBudgetMs?.() ?? POLL_MS) / calls);
  return { maxRetries: 0, deadlineMs, timeoutMs: deadlineMs };
}
