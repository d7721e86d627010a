import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { groupIntoDays } from 'retail-data-client/operations/salesRow';
import {
  InvalidInputError,
  type ProductSale,
  type RowStream,
  type SalesRow,
} from 'retail-data-client/portable';
import type { Item } from '../service/item.ts';
import { readGroups, type SalesRequest } from './request.ts';
import { fileItem } from './salesFile.ts';
import type { SalesReader } from './salesReader.ts';
import { addUp } from './totals.ts';

/** What comes out for one item, and what has to be said of it. */
export interface SalesOutput {
  readonly items: INodeExecutionData[];
  readonly note?: string;
}

/** Reads the sales and gives them in the form asked for. */
export async function salesForWorkflow(
  item: Item,
  reader: SalesReader,
  request: SalesRequest,
): Promise<SalesOutput> {
  const { limit, read, output } = request;
  switch (output) {
    case 'rows':
      return { items: await rowItems(reader.sales({ ...read, limit })) };
    case 'stores':
    case 'days':
      return { items: await dayItems(reader.sales(), output, limit) };
    case 'totals': {
      const totals = await addUp(reader.sales().batches(), readGroups(item));
      return { items: totals.map((total) => ({ json: { ...total } })) };
    }
    case 'file':
      return { items: await fileItem(item, reader, request) };
  }
}

/** With more, n8n runs out of memory, or stores and shows the run no more. */
const MOST_ROW_ITEMS = 100_000;

async function rowItems(sales: RowStream<SalesRow>): Promise<INodeExecutionData[]> {
  const items: INodeExecutionData[] = [];
  for await (const batch of sales.batches()) {
    if (items.length + batch.length > MOST_ROW_ITEMS) {
      throw new InvalidInputError({
        field: 'output',
        value: 'One Item per Sale',
        expected:
          "'File', 'Totals', 'One Item per Day' or 'One Item per Store and Day', because there are more than 100,000 sales. Or choose fewer dates, or a 'Limit' of at most 100,000",
      });
    }
    for (const row of batch) items.push({ json: { ...row } });
  }
  return items;
}

async function dayItems(
  sales: RowStream<SalesRow>,
  output: 'days' | 'stores',
  limit: number | undefined,
): Promise<INodeExecutionData[]> {
  const items: INodeExecutionData[] = [];
  for await (const json of dayRecords(sales.batches(), output)) {
    items.push({ json });
    if (items.length === limit) break;
  }
  return items;
}

/** A record per day, or per store and day, each whole. `view` is what is given of a sale; all of it without one. */
export async function* dayRecords(
  batches: AsyncIterable<readonly SalesRow[]>,
  output: 'days' | 'stores',
  view?: (sale: ProductSale) => Partial<ProductSale>,
): AsyncGenerator<IDataObject, void, undefined> {
  for await (const { salesDate, storeSales } of groupIntoDays(batches)) {
    const stores = view
      ? storeSales.map(({ storeId, sales }) => ({ storeId, sales: sales.map(view) }))
      : storeSales;
    if (output === 'days') yield { salesDate, storeSales: stores };
    else for (const store of stores) yield { salesDate, ...store };
  }
}
