import { type Day, dateOf } from '../calendar.ts';
import { changeDateAsServed, changeTimeAsServed, extraField } from '../forms.ts';
import { hasId, isChangedSince } from '../matching.ts';
import type { Settings } from '../options.ts';
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
    const asked = readQuery(
      new Query(call.query, PARAMETERS, service.settings.unknownParameter),
      service.settings,
    );
    const limit = Math.min(asked.maxResults, service.settings.salesMaxResultsCap);
    const page = pageOf(service, asked, limit);
    const total = service.settings.salesTotalHeader
      ? { [service.settings.totalHeaderName]: String(page.total) }
      : {};
    return jsonReply(200, nest(page.visible, service.settings), total);
  },
};

type SalesQuery = ReturnType<typeof readQuery>;

function readQuery(query: Query, settings: Settings) {
  const asked = {
    fromDay: query.date('fromSalesDate', settings.salesDateFormat),
    toDay: query.date('toSalesDate', settings.salesDateFormat),
    fromStore: query.integer('fromStoreId'),
    toStore: query.integer('toStoreId'),
    product: query.integer('productId'),
    vendor: query.integer('vendorId'),
    wholesaler: query.integer('wholesalerId'),
    changedSince: query.date('changedSince'),
    maxResults: query.pageSize('maxResults', settings.largestMaxResults) ?? DEFAULT_MAX_RESULTS,
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
  const { settings } = service;
  const refresh = lastSalesRefresh(service.moment());
  const visible: VisibleSale[] = [];
  // What start skips and what maxResults counts: sales, or stores with all their sales of a day.
  const skips = counterOf(settings.salesStart);
  const counts = counterOf(settings.salesMaxResults);
  let total = 0;
  for (const day of daysAsked(service, asked)) {
    if (counts.so() > limit && !settings.salesTotalHeader) break;
    for (const sale of service.sales.on(day)) {
      const value = valueAfterRefresh(sale, refresh);
      if (!matches(sale, value, asked, settings)) continue;
      if (skips.with(sale) > asked.start && counts.with(sale) <= limit) visible.push({ sale, value });
      total += 1;
    }
  }
  return { visible, total };
}

interface Counter {
  /** The count with this sale in it. */
  with(sale: Sale): number;
  so(): number;
}

function counterOf(what: 'occurrences' | 'stores'): Counter {
  let count = 0;
  let last: Sale | undefined;
  return {
    with(sale) {
      const isSameStore = last?.salesDay === sale.salesDay && last.store === sale.store;
      if (what === 'occurrences' || !isSameStore) count += 1;
      last = sale;
      return count;
    },
    so: () => count,
  };
}

function daysAsked(service: Service, asked: SalesQuery): readonly Day[] {
  const moment = service.moment();
  const latest = latestSalesDay(moment);
  const { rangeStart, rangeEnd } = service.settings;
  const to = asked.toDay === undefined ? latest : asked.toDay - (rangeEnd === 'exclusive' ? 1 : 0);
  const last = Math.min(to, latest);
  const from = asked.fromDay === undefined ? undefined : asked.fromDay + (rangeStart === 'exclusive' ? 1 : 0);
  const first = Math.max(from ?? last - DEFAULT_DAYS + 1, oldestSalesDay(moment));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

function matches(sale: Sale, value: SaleValue, asked: SalesQuery, settings: Settings): boolean {
  const { store, product } = sale;
  const { fromStore, toStore } = asked;
  if (fromStore !== undefined && store.number < fromStore) return false;
  if (store.number === fromStore && settings.storeRangeStart === 'exclusive') return false;
  if (toStore !== undefined && store.number > toStore) return false;
  if (store.number === toStore && settings.storeRangeEnd === 'exclusive') return false;
  if (asked.product !== undefined && !hasId(product, asked.product, settings)) return false;
  if (asked.vendor !== undefined && product.vendorId !== asked.vendor) return false;
  if (asked.wholesaler !== undefined && product.wholesalerId !== asked.wholesaler) return false;
  return isChangedSince(value.changedDay, asked.changedSince, settings.salesChangedSince);
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
function nest(visible: readonly VisibleSale[], settings: Settings): readonly SalesOfDay[] {
  const days: SalesOfDay[] = [];
  let ofDay: { day: Day; entry: SalesOfDay } | undefined;
  let ofStore: SalesOfStore | undefined;
  for (const { sale, value } of visible) {
    if (ofDay?.day !== sale.salesDay) {
      ofDay = {
        day: sale.salesDay,
        entry: { salesDate: dateOf(sale.salesDay), storeSales: [], ...extraField(settings) },
      };
      days.push(ofDay.entry);
      ofStore = undefined;
    }
    if (ofStore?.storeId !== sale.store.id) {
      ofStore = { storeId: sale.store.id, sales: [] };
      ofDay.entry.storeSales.push(ofStore);
    }
    ofStore.sales.push(served(sale, value, settings));
  }
  return days;
}

function served(sale: Sale, value: SaleValue, settings: Settings): object {
  const litres = (value.quantity * sale.product.unitMillilitres) / 1000;
  return {
    productId: sale.product.id,
    salesVolume: settings.volumeDecimals === 3 ? litres : Number((litres + 0.0004).toFixed(4)),
    salesQuantity: settings.salesQuantity === 'whole' ? value.quantity : value.quantity + 0.5,
    lastChanged: {
      date: changeDateAsServed(dateOf(value.changedDay), settings),
      time: changeTimeAsServed(value.changedTime, settings),
    },
    ...extraField(settings),
  };
}
