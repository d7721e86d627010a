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
  /** What a clock in Norway shows now. */
  const moment = () => momentAt(settings.now());
  return { settings, ...chainOf(settings), permissions: createPermissions(moment().day), moment };
}

type ChainSettings = Pick<Settings, 'seed' | 'stores' | 'products' | 'emptyDays'>;

const MOST_CHAINS = 3;
const chains = new Map<string, ReturnType<typeof createChain>>();

/** All of a chain follows from its settings, so sandboxes of one chain share what was computed of it. */
function chainOf({ seed, stores, products, emptyDays }: ChainSettings) {
  const key = JSON.stringify([seed, stores, products, emptyDays]);
  const chain = chains.get(key) ?? createChain({ seed, stores, products, emptyDays });
  if (!chains.has(key) && chains.size >= MOST_CHAINS) chains.clear();
  chains.set(key, chain);
  return chain;
}

function createChain({ seed, ...settings }: ChainSettings) {
  const stores = createStores(settings.stores, seed);
  const products = createProducts(settings.products, seed);
  const stock = createStock(seed, stores.filter((store) => store.status === 'Open').length);
  const emptyDays = new Set(settings.emptyDays.map(dayOf));
  return { stores, products, stock, sales: createSales({ seed, stores, products, stock, emptyDays }) };
}
