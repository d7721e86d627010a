import { isoWeekOf, type RetailDataClient, type SalesRow, toMillilitres } from 'retail-data-client/core';
import { numberOf } from '../text/idNumbers.ts';
import { addTo, emptySum, fromMillionths, type Sum, toMillionths } from './dayRows.ts';
import type { SalesFigures, SalesGroupSum, SalesSumsQuestion } from './reader.ts';
import { arranged, type HeldSums } from './sums.ts';

export interface LiveOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told how many rows have come, after each piece of them. */
  readonly onRows?: ((rows: number) => void) | undefined;
}

/**
 * The sums of a range that is not held, asked from the service now, in the shape in which the warehouse gives them
 * (interface: "GET daily-sales-per-store"). One product or store is asked for alone; of several, rows are chosen here.
 * @throws RetailDataError
 */
export async function readSalesLive(
  client: RetailDataClient,
  question: SalesSumsQuestion,
  { signal, onRows }: LiveOptions = {},
): Promise<HeldSums> {
  const product = onlyNumber(question.productIds);
  const store = onlyNumber(question.storeIds);
  const read = client.dailySales(
    {
      fromSalesDate: question.from,
      toSalesDate: question.to,
      productId: product,
      fromStoreId: store,
      toStoreId: store,
    },
    { signal },
  );
  const isProduct = chosen(question.productIds);
  const isStore = chosen(question.storeIds);
  const total = emptySum();
  const groups = new Map<string, Sum>();
  const [products, stores, days] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let received = 0;
  for await (const batch of read.batches()) {
    for (const row of batch) {
      if (!isProduct(row.productId) || !isStore(row.storeId)) continue;
      const entry = {
        product: 0,
        store: 0,
        millilitres: toMillilitres(row.salesVolume),
        quantity: toMillionths(row.salesQuantity),
      };
      addTo(total, entry);
      const key = keyOf(question, row);
      if (key !== undefined) addTo(sumOf(groups, key), entry);
      products.add(row.productId);
      stores.add(row.storeId);
      days.add(row.salesDate);
    }
    received += batch.length;
    onRows?.(received);
  }
  const sums: SalesGroupSum[] = [...groups].map(([key, sum]) => ({ key, ...figuresOf(sum) }));
  const totals = { ...figuresOf(total), products: products.size, stores: stores.size, days: days.size };
  return { totals, ...arranged(sums, question) };
}

function onlyNumber(ids: readonly string[] | undefined): number | undefined {
  const [id] = ids ?? [];
  return id === undefined || ids?.length !== 1 ? undefined : (numberOf(id) ?? undefined);
}

/** Whether an id is among those asked for, with or without leading zeros. */
function chosen(ids: readonly string[] | undefined): (id: string) => boolean {
  if (ids === undefined) return () => true;
  const wanted = new Set<number | string>(ids.map((id) => numberOf(id) ?? id));
  return (id) => wanted.has(numberOf(id) ?? id);
}

function keyOf({ by }: SalesSumsQuestion, row: SalesRow): string | undefined {
  switch (by) {
    case 'total':
      return undefined;
    case 'product':
      return row.productId;
    case 'store':
      return row.storeId;
    case 'day':
      return row.salesDate;
    case 'week':
      return isoWeekOf(row.salesDate);
  }
}

function sumOf(groups: Map<string, Sum>, key: string): Sum {
  const known = groups.get(key);
  if (known !== undefined) return known;
  const sum = emptySum();
  groups.set(key, sum);
  return sum;
}

function figuresOf(sum: Sum): SalesFigures {
  return {
    rows: sum.rows,
    millilitres: sum.millilitres,
    quantity: fromMillionths(sum.quantity),
    returnedMillilitres: sum.returnedMillilitres,
    returnedQuantity: fromMillionths(sum.returnedQuantity),
  };
}
