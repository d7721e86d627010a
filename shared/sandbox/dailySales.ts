import { type Day, dateOf } from '../calendar/openDays.ts';
import { lastSalesRefresh, latestSalesDay, oldestSalesDay } from './chain/refresh.ts';
import type { Sale } from './chain/sales.ts';
import type { Settings } from './options.ts';
import { hasId, isChangedSince, readQuery, requireOrder } from './query.ts';
import { jsonReply } from './reply.ts';
import { extraField, formatChange } from './serialize.ts';
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
    const { settings } = service;
    const { salesStart, salesMaxResults, salesTotalHeader, totalHeaderName } = settings;
    const asked = readSalesQuery(query, settings);
    const limit = Math.min(asked.maxResults, settings.salesMaxResultsCap);
    const countsStores = salesStart === 'stores' || salesMaxResults === 'stores';
    const enough = salesTotalHeader || countsStores ? Number.POSITIVE_INFINITY : asked.start + limit;
    const matching = matchingSales(service, asked, enough);
    const rest = matching.slice(indexAfter(matching, asked.start, salesStart));
    const page = rest.slice(0, indexAfter(rest, limit, salesMaxResults));
    const headers = salesTotalHeader ? { [totalHeaderName]: String(matching.length) } : {};
    return jsonReply(200, serialize(page, settings), headers);
  },
};

type SalesQuery = ReturnType<typeof readSalesQuery>;

function readSalesQuery(query: URLSearchParams, settings: Settings) {
  const asked = readQuery(query, settings, (parameters) => ({
    fromDay: parameters.date('fromSalesDate', settings.salesDateFormat),
    toDay: parameters.date('toSalesDate', settings.salesDateFormat),
    fromStore: parameters.integer('fromStoreId'),
    toStore: parameters.integer('toStoreId'),
    product: parameters.integer('productId'),
    vendor: parameters.integer('vendorId'),
    wholesaler: parameters.integer('wholesalerId'),
    changedSince: parameters.date('changedSince'),
    maxResults: parameters.count('maxResults', settings.largestMaxResults) ?? DEFAULT_MAX_RESULTS,
    start: parameters.integer('start') ?? 0,
  }));
  requireOrder('fromSalesDate', asked.fromDay, 'toSalesDate', asked.toDay);
  requireOrder('fromStoreId', asked.fromStore, 'toStoreId', asked.toStore);
  return asked;
}

/** By sales date, store and product; whole days until there are `enough`. */
function matchingSales(service: Service, asked: SalesQuery, enough: number): readonly Sale[] {
  const moment = service.moment();
  const refresh = lastSalesRefresh(moment);
  const latest = latestSalesDay(moment);
  const { rangeStart, rangeEnd } = service.settings;
  const to = asked.toDay === undefined ? latest : asked.toDay - (rangeEnd === 'exclusive' ? 1 : 0);
  const last = Math.min(to, latest);
  const from = asked.fromDay === undefined ? undefined : asked.fromDay + (rangeStart === 'exclusive' ? 1 : 0);
  const first = Math.max(from ?? last - DEFAULT_DAYS + 1, oldestSalesDay(moment));
  const matching: Sale[] = [];
  for (let day: Day = first; day <= last && matching.length < enough; day += 1) {
    for (const sale of service.sales.on(day, refresh)) {
      if (matches(sale, asked, service.settings)) matching.push(sale);
    }
  }
  return matching;
}

function matches({ store, product, changedDay }: Sale, asked: SalesQuery, settings: Settings): boolean {
  const { fromStore, toStore } = asked;
  if (fromStore !== undefined && store.number < fromStore) return false;
  if (store.number === fromStore && settings.storeRangeStart === 'exclusive') return false;
  if (toStore !== undefined && store.number > toStore) return false;
  if (store.number === toStore && settings.storeRangeEnd === 'exclusive') return false;
  if (!hasId(product, asked.product, settings)) return false;
  if (asked.vendor !== undefined && product.vendorId !== asked.vendor) return false;
  if (asked.wholesaler !== undefined && product.wholesalerId !== asked.wholesaler) return false;
  return isChangedSince(changedDay, asked.changedSince, settings.salesChangedSince);
}

/** Where the sales after the first `count` begin, or in a variant after the first stores with all their sales of a day. */
function indexAfter(sales: readonly Sale[], count: number, unit: Settings['salesStart']): number {
  if (unit === 'occurrences') return count;
  const firstOfStores = sales.flatMap(({ salesDay, store }, index) => {
    const before = sales[index - 1];
    return before?.salesDay === salesDay && before.store === store ? [] : [index];
  });
  return firstOfStores[count] ?? sales.length;
}

/** Days with their stores and these with their sales; a page may begin and end inside either. */
function serialize(page: readonly Sale[], settings: Settings): readonly object[] {
  return [...Map.groupBy(page, (sale) => sale.salesDay)].map(([day, ofDay]) => ({
    salesDate: dateOf(day),
    storeSales: [...Map.groupBy(ofDay, (sale) => sale.store.id)].map(([storeId, ofStore]) => ({
      storeId,
      sales: ofStore.map((sale) => serializeSale(sale, settings)),
    })),
    ...extraField(settings),
  }));
}

function serializeSale({ product, quantity, changedDay, changedTime }: Sale, settings: Settings): object {
  const litres = (quantity * product.unitMillilitres) / 1000;
  return {
    productId: product.id,
    salesVolume: settings.volumeDecimals === 3 ? litres : Number((litres + 0.0004).toFixed(4)),
    salesQuantity: settings.salesQuantity === 'whole' ? quantity : quantity + 0.5,
    lastChanged: formatChange(dateOf(changedDay), changedTime, settings),
    ...extraField(settings),
  };
}
