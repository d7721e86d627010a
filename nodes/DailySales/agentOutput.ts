import type { IDataObject } from 'n8n-workflow';
import { toLitres, toMillilitres } from 'retail-data-client/litres';
import type { ProductSale, SalesRow } from 'retail-data-client/portable';
import { AGENT_ROWS, agentItems, agentLimit } from '../service/agent.ts';
import type { Item } from '../service/item.ts';
import { dayRecords, type SalesOutput } from './outputs.ts';
import { readGroups, type SalesRequest } from './request.ts';
import { fileItem } from './salesFile.ts';
import type { SalesReader } from './salesReader.ts';
import { addUp, isTime, roundedQuantity, type Total } from './totals.ts';

/**
 * The sales for an agent: few, without the times of change, and a note of what was cut. A cut that goes unsaid would be
 * added up as if it were everything.
 */
export async function salesForAgent(
  item: Item,
  reader: SalesReader,
  request: SalesRequest,
): Promise<SalesOutput> {
  switch (request.output) {
    case 'file': {
      const items = await fileItem(item, reader, request);
      return { items, note: 'The file is attached to this result; its content cannot be read here.' };
    }
    case 'totals': {
      const groups = readGroups(item);
      const totals = await addUp(reader.sales().batches(), groups);
      // The first group orders them: two by store and week are no story in time.
      return groups.slice(0, 1).some(isTime) ? latest(totals) : largest(totals);
    }
    default:
      return firstSales(reader, request);
  }
}

async function firstSales(reader: SalesReader, { read, output, limit }: SalesRequest): Promise<SalesOutput> {
  const most = output === 'rows' ? agentLimit(limit) : AGENT_ROWS;
  // One more than is given tells whether there is more.
  const sales = await reader.sales({ ...read, limit: most + 1 }).toArray();
  const isCut = sales.length > most;
  const first = sales.slice(0, most);
  if (output === 'rows') {
    const rows = first.map(({ salesDate, storeId, ...row }) => ({ salesDate, storeId, ...lean(row) }));
    return { items: agentItems(rows, []), ...(isCut ? { note: cutNote(`${most} sales`) } : {}) };
  }
  const records: IDataObject[] = [];
  for await (const record of dayRecords(oneBatch(first), output === 'days' ? 'days' : 'stores', lean))
    records.push(record);
  const items = agentItems(records.slice(0, limit), []);
  if (items.length < records.length) return { items, note: cutNote(`${items.length} items`) };
  return { items, ...(isCut ? { note: cutNote(`${most} sales, the last item in part,`) } : {}) };
}

async function* oneBatch(sales: readonly SalesRow[]) {
  yield sales;
}

function cutNote(first: string): string {
  return `Only the first ${first} are given here; there are more. Do not add these up: for sums set 'Output' to 'Totals', or narrow the dates, stores or product.`;
}

/** A sale without the time of its last change. */
function lean({ productId, salesVolume, salesQuantity }: Omit<ProductSale, 'lastChanged'>) {
  return { productId, salesVolume, salesQuantity };
}

/** The largest by litres, and what the others add up to. */
function largest(totals: readonly Total[]): SalesOutput {
  const sorted = [...totals].sort((one, other) => other.salesVolume - one.salesVolume);
  return cutTotals(sorted.slice(0, AGENT_ROWS), 'largest by litres', sorted.slice(AGENT_ROWS));
}

/** The latest days, weeks or months, in order of time. */
function latest(totals: readonly Total[]): SalesOutput {
  return cutTotals(totals.slice(-AGENT_ROWS), 'latest', totals.slice(0, -AGENT_ROWS));
}

function cutTotals(shown: readonly Total[], which: string, others: readonly Total[]): SalesOutput {
  const items = agentItems(
    shown.map((total) => ({ ...total })),
    [],
  );
  if (others.length === 0) return { items };
  const litres = toLitres(others.reduce((sum, { salesVolume }) => sum + toMillilitres(salesVolume), 0));
  const quantity = roundedQuantity(others.reduce((sum, { salesQuantity }) => sum + salesQuantity, 0));
  const count = shown.length + others.length;
  return {
    items,
    note: `These are the ${shown.length} ${which} of ${count} totals; the other ${others.length} add up to ${litres} litres and ${quantity} units.`,
  };
}
