import type { IDataObject } from 'n8n-workflow';
import {
  accumulatedStockOperation,
  type CallOptions,
  dailySalesOperation,
  flattenSales,
  type RetailDataClient,
  type StoresQuery,
} from 'retail-data-client';
import { flag, identifier, text } from '../service/inputs.ts';
import type { DailyEvent, RowsOfDate } from './days.ts';

/** One row is quickly there; a poll that takes long is overtaken by the next. */
const QUICK: CallOptions = { timeoutMs: 60_000 };

/** Asks what the service has of a date with the smallest call that tells: one row of it. */
export function askForDate(
  client: RetailDataClient,
  event: DailyEvent,
  date: string,
  filters: IDataObject,
): Promise<RowsOfDate> {
  return event === 'stockUpdated' ? askForStock(client, date, filters) : askForSales(client, date, filters);
}

async function askForStock(
  client: RetailDataClient,
  date: string,
  filters: IDataObject,
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
    QUICK,
  );
  return { empty: data.length === 0, rows: total ?? null };
}

async function askForSales(
  client: RetailDataClient,
  date: string,
  filters: IDataObject,
): Promise<RowsOfDate> {
  const { data, total } = await client.get(
    dailySalesOperation,
    {
      fromSalesDate: date,
      toSalesDate: date,
      maxResults: 1,
      productId: identifier('productId', filters.productId),
      fromStoreId: identifier('fromStoreId', filters.fromStoreId),
      toStoreId: identifier('toStoreId', filters.toStoreId),
      vendorId: identifier('vendorId', filters.vendorId),
      wholesalerId: identifier('wholesalerId', filters.wholesalerId),
    },
    QUICK,
  );
  return { empty: flattenSales(data).length === 0, rows: total ?? null };
}

export function storesQueryOf(filters: IDataObject): StoresQuery {
  return {
    storeId: identifier('storeId', filters.storeId),
    storeNameContains: text(filters.storeNameContains) || undefined,
  };
}
