import type { INodeExecutionData } from 'n8n-workflow';
import { groupIntoDays } from 'retail-data-client/operations/salesRow';
import { InvalidInputError, type RowStream, type SalesRow } from 'retail-data-client/portable';
import type { Item } from '../service/item.ts';
import { readFileChoice, readGroups, type SalesRequest } from './request.ts';
import { SalesFile, salesFileName } from './salesFile.ts';
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
  return { items: await itemsOf(item, reader, request) };
}

async function itemsOf(
  item: Item,
  reader: SalesReader,
  request: SalesRequest,
): Promise<INodeExecutionData[]> {
  const { limit, read, output } = request;
  switch (output) {
    case 'rows':
      return rowItems(reader.sales({ ...read, limit }));
    case 'stores':
      return storeItems(reader.sales(), limit);
    case 'days':
      return dayItems(reader.sales(), limit);
    case 'totals': {
      const totals = await addUp(reader.sales().batches(), readGroups(item));
      return totals.map((total) => ({ json: { ...total } }));
    }
    case 'file':
      return fileItem(item, reader, request);
  }
}

/** One item with the sales as a file in it. */
export async function fileItem(
  item: Item,
  reader: SalesReader,
  { dates }: SalesRequest,
): Promise<INodeExecutionData[]> {
  const { format, style, binaryProperty } = readFileChoice(item.options);
  const file = new SalesFile(format, style);
  const fileName = salesFileName(dates.from, dates.to, format);
  const parts: Buffer[] = [];
  for await (const part of file.write(reader.sales().batches())) parts.push(part);
  const binary = await item.context.helpers.prepareBinaryData(Buffer.concat(parts), fileName, file.mimeType);
  return [
    {
      json: { rows: file.rows, fileName, from: dates.from ?? null, to: dates.to ?? null },
      binary: { [binaryProperty]: binary },
    },
  ];
}

async function rowItems(sales: RowStream<SalesRow>): Promise<INodeExecutionData[]> {
  const items: INodeExecutionData[] = [];
  for await (const batch of sales.batches()) {
    if (items.length + batch.length > MOST_ROW_ITEMS) throw tooManyItems();
    for (const row of batch) items.push({ json: { ...row } });
  }
  return items;
}

/** With more, n8n runs out of memory, or stores and shows the run no more. */
const MOST_ROW_ITEMS = 100_000;

function tooManyItems(): InvalidInputError {
  return new InvalidInputError({
    field: 'output',
    value: 'One Item per Sale',
    expected:
      "'File', 'Totals', 'One Item per Day' or 'One Item per Store and Day', because there are more than 100,000 sales. Or choose fewer dates, or a 'Limit' of at most 100,000",
  });
}

/** One item per store and day, each whole: the limit counts items, not sales. */
async function storeItems(
  sales: RowStream<SalesRow>,
  limit: number | undefined,
): Promise<INodeExecutionData[]> {
  const items: INodeExecutionData[] = [];
  for await (const { salesDate, storeSales } of groupIntoDays(sales.batches())) {
    for (const store of storeSales) {
      items.push({ json: { salesDate, storeId: store.storeId, sales: store.sales } });
      if (items.length === limit) return items;
    }
  }
  return items;
}

async function dayItems(
  sales: RowStream<SalesRow>,
  limit: number | undefined,
): Promise<INodeExecutionData[]> {
  const items: INodeExecutionData[] = [];
  for await (const { salesDate, storeSales } of groupIntoDays(sales.batches())) {
    items.push({ json: { salesDate, storeSales } });
    if (items.length === limit) return items;
  }
  return items;
}
