import { dateOf, dayOf, isOpenDay } from './calendar.ts';
import { VENDOR_IDS, WHOLESALER_IDS } from './catalogue/products.ts';
import { type StoreDetails, storeDetails } from './catalogue/storeDetails.ts';
import type { TruthPermission } from './permissions.ts';
import { lastSalesRefresh, latestSalesDay, latestStockDay, oldestSalesDay } from './refresh.ts';
import { flatSale, type TruthSale, valueAfterRefresh } from './sales.ts';
import type { Service } from './service.ts';
import type { TruthStock } from './stock.ts';

/** A product with what the filters go by. */
export interface TruthProduct {
  readonly productId: string;
  /** True for this supplier's products. */
  readonly own: boolean;
  readonly unitMillilitres: number;
  readonly vendorId: number;
  readonly wholesalerId: number;
}

/** What the service knows now, for comparing answers without asking a client. Lists are in service order. */
export interface SandboxTruth {
  /** Own products. */
  productIds(): readonly string[];
  /** Own products and those of other suppliers. */
  products(): readonly TruthProduct[];
  storeIds(): readonly string[];
  /** Sales occurrences from one sales date up to and including another, as visible now. */
  sales(fromSalesDate: string, toSalesDate: string): readonly TruthSale[];
  /** As visible now, stock 0 included. */
  stock(): readonly TruthStock[];
  /** The store objects as served now. */
  stores(): readonly StoreDetails[];
  permissions(): readonly TruthPermission[];
  vendorIds(): readonly number[];
  wholesalerIds(): readonly number[];
  /** False on Sundays and Norwegian public holidays. */
  isOpenDay(date: string): boolean;
  /** The last sales date that is visible; nothing may have been sold on it. */
  latestSalesDate(): string;
  /** The date whose stock is visible. */
  latestStockDate(): string;
}

export function truthOf(service: Service): SandboxTruth {
  const { products, stores, stock, settings } = service;
  return {
    productIds: () => products.filter((product) => product.own).map((product) => product.id),
    products: () =>
      products.map(({ id, own, unitMillilitres, vendorId, wholesalerId }) => {
        return { productId: id, own, unitMillilitres, vendorId, wholesalerId };
      }),
    storeIds: () => stores.map((store) => store.id),
    sales: (fromSalesDate, toSalesDate) => visibleSales(service, dayOf(fromSalesDate), dayOf(toSalesDate)),
    stock: () => {
      const day = latestStockDay(service.moment());
      return products.map((product) => stock.on(day, product));
    },
    stores: () => stores.map((store) => storeDetails(store, settings.seed, service.moment())),
    permissions: () => service.permissions.all(),
    vendorIds: () => VENDOR_IDS,
    wholesalerIds: () => WHOLESALER_IDS,
    isOpenDay: (date) => isOpenDay(dayOf(date)),
    latestSalesDate: () => dateOf(latestSalesDay(service.moment())),
    latestStockDate: () => dateOf(latestStockDay(service.moment())),
  };
}

function visibleSales(service: Service, fromDay: number, toDay: number): readonly TruthSale[] {
  const moment = service.moment();
  const refresh = lastSalesRefresh(moment);
  const last = Math.min(toDay, latestSalesDay(moment));
  const rows: TruthSale[] = [];
  for (let day = Math.max(fromDay, oldestSalesDay(moment)); day <= last; day += 1) {
    for (const sale of service.sales.on(day)) rows.push(flatSale(sale, valueAfterRefresh(sale, refresh)));
  }
  return rows;
}
