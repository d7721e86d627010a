import { dateOf, dayOf } from '../../calendar/openDays.ts';
import { valueAt } from '../../errors/valueAt.ts';
import { accumulatedStockOperation } from '../../operations/accumulatedStock.ts';
import { dailySalesOperation } from '../../operations/dailySales.ts';
import { storesOperation } from '../../operations/stores.ts';
import { describeFields, type Row } from './describe.ts';
import type { Operation, Query, Survey } from './survey.ts';

const STORES = flat(storesOperation, 'storeId');
const STOCK = flat(accumulatedStockOperation, 'productId');
const SALES: Operation = {
  ...dailySalesOperation,
  ids: ['salesDate', 'storeId', 'productId'],
  rowsOf: (records) =>
    records.flatMap((record) => {
      const { storeSales, ...day } = fieldsOf(record);
      return listOf(storeSales).flatMap((entry) => {
        const { sales, ...store } = fieldsOf(entry);
        return listOf(sales).map((sale) => ({ ...day, ...store, ...fieldsOf(sale) }));
      });
    }),
};

function flat(operation: Omit<Operation, 'ids' | 'rowsOf'>, id: string): Operation {
  return { ...operation, ids: [id], rowsOf: (records) => records.map(fieldsOf) };
}

function fieldsOf(value: unknown): Row {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const SALES_DAYS = 14;
/** About 1.2 MB of sales; what a service allows in one answer shows here. */
const LARGE = '10000';
const PAGE = '20';
/** One more than the default of daily sales (interface: "Limits"). */
const TOO_LARGE = '1048576';

/** Asks what the interface leaves unsaid of the operations that read. `today` is the service's day, yyyy-MM-dd. */
export async function askEverything(survey: Survey, today: string): Promise<void> {
  await askStores(survey);
  await askSales(survey, dateOf(dayOf(today) - SALES_DAYS));
  await askStock(survey);
}

/** A first answer, which the further ones of its operation are compared with. */
interface Whole {
  readonly survey: Survey;
  readonly operation: Operation;
  readonly query: Query;
  readonly rows: readonly Row[];
  readonly first: Row;
}

/** Undefined when there is nothing to compare with. */
async function askWhole(
  survey: Survey,
  title: string,
  operation: Operation,
  query: Query,
): Promise<Whole | undefined> {
  const rows = await survey.ask(title, operation, query);
  const first = rows?.[0];
  if (rows === undefined || first === undefined) return undefined;
  for (const line of describeFields(rows)) survey.note(line);
  return { survey, operation, query, rows, first };
}

async function askStores(survey: Survey): Promise<void> {
  const stores = await askWhole(survey, 'All stores', STORES, {});
  if (stores === undefined) return;
  const { storeId, storeName } = stores.first;
  await survey.ask('A wrong key', STORES, { storeId: numberIn(storeId) }, 'wrong');
  await askChangedSince(stores);
  const padded = stores.rows.find((store) => /^0+[1-9]/.test(String(store.storeId))) ?? stores.first;
  const byNumber = { storeId: numberIn(padded.storeId) };
  await askFilter(stores, `The store ${padded.storeId}`, byNumber, (store) => store === padded);
  const capitals = String(storeName).toUpperCase();
  await askFilter(stores, 'A name in capitals', { storeNameContains: capitals }, (store) =>
    String(store.storeName).toUpperCase().includes(capitals),
  );
}

async function askSales(survey: Survey, fromSalesDate: string): Promise<void> {
  const title = `Sales of the last ${SALES_DAYS} days`;
  const sales = await askWhole(survey, title, SALES, { fromSalesDate, maxResults: LARGE });
  if (sales === undefined) return;
  const { salesDate, storeId, productId } = sales.first;
  await askPage(sales, 'A page from the middle', Math.floor(sales.rows.length / 2), PAGE);
  await askPage(sales, 'A page after the last row', sales.rows.length, LARGE);
  const day = { fromSalesDate: String(salesDate), toSalesDate: String(salesDate) };
  await askFilter(sales, 'One day', day, (sale) => sale.salesDate === salesDate);
  const store = { fromStoreId: numberIn(storeId), toStoreId: numberIn(storeId) };
  await askFilter(sales, 'One store', store, (sale) => sale.storeId === storeId);
  await askChangedSince(sales);
  await askOneProduct(sales, productId);
}

async function askStock(survey: Survey): Promise<void> {
  const stock = await askWhole(survey, 'All stock', STOCK, { includeZeroStock: 'true' });
  if (stock === undefined) return;
  if (survey.latest !== undefined) survey.findings.stock(survey.latest, stock.rows);
  await askChangedSince(stock);
  await askFilter(stock, 'Without stock 0', { includeZeroStock: 'false' }, (row) => row.stock !== 0);
  await askOneProduct(stock, stock.first.productId);
  await askPage(stock, 'A page from the middle', Math.floor(stock.rows.length / 2), PAGE);
  await askPage(stock, 'A page after the last row', stock.rows.length, LARGE);
}

/** Asks for a page of the whole, and notes where it begins and ends there. */
async function askPage(
  { survey, operation, query, rows }: Whole,
  title: string,
  start: number,
  maxResults: string,
): Promise<void> {
  const page = { ...query, start: String(start), maxResults };
  const came = await survey.ask(title, operation, page);
  const [first, last] = [came?.[0], came?.at(-1)];
  if (first === undefined || last === undefined) return;
  const keys = rows.map((row) => keyOf(operation, row));
  survey.findings.page(title, Math.min(Number(maxResults), rows.length - start), came?.length ?? 0);
  const [from, to] = [first, last].map((row) => keys.indexOf(keyOf(operation, row)) + 1 || 'unknown');
  survey.note(`These are rows ${from} to ${to} of the ${rows.length} in the first answer.`);
}

/** Narrows the whole by a filter, and notes how many of its rows came that should, and that should not. */
async function askFilter(
  { survey, operation, query, rows }: Whole,
  title: string,
  filter: Query,
  isExpected: (row: Row) => boolean,
): Promise<void> {
  const came = await survey.ask(title, operation, { ...query, ...filter });
  if (came === undefined) return;
  const keys = new Set(came.map((row) => keyOf(operation, row)));
  const isThere = (row: Row) => keys.has(keyOf(operation, row));
  const expected = rows.filter(isExpected);
  const found = expected.filter(isThere).length;
  const others = rows.filter((row) => isThere(row) && !isExpected(row)).length;
  survey.findings.filter(title, { expected: expected.length, found, others });
  survey.note(
    `Of the first answer's rows, ${expected.length} should come: ${found} came, and ${others} others.`,
  );
}

/** Asks for what changed since the last day of a change, to see whether that day is included. */
async function askChangedSince(whole: Whole): Promise<void> {
  const changedSince = whole.rows.map(changedOn).toSorted().at(-1) ?? '';
  if (changedSince === '') return;
  await askFilter(whole, 'Changed since a day', { changedSince }, (row) => changedOn(row) === changedSince);
}

async function askOneProduct(whole: Whole, productId: unknown): Promise<void> {
  const filter = { productId: numberIn(productId), maxResults: TOO_LARGE };
  await askFilter(whole, 'One product, and a large maxResults', filter, (row) => row.productId === productId);
}

/** yyyy-MM-dd; empty for a date in another form, which can't be asked for. */
function changedOn(row: Row): string {
  const date = valueAt(row, ['lastChanged', 'date']) ?? row.updatedDate;
  return /^\d{4}-\d{2}-\d{2}/.exec(String(date))?.[0] ?? '';
}

/** An id as a filter takes it. */
function numberIn(id: unknown): string {
  return String(Number(id));
}

function keyOf({ ids }: Operation, row: Row): string {
  return ids.map((id) => String(row[id])).join(' ');
}
