import type { RetailDataOperations } from 'retail-data-client/client/client';
import type { CallOptions } from 'retail-data-client/http/request';
import { toMillilitres } from 'retail-data-client/litres';
import type { SalesRow } from 'retail-data-client/operations/salesRow';
import { keyIn } from '../../figures/rows.ts';
import { isPicked, type Picked } from '../../parse/selection.ts';
import { isAsked } from '../../text/dayRange.ts';
import { fromMillionths, numberOf, toMillionths } from '../../text/numbers.ts';
import type { PairPart, SalesFigures, SalesGroupSum, SalesSumsQuestion } from '../reader.ts';
import { NO_SALES, type StoredSums } from '../sums.ts';

/** Sums that were fetched from the service for one question. */
export interface LiveSums extends StoredSums {
  /** The first day with a row of the question, whether or not its weekday is asked about; undefined without any. */
  readonly firstSold: string | undefined;
  /** Days with any row; undefined for a question of one product or store, whose rows don't show other sales. */
  readonly daysSold: ReadonlySet<string> | undefined;
}

/**
 * Fetches the sums of a range that isn't stored, in the shape that the database gives (interface:
 * "GET daily-sales-per-store"). The service filters by one product or store; several are filtered here.
 * @throws RetailDataError
 */
export async function readSalesLive(
  client: Pick<RetailDataOperations, 'dailySales'>,
  question: SalesSumsQuestion,
  limits: Pick<CallOptions, 'signal' | 'deadlineMs'> = {},
): Promise<LiveSums> {
  const product = onlyNumber(question.picked?.product);
  const store = onlyNumber(question.picked?.store);
  const read = client.dailySales(
    {
      fromSalesDate: question.from,
      toSalesDate: question.to,
      productId: product,
      fromStoreId: store,
      toStoreId: store,
    },
    limits,
  );
  const isProduct = isPicked(question.picked?.product);
  const isStore = isPicked(question.picked?.store);
  const total: Sum = { ...NO_SALES };
  const groups = new Map<string, Sum>();
  const [products, stores, days] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const daysSold = new Set<string>();
  let day: string | undefined;
  let firstSold: string | undefined;
  for await (const batch of read.batches()) {
    for (const row of batch) {
      const isOfQuestion = isProduct(row.productId) && isStore(row.storeId);
      if (isOfQuestion && (firstSold === undefined || row.salesDate < firstSold)) firstSold = row.salesDate;
      if (!isAsked(row.salesDate, question)) continue;
      // Rows come day by day, so add each day once, not once per row.
      if (row.salesDate !== day) {
        day = row.salesDate;
        daysSold.add(day);
      }
      if (!isOfQuestion) continue;
      const [millilitres, quantity] = [toMillilitres(row.salesVolume), toMillionths(row.salesQuantity)];
      addTo(total, millilitres, quantity);
      addTo(sumOf(groups, keyOf(question, row)), millilitres, quantity);
      products.add(row.productId);
      stores.add(row.storeId);
      days.add(row.salesDate);
    }
  }
  const found: SalesGroupSum[] = [...groups].map(([key, sum]) => ({
    ...(question.by.length === 1 ? { key } : keysIn(key)),
    ...figuresOf(sum),
  }));
  const totals = { ...figuresOf(total), products: products.size, stores: stores.size, days: days.size };
  return {
    totals,
    groups: found,
    firstSold,
    daysSold: product === undefined && store === undefined ? daysSold : undefined,
  };
}

function onlyNumber(picked: Picked | undefined): number | undefined {
  const [id, second] = picked?.isLeftOut === false ? picked.ids : [];
  return id === undefined || second !== undefined ? undefined : (numberOf(id) ?? undefined);
}

function keyOf({ by }: SalesSumsQuestion, row: SalesRow): string {
  return by.length === 1 ? partKey(by[0], row) : JSON.stringify(by.map((part) => partKey(part, row)));
}

function partKey(part: PairPart, row: SalesRow): string {
  if (part === 'product') return row.productId;
  return part === 'store' ? row.storeId : keyIn(part, row.salesDate);
}

function keysIn(keys: string): { readonly key: string; readonly second: string } {
  const [key = '', second = '']: string[] = JSON.parse(keys);
  return { key, second };
}

/** A running sum; quantities in millionths of an item, so that sums are exact. */
type Sum = { -readonly [Figure in keyof SalesFigures]: SalesFigures[Figure] };

function addTo(sum: Sum, millilitres: number, quantity: number): void {
  sum.rows += 1;
  sum.millilitres += millilitres;
  sum.quantity += quantity;
  sum.returnedMillilitres += Math.max(0, -millilitres);
  sum.returnedQuantity += Math.max(0, -quantity);
}

function sumOf(groups: Map<string, Sum>, key: string): Sum {
  const known = groups.get(key);
  if (known !== undefined) return known;
  const sum: Sum = { ...NO_SALES };
  groups.set(key, sum);
  return sum;
}

function figuresOf(sum: Sum): SalesFigures {
  return {
    ...sum,
    quantity: fromMillionths(sum.quantity),
    returnedQuantity: fromMillionths(sum.returnedQuantity),
  };
}
