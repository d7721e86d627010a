import { dayOf } from '../calendar/openDays.ts';
import { Permissions } from './chain/permissionRegister.ts';
import { createProducts, type Product, withSizes } from './chain/productCatalogue.ts';
import { type Moment, momentAt } from './chain/refresh.ts';
import { createSales, type Sales } from './chain/sales.ts';
import { createStock, type Stock } from './chain/stock.ts';
import { createStores, type Store } from './chain/stores.ts';
import type { Settings } from './options.ts';

/** Everything the operations answer from. Stores and products are in service order. */
export interface Service {
  readonly settings: Settings;
  readonly stores: readonly Store[];
  readonly products: readonly Product[];
  readonly sales: Sales;
  readonly stock: Stock;
  readonly permissions: Permissions;
  /** What a clock in Norway shows now. */
  moment(): Moment;
}

export function createService(settings: Settings): Service {
  const { seed } = settings;
  const moment = () => momentAt(settings.now());
  const stores = byNumber(createStores(settings.stores, seed));
  const products = withSizes(byNumber(createProducts(settings.products, seed)));
  const stock = createStock(seed, stores.filter((store) => store.status === 'Open').length);
  const emptyDays = new Set(settings.emptyDays.map(dayOf));
  const sales = createSales({ seed, stores, products, stock, emptyDays });
  const permissions = new Permissions(moment().day);
  return { settings, stores, products, sales, stock, permissions, moment };
}

/** The service orders by id as a number, whatever zeros it begins with. */
function byNumber<Entry extends { readonly number: number }>(entries: readonly Entry[]): readonly Entry[] {
  return entries.toSorted((one, other) => one.number - other.number);
}
