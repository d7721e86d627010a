import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { CallOptions, RetailDataOperations, Store, StoresQuery } from 'retail-data-client/portable';
import { openClient, SALES_PER_PAGE } from '../service/client.ts';
import { nodeClock } from '../service/clock.ts';
import { flag, identifier, text } from '../service/inputs.ts';
import { storeRange } from '../service/storeRange.ts';
import type { DailyEvent, Look } from './days.ts';

/** Less than n8n gives a poll that is alone, and than the pause during which no other poll asks. */
const POLL_MS = 4 * 60_000;

/** When a poll that begins now has to be at its end. */
export function deadlineOf(context: IPollFunctions): number {
  return nodeClock.now() + Math.min(context.getPollBudgetMs?.() ?? POLL_MS, POLL_MS);
}

/** What the service has of a date. @throws PageDriftError when it changes meanwhile. */
export type LookAt = (date: string) => Promise<Look>;

/** Looks that end before `deadline`, in milliseconds since 1970. */
export async function openLooks(
  context: IPollFunctions,
  event: DailyEvent,
  deadline: number,
): Promise<LookAt> {
  const client = await openClient(context);
  const filters = filtersOf(context);
  const lookAt = event === 'stockUpdated' ? stockOf : salesOf;
  return (date) => lookAt(client, date, filters, until(deadline));
}

/** One call where the service gives a total; otherwise the list is counted. */
async function stockOf(
  client: RetailDataOperations,
  date: string,
  filters: IDataObject,
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
  const { data, total } = await client.get('accumulatedStock', { ...query, maxResults: 1 }, options);
  const count = data.length === 0 ? 0 : total;
  if (count !== undefined) return { date, count, lastChange: null };
  return counted(date, client.accumulatedStock(query, options).batches(), (row) =>
    changeOf(row.updatedDate, row.updatedTime),
  );
}

/** The sales of the date, counted: what a total means is not stated, and only the rows say when they changed. */
function salesOf(
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
    { ...options, pageSize: SALES_PER_PAGE },
  );
  return counted(date, sales.batches(), (row) => changeOf(row.lastChangedDate, row.lastChangedTime));
}

function changeOf(date: string, time: string): string {
  return `${date} ${time}`;
}

async function counted<Row>(
  date: string,
  batches: AsyncIterable<readonly Row[]>,
  changeOfRow: (row: Row) => string,
): Promise<Look> {
  let count = 0;
  let lastChange = '';
  for await (const batch of batches) {
    count += batch.length;
    for (const row of batch) {
      const change = changeOfRow(row);
      if (change > lastChange) lastChange = change;
    }
  }
  return { date, count, lastChange };
}

/** The service gave no store at all, which no chain is like. */
export class NoStoresError extends Error {
  override readonly name = 'NoStoresError';
  readonly description = 'The workflow was not started. The next poll asks again.';

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
  const stores = await client.stores(query, until(deadlineOf(context)));
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
function until(deadline: number): CallOptions {
  const deadlineMs = Math.max(1, deadline - nodeClock.now());
  return { maxRetries: 0, deadlineMs, timeoutMs: deadlineMs };
}
