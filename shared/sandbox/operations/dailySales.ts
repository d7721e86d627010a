import { type Day, dateOf } from '../calendar.ts';
import { Query, requireOrder } from '../parameters.ts';
import { lastSalesRefresh, latestSalesDay, oldestSalesDay } from '../refresh.ts';
import { jsonReply } from '../reply.ts';
import { type Sale, type SaleValue, valueAfterRefresh } from '../sales.ts';
import type { Service } from '../service.ts';
import type { Operation } from './operation.ts';

const PARAMETERS = [
  'fromSalesDate',
  'toSalesDate',
  'fromStoreId',
  'toStoreId',
  'productId',
  'vendorId',
  'wholesalerId',
  'changedSince',
  'maxResults',
  'start',
];
const DEFAULT_MAX_RESULTS = 1_048_575;
/** How far a query reaches back without fromSalesDate. */
const DEFAULT_DAYS = 90;

/** GET daily-sales-per-store. maxResults and start count sales occurrences, not days or stores. */
export const dailySales: Operation = {
  name: 'dailySales',
  method: 'GET',
  path: '/my-products/v0/daily-sales-per-store',
  answer(service, call) {
    const asked = readQuery(new Query(call.query, PARAMETERS));
    const limit = Math.min(asked.maxResults, service.settings.maxResultsCap);
    const page = pageOf(service, asked, limit);
    const total = service.settings.salesTotalHeader ? { 'x-total-count': String(page.total) } : {};
    return jsonReply(200, nest(page.visible), total);
  },
};

type SalesQuery = ReturnType<typeof readQuery>;

function readQuery(query: Query) {
  const asked = {
    fromDay: query.date('fromSalesDate'),
    toDay: query.date('toSalesDate'),
    fromStore: query.integer('fromStoreId'),
    toStore: query.integer('toStoreId'),
    product: query.integer('productId'),
    vendor: query.integer('vendorId'),
    wholesaler: query.integer('wholesalerId'),
    changedSince: query.date('changedSince'),
    maxResults: query.count('maxResults') ?? DEFAULT_MAX_RESULTS,
    start: query.integer('start') ?? 0,
  };
  requireOrder('fromSalesDate', asked.fromDay, 'toSalesDate', asked.toDay);
  requireOrder('fromStoreId', asked.fromStore, 'toStoreId', asked.toStore);
  return asked;
}

interface VisibleSale {
  readonly sale: Sale;
  readonly value: SaleValue;
}

interface Page {
  readonly visible: readonly VisibleSale[];
  /** Of all that match; only counted to the end when the total is served. */
  readonly total: number;
}

function pageOf(service: Service, asked: SalesQuery, limit: number): Page {
  const refresh = lastSalesRefresh(service.moment());
  const visible: VisibleSale[] = [];
  let total = 0;
  for (const day of daysAsked(service, asked)) {
    if (visible.length >= limit && !service.settings.salesTotalHeader) break;
    for (const sale of service.sales.on(day)) {
      const value = valueAfterRefresh(sale, refresh);
      if (!matches(sale, value, asked)) continue;
      if (total >= asked.start && visible.length < limit) visible.push({ sale, value });
      total += 1;
    }
  }
  return { visible, total };
}

function daysAsked(service: Service, asked: SalesQuery): readonly Day[] {
  const moment = service.moment();
  const latest = latestSalesDay(moment);
  const last = Math.min(asked.toDay ?? latest, latest);
  const first = Math.max(asked.fromDay ?? last - DEFAULT_DAYS + 1, oldestSalesDay(moment));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

function matches(sale: Sale, value: SaleValue, asked: SalesQuery): boolean {
  const { store, product } = sale;
  if (asked.fromStore !== undefined && store.number < asked.fromStore) return false;
  if (asked.toStore !== undefined && store.number > asked.toStore) return false;
  if (asked.product !== undefined && product.number !== asked.product) return false;
  if (asked.vendor !== undefined && product.vendorId !== asked.vendor) return false;
  if (asked.wholesaler !== undefined && product.wholesalerId !== asked.wholesaler) return false;
  return asked.changedSince === undefined || value.changedDay >= asked.changedSince;
}

interface SalesOfStore {
  readonly storeId: string;
  readonly sales: object[];
}

interface SalesOfDay {
  readonly salesDate: string;
  readonly storeSales: SalesOfStore[];
}

/** Folds occurrences in service order into days and stores; a page may begin and end inside either. */
function nest(visible: readonly VisibleSale[]): readonly SalesOfDay[] {
  const days: SalesOfDay[] = [];
  let ofDay: { day: Day; entry: SalesOfDay } | undefined;
  let ofStore: SalesOfStore | undefined;
  for (const { sale, value } of visible) {
    if (ofDay?.day !== sale.salesDay) {
      ofDay = { day: sale.salesDay, entry: { salesDate: dateOf(sale.salesDay), storeSales: [] } };
      days.push(ofDay.entry);
      ofStore = undefined;
    }
    if (ofStore?.storeId !== sale.store.id) {
      ofStore = { storeId: sale.store.id, sales: [] };
      ofDay.entry.storeSales.push(ofStore);
    }
    ofStore.sales.push(served(sale, value));
  }
  return days;
}

function served(sale: Sale, value: SaleValue): object {
  return {
    productId: sale.product.id,
    salesVolume: (value.quantity * sale.product.unitMillilitres) / 1000,
    salesQuantity: value.quantity,
    lastChanged: { date: dateOf(value.changedDay), time: value.changedTime },
  };
}
