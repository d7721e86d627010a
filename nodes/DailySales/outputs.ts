import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { groupIntoDays, type RetailDataClient, type RowStream, type SalesRow } from 'retail-data-client';
import { readFileChoice, readGroup, type SalesRequest } from './request.ts';
import { salesFileName, writeSalesFile } from './salesFile.ts';
import { addUp } from './totals.ts';

/** Pages of a read that may end early, in rows, when no page size is set: it should not fetch a million to give 50. */
const EARLY_END_PAGE = 10_000;

/** Reads the sales and gives them in the form asked for. */
export async function salesItems(
  context: IExecuteFunctions,
  itemIndex: number,
  client: RetailDataClient,
  request: SalesRequest,
): Promise<INodeExecutionData[]> {
  const { filter, limit, read, output, dates } = request;
  switch (output) {
    case 'rows':
      return rowItems(client.dailySales(filter, { ...read, limit }));
    case 'stores':
      return storeItems(client.dailySales(filter, pagedFor(request)), limit);
    case 'days':
      return dayItems(client.dailySales(filter, pagedFor(request)), limit);
    case 'totals': {
      const totals = await addUp(client.dailySales(filter, read), readGroup(context, itemIndex));
      return totals.map((json) => ({ json }));
    }
    case 'file': {
      const { format, style, binaryProperty } = readFileChoice(context, itemIndex);
      const file = await writeSalesFile(client.dailySales(filter, read), format, style);
      const fileName = salesFileName(dates.from, dates.to, file.extension);
      const binary = await context.helpers.prepareBinaryData(file.content, fileName, file.mimeType);
      return [
        {
          json: { rows: file.rows, fileName, from: dates.from ?? null, to: dates.to ?? null },
          binary: { [binaryProperty]: binary },
        },
      ];
    }
  }
}

function pagedFor({ read, limit }: SalesRequest) {
  return limit === undefined ? read : { ...read, pageSize: read.pageSize ?? EARLY_END_PAGE };
}

async function rowItems(sales: RowStream<SalesRow>): Promise<INodeExecutionData[]> {
  const items: INodeExecutionData[] = [];
  for await (const batch of sales) for (const row of batch) items.push({ json: { ...row } });
  return items;
}

/** One item per store and day, each whole: the limit counts items, not sales. */
async function storeItems(
  sales: RowStream<SalesRow>,
  limit: number | undefined,
): Promise<INodeExecutionData[]> {
  const items: INodeExecutionData[] = [];
  for await (const { salesDate, storeSales } of groupIntoDays(sales)) {
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
  for await (const { salesDate, storeSales } of groupIntoDays(sales)) {
    items.push({ json: { salesDate, storeSales } });
    if (items.length === limit) return items;
  }
  return items;
}
