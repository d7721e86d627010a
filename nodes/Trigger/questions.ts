import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import {
  accumulatedStockOperation,
  type CallOptions,
  dailySalesOperation,
  flattenSales,
  type RetailDataClient,
  type Store,
  type StoresQuery,
} from 'retail-data-client/portable';
import { openClient } from '../service/client.ts';
import { flag, identifier, text } from '../service/inputs.ts';
import { storeRange } from '../service/storeRange.ts';
import type { DailyEvent, RowsOfDate } from './days.ts';

/** Asking once: the next poll is the repetition, and three calls an hour are all there are. */
const ONCE: CallOptions = { maxRetries: 0 };
/** What n8n gives a poll where it does not say; a poll that takes longer is overtaken by the next. */
const POLL_MS = 240_000;
const MOST_CALL_MS = 60_000;

/** Answers in the order of the dates, and why they end before the last date if they do. */
export interface Answers {
  readonly answers: readonly RowsOfDate[];
  readonly failure?: { readonly error: unknown };
}

/** Asks what the service has of each date with the smallest call that tells: one row of it. */
export async function askForDates(
  context: IPollFunctions,
  event: DailyEvent,
  dates: readonly string[],
): Promise<Answers> {
  const answers: RowsOfDate[] = [];
  try {
    const client = await openClient(context);
    const filters = filtersOf(context);
    const ask = event === 'stockUpdated' ? askForStock : askForSales;
    const options = withinPoll(context, dates.length);
    for (const date of dates) answers.push(await ask(client, date, filters, options));
    return { answers };
  } catch (error) {
    return { answers, failure: { error } };
  }
}

/** The service named no store at all, which no chain is like: remembering it would close every store. */
export class NoStoresError extends Error {
  override readonly name = 'NoStoresError';
  readonly description = 'Nothing was fired and nothing noted; the next poll asks again.';

  constructor() {
    super('The service answered without any store, although no filter is set.');
  }
}

/**
 * All stores of the filters.
 * @throws NoStoresError when there is none and no filter explains it.
 */
export async function askForStores(context: IPollFunctions): Promise<Store[]> {
  const client = await openClient(context);
  const query = storesQueryOf(filtersOf(context));
  const stores = await client.stores(query, withinPoll(context, 1));
  const isFiltered = query.storeId !== undefined || query.storeNameContains !== undefined;
  if (stores.length === 0 && !isFiltered) throw new NoStoresError();
  return stores;
}

function withinPoll(context: IPollFunctions, calls: number): CallOptions {
  const deadlineMs = Math.floor((context.getPollBudgetMs?.() ?? POLL_MS) / calls);
  return { ...ONCE, deadlineMs, timeoutMs: Math.min(MOST_CALL_MS, deadlineMs) };
}

async function askForStock(
  client: RetailDataClient,
  date: string,
  filters: IDataObject,
  options: CallOptions,
): Promise<RowsOfDate> {
  const { includeZeroStock } = filters;
  const { data, total } = await client.get(
    accumulatedStockOperation,
    {
      changedSince: date,
      maxResults: 1,
      productId: identifier('productId', filters.productId),
      ...(includeZeroStock === undefined
        ? {}
        : { includeZeroStock: flag('includeZeroStock', includeZeroStock) }),
    },
    options,
  );
  return { empty: data.length === 0, rows: total ?? null };
}

async function askForSales(
  client: RetailDataClient,
  date: string,
  filters: IDataObject,
  options: CallOptions,
): Promise<RowsOfDate> {
  const { data, total } = await client.get(
    dailySalesOperation,
    {
      fromSalesDate: date,
      toSalesDate: date,
      maxResults: 1,
      productId: identifier('productId', filters.productId),
      ...storeRange(filters),
      vendorId: identifier('vendorId', filters.vendorId),
      wholesalerId: identifier('wholesalerId', filters.wholesalerId),
    },
    options,
  );
  return { empty: flattenSales(data).length === 0, rows: total ?? null };
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
