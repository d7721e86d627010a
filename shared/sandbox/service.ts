import { dayOf } from './calendar.ts';
import { inIdOrder } from './catalogue/idOrder.ts';
import { createProducts, type Product } from './catalogue/products.ts';
import { createStores, type Store } from './catalogue/stores.ts';
import type { Settings } from './options.ts';
import { Permissions } from './permissions.ts';
import { type Moment, momentAt } from './refresh.ts';
import { Sales } from './sales.ts';
import { Stock } from './stock.ts';

/** Everything the operations answer from. Stores and products are in service order. */
export interface Service {
  readonly settings: Settings;
  readonly stores: readonly Store[];
  readonly products: readonly Product[];
  readonly sales: Sales;
  readonly stock: Stock;
  readonly permissions: Permissions;
  /** What the clock shows now in the zone of the service. */
  moment(): Moment;
}

export function createService(settings: Settings): Service {
  const { seed, quietSupplier, storeIdOrder, productIdOrder } = settings;
  const moment = () => momentAt(settings.now(), settings.timeZone);
  const stores = inIdOrder(createStores(settings.stores, seed), storeIdOrder);
  const products = inIdOrder(createProducts(settings.products, seed), productIdOrder);
  const stock = new Stock(seed, stores.filter((store) => store.status === 'Open').length);
  const ownProducts = products.filter((product) => product.own);
  const emptyDays = new Set(settings.emptyDays.map(dayOf));
  const sales = new Sales({ seed, stores, ownProducts, stock, emptyDays, quietSupplier });
  const permissions = new Permissions(moment().day);
  return { settings, stores, products, sales, stock, permissions, moment };
}
