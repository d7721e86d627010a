import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { toMillilitres } from 'retail-data-client/litres';
import {
  type CallOptions,
  type ReadOptions,
  type Store,
  type StoresQuery,
  UnexpectedResponseError,
} from 'retail-data-client/portable';
import { openClient, SALES_PER_PAGE } from '../service/client.ts';
import { nodeClock } from '../service/context.ts';
import { checkedFilters } from '../service/filters.ts';
import { flag, identifier, text } from '../service/inputs.ts';
import { salesFilter } from '../service/salesFilter.ts';
import type { DailyEvent } from './days.ts';
import type { Look } from './settled.ts';

/** What the service has of a date. @throws PageDriftError when it changes meanwhile. */
export type LookAt = (date: string) => Promise<Look>;

/**
 * Looks that end before `deadline`, in milliseconds since 1970. `onCalls` is told how many calls each of them took.
 * @throws InvalidInputError for a wrong filter or credential.
 */
export async function openLooks(
  context: IPollFunctions,
  event: DailyEvent,
  deadline: number,
  onCalls: (calls: number) => void = () => {},
): Promise<LookAt> {
  const client = await openClient(context);
  const options = (): ReadOptions => ({ ...until(deadline), onProgress: ({ pages }) => onCalls(pages) });
  const { productId, includeZeroStock, ...filters } = filtersOf(context);
  const product = { productId: identifier('productId', productId) };
  if (event === 'stockUpdated') {
    const zero =
      includeZeroStock === undefined ? {} : { includeZeroStock: flag('includeZeroStock', includeZeroStock) };
    return (date) => {
      const stock = client.accumulatedStock({ changedSince: date, ...product, ...zero }, options());
      return added(date, stock.batches(), (row) => ({
        amounts: [row.stock, row.numberOfStoresWithStock],
        change: `${row.updatedDate} ${row.updatedTime}`,
      }));
    };
  }
  const filter = { ...product, ...salesFilter(filters) };
  return (date) => {
    const dates = { fromSalesDate: date, toSalesDate: date };
    const sales = client.dailySales({ ...dates, ...filter }, { ...options(), pageSize: SALES_PER_PAGE });
    return added(date, sales.batches(), (row) => ({
      amounts: [toMillilitres(row.salesVolume), row.salesQuantity],
      change: `${row.lastChangedDate} ${row.lastChangedTime}`,
    }));
  };
}

/** The rows are read, whatever total the service names: only they show what a correction changed, and when. */
async function added<Row>(
  date: string,
  batches: AsyncIterable<readonly Row[]>,
  read: (row: Row) => { readonly amounts: readonly [number, number]; readonly change: string },
): Promise<Look> {
  let count = 0;
  let lastChange = '';
  const sums: [number, number] = [0, 0];
  for await (const batch of batches) {
    count += batch.length;
    for (const row of batch) {
      const { amounts, change } = read(row);
      sums[0] += amounts[0];
      sums[1] += amounts[1];
      if (change > lastChange) lastChange = change;
    }
  }
  return { date, count, sums: sums.join(' '), lastChange };
}

/**
 * The stores of the filters that changed since a day (yyyy-MM-dd), or all of them.
 * @throws UnexpectedResponseError when there is none at all, which no chain is like.
 */
export async function askForStores(
  context: IPollFunctions,
  deadline: number,
  changedSince?: string,
): Promise<Store[]> {
  const client = await openClient(context);
  const query = { ...storesQueryOf(filtersOf(context)), changedSince };
  const stores = await client.stores(query, until(deadline));
  if (stores.length === 0 && Object.values(query).every((value) => value === undefined)) {
    throw new UnexpectedResponseError(
      'The service answered without any store, although no filter is set.',
      'The workflow was not started. The next poll asks again.',
    );
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
  const given = typeof filters === 'object' && filters !== null ? Object.entries(filters) : [];
  return checkedFilters(context, Object.fromEntries(given));
}

/** Asked once: the next poll is the repetition. */
function until(deadline: number): CallOptions {
  const deadlineMs = Math.max(1, deadline - nodeClock.now());
  return { maxRetries: 0, deadlineMs, timeoutMs: deadlineMs };
}
