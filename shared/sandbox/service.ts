import { dayOf } from '../calendar/openDays.ts';
import { createPermissions } from './chain/permissionRegister.ts';
import { createProducts } from './chain/productCatalogue.ts';
import { momentAt } from './chain/refresh.ts';
import { createSales } from './chain/sales.ts';
import { createStock } from './chain/stock.ts';
import { createStores } from './chain/stores.ts';
import type { Settings } from './options.ts';

/** Everything the operations answer from. Stores and products are in service order. */
export type Service = ReturnType<typeof createService>;

export function createService(settings: Settings) {
  const { seed } = settings;
  /** What a clock in Norway shows now. */
  const moment = () => momentAt(settings.now());
  const stores = createStores(settings.stores, seed);
  const products = createProducts(settings.products, seed);
  const stock = createStock(seed, stores.filter((store) => store.status === 'Open').length);
  const emptyDays = new Set(settings.emptyDays.map(dayOf));
  const sales = createSales({ seed, stores, products, stock, emptyDays });
  return { settings, stores, products, sales, stock, permissions: createPermissions(moment().day), moment };
}
