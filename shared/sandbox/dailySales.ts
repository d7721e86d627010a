import { type Day, dateOf } from '../calendar/openDays.ts';
import { lastSalesRefresh, latestSalesDay, oldestSalesDay } from './chain/refresh.ts';
import type { Sale } from './chain/sales.ts';
import { count, date, integer, isChangedSince, readQuery, requireOrder } from './query.ts';
import { jsonReply } from './reply.ts';
import type { Operation, Service } from './service.ts';

const DEFAULT_MAX_RESULTS = 1_048_575;
/** How far a query reaches back without fromSalesDate. */
const DEFAULT_DAYS = 90;

/** GET daily-sales-per-store. maxResults and start count sales occurrences, not days or stores. */
export const dailySales: Operation = {
  name: 'dailySales',
  method: 'GET',
  path: '/my-products/v0/daily-sales-per-store',
  answer(service, { query }) {
    const { salesTotalHeader, maxResultsCap = Number.POSITIVE_INFINITY } = service.settings;
    const asked = readSalesQuery(query);
    const { start = 0, maxResults = DEFAULT_MAX_RESULTS } = asked;
    const end = start + Math.min(maxResults, maxResultsCap);
    const matching = matchingSales(service, asked, salesTotalHeader ? Number.POSITIVE_INFINITY : end);
    const headers = salesTotalHeader ? { 'x-total-count': String(matching.length) } : {};
    return jsonReply(200, serialize(matching.slice(start, end)), headers);
  },
};

type SalesQuery = ReturnType<typeof readSalesQuery>;

function readSalesQuery(query: URLSearchParams) {
  const asked = readQuery(query, {
    fromSalesDate: date,
    toSalesDate: date,
    fromStoreId: integer,
    toStoreId: integer,
    productId: integer,
    vendorId: integer,
    wholesalerId: integer,
    changedSince: date,
    maxResults: count,
    start: integer,
  });
  requireOrder('fromSalesDate', asked.fromSalesDate, 'toSalesDate', asked.toSalesDate);
  requireOrder('fromStoreId', asked.fromStoreId, 'toStoreId', asked.toStoreId);
  return asked;
}

/** By sales date, store and product; whole days until there are `enough`. */
function matchingSales(service: Service, asked: SalesQuery, enough: number): readonly Sale[] {
  const moment = service.moment();
  const refresh = lastSalesRefresh(moment);
  const last = Math.min(asked.toSalesDate ?? Number.POSITIVE_INFINITY, latestSalesDay(moment));
  const first = Math.max(asked.fromSalesDate ?? last - DEFAULT_DAYS + 1, oldestSalesDay(moment));
  const matching: Sale[] = [];
  for (let day: Day = first; day <= last && matching.length < enough; day += 1) {
    for (const sale of service.sales.on(day, refresh)) {
      if (matches(sale, asked)) matching.push(sale);
    }
  }
  return matching;
}

function matches({ store, product, changedDay }: Sale, asked: SalesQuery): boolean {
  const { fromStoreId = 0, toStoreId = Number.POSITIVE_INFINITY } = asked;
  if (store.number < fromStoreId || store.number > toStoreId) return false;
  if (asked.productId !== undefined && product.number !== asked.productId) return false;
  if (asked.vendorId !== undefined && product.vendorId !== asked.vendorId) return false;
  if (asked.wholesalerId !== undefined && product.wholesalerId !== asked.wholesalerId) return false;
  return isChangedSince(changedDay, asked.changedSince);
}

/** Days with their stores and these with their sales; a page may begin and end inside either. */
function serialize(page: readonly Sale[]): readonly object[] {
  return [...Map.groupBy(page, (sale) => sale.salesDay)].map(([day, ofDay]) => ({
    salesDate: dateOf(day),
    storeSales: [...Map.groupBy(ofDay, (sale) => sale.store.id)].map(([storeId, ofStore]) => ({
      storeId,
      sales: ofStore.map(serializeSale),
    })),
  }));
}

function serializeSale({ product, quantity, changedDay, changedTime }: Sale): object {
  return {
    productId: product.id,
    salesVolume: (quantity * product.unitMillilitres) / 1000,
    salesQuantity: quantity,
    lastChanged: { date: dateOf(changedDay), time: changedTime },
  };
}
