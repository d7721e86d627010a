import { dateOf, dayOf, isOpenDay } from '../calendar/openDays.ts';
import { type Product, VENDOR_IDS, WHOLESALER_IDS } from './chain/productCatalogue.ts';
import type { Sale } from './chain/sales.ts';
import type { TruthStock } from './chain/stock.ts';
import { type StoreDetails, storeDetails } from './chain/stores.ts';
import type { Service } from './service.ts';

/** What the service knows now, for comparing answers without asking a client. Lists are in service order. */
export type SandboxTruth = ReturnType<typeof truthOf>;

export function truthOf(service: Service) {
  const { products, stores, stock, permissions, settings, moment } = service;
  return {
    /** Own products. */
    productIds: (): readonly string[] =>
      products.filter((product) => product.own).map((product) => product.id),
    /** Own products and those of other suppliers. */
    products: (): readonly TruthProduct[] => products.map(flatProduct),
    storeIds: (): readonly string[] => stores.map((store) => store.id),
    /** Sales occurrences from one sales date up to and including another, as visible now. */
    sales: (fromSalesDate: string, toSalesDate: string): readonly TruthSale[] => {
      const { salesRefresh, latestSalesDay, oldestSalesDay } = moment();
      const first = Math.max(dayOf(fromSalesDate), oldestSalesDay);
      const last = Math.min(dayOf(toSalesDate), latestSalesDay);
      const days = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
      return days.flatMap((day) => service.sales.on(day, salesRefresh).map(flatSale));
    },
    /** As visible now, stock 0 included. */
    stock: (): readonly TruthStock[] => {
      const { latestStockDay } = moment();
      return products.map((product) => stock.on(latestStockDay, product));
    },
    /** The store objects as served now. */
    stores: (): readonly StoreDetails[] =>
      stores.map((store) => storeDetails(store, settings.seed, moment())),
    permissions: () => permissions.all(),
    vendorIds: (): readonly number[] => VENDOR_IDS,
    wholesalerIds: (): readonly number[] => WHOLESALER_IDS,
    /** False on Sundays and Norwegian public holidays. */
    isOpenDay: (date: string) => isOpenDay(dayOf(date)),
    /** The last sales date that is visible; nothing may have been sold on it. */
    latestSalesDate: () => dateOf(moment().latestSalesDay),
    /** The date whose stock is visible. */
    latestStockDate: () => dateOf(moment().latestStockDay),
  };
}

/** A product with what the filters go by; `own` is true for this supplier's products. */
export type TruthProduct = ReturnType<typeof flatProduct>;

function flatProduct({ id, own, unitMillilitres, vendorId, wholesalerId }: Product) {
  return { productId: id, own, unitMillilitres, vendorId, wholesalerId };
}

/** A sales occurrence as now visible, flat. */
export type TruthSale = ReturnType<typeof flatSale>;

function flatSale({ salesDay, store, product, quantity, changedDay, changedTime }: Sale) {
  const millilitres = quantity * product.unitMillilitres;
  return {
    salesDate: dateOf(salesDay),
    storeId: store.id,
    productId: product.id,
    /** Whole millilitres; negative for a return. */
    millilitres,
    salesQuantity: quantity,
    lastChangedDate: dateOf(changedDay),
    lastChangedTime: changedTime,
    /** Litres with at most three decimals, as served. */
    salesVolume: millilitres / 1000,
  };
}
