import { isoWeekOf, type RetailDataClient, toMillilitres } from 'retail-data-client';
import type { Group, SalesQuestion } from '../grammar/sales.ts';

/** Sums of one product, store, day or week. Volume is integer millilitres, so that sums are exact. */
export interface SalesGroup {
  readonly key: string;
  readonly millilitres: number;
  readonly quantity: number;
}

export interface SalesAnswer {
  readonly question: Extract<SalesQuestion, { kind: 'sales' }>;
  readonly rows: number;
  readonly millilitres: number;
  readonly quantity: number;
  readonly stores: number;
  readonly products: number;
  /** Days that have sales. */
  readonly days: number;
  /** By volume, largest first; days and weeks in their order. */
  readonly groups: readonly SalesGroup[];
}

/** Reads the sales from the service and sums them while they stream by. */
export async function answerSales(
  client: RetailDataClient,
  question: Extract<SalesQuestion, { kind: 'sales' }>,
): Promise<SalesAnswer> {
  const groups = new Map<string, { key: string; millilitres: number; quantity: number }>();
  const stores = new Set<string>();
  const products = new Set<string>();
  const days = new Set<string>();
  const total = { rows: 0, millilitres: 0, quantity: 0 };
  const storeNumber = question.storeId === undefined ? undefined : Number(question.storeId);

  const stream = client.dailySales({
    fromSalesDate: question.days.from,
    toSalesDate: question.days.to,
    productId: question.productId === undefined ? undefined : Number(question.productId),
    fromStoreId: storeNumber,
    toStoreId: storeNumber,
  });
  for await (const batch of stream) {
    for (const row of batch) {
      const key = keyOf(question.by, row);
      const group = groups.get(key) ?? { key, millilitres: 0, quantity: 0 };
      groups.set(key, group);
      const millilitres = toMillilitres(row.salesVolume);
      group.millilitres += millilitres;
      group.quantity += row.salesQuantity;
      total.rows += 1;
      total.millilitres += millilitres;
      total.quantity += row.salesQuantity;
      stores.add(row.storeId);
      products.add(row.productId);
      days.add(row.salesDate);
    }
  }
  const inTime = question.by === 'day' || question.by === 'week';
  const sorted = [...groups.values()].sort((a, b) =>
    inTime ? a.key.localeCompare(b.key) : b.millilitres - a.millilitres || a.key.localeCompare(b.key),
  );
  return {
    question,
    ...total,
    stores: stores.size,
    products: products.size,
    days: days.size,
    groups: sorted,
  };
}

function keyOf(by: Group, row: { salesDate: string; storeId: string; productId: string }): string {
  switch (by) {
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
