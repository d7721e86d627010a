import { type Day, isOpenDay, weekdayOf } from '../../calendar/openDays.ts';
import type { Product } from './productCatalogue.ts';
import { between, fraction, random } from './random.ts';
import { timeText } from './refresh.ts';
import type { Stock } from './stock.ts';
import type { Store } from './storeCatalogue.ts';

/** One sales occurrence as it reads after some refresh. */
export interface Sale {
  readonly salesDay: Day;
  readonly store: Store;
  readonly product: Product;
  /** Negative for a return, never 0. */
  readonly quantity: number;
  readonly changedDay: Day;
  /** HH:mm:ss. */
  readonly changedTime: string;
}

/** As the service first knew it, and as corrected if that ever happens. */
interface SaleHistory {
  readonly first: Sale;
  readonly corrected: Sale | undefined;
}

/** What sales follow from; stores and products are in service order. */
export interface SalesSource {
  readonly seed: number;
  readonly stores: readonly Store[];
  readonly products: readonly Product[];
  readonly stock: Stock;
  readonly emptyDays: ReadonlySet<Day>;
}

const KEPT_SALES = 400_000;
const QUANTITY_BY_WEEKDAY = [0.8, 0.85, 0.95, 1.1, 1.4, 1.2, 0];

/** All sales of one supplier, computed day by day when asked for. */
export class Sales {
  readonly #source: SalesSource;
  readonly #openStores: readonly Store[];
  readonly #ownProducts: readonly Product[];
  readonly #days = new Map<Day, readonly SaleHistory[]>();
  #kept = 0;

  constructor(source: SalesSource) {
    this.#source = source;
    this.#openStores = source.stores.filter((store) => store.status === 'Open');
    this.#ownProducts = source.products.filter((product) => product.own);
  }

  /** The sales of a day as they read after the refresh of another, by store and product; none on a closed or empty day. */
  on(day: Day, refresh: Day): readonly Sale[] {
    return this.#historyOf(day).map(({ first, corrected }) => {
      return corrected !== undefined && corrected.changedDay <= refresh ? corrected : first;
    });
  }

  #historyOf(day: Day): readonly SaleHistory[] {
    const known = this.#days.get(day);
    if (known !== undefined) return known;
    const history = isOpenDay(day) && !this.#source.emptyDays.has(day) ? this.#compute(day) : [];
    if (this.#kept > KEPT_SALES) {
      this.#days.clear();
      this.#kept = 0;
    }
    this.#days.set(day, history);
    this.#kept += history.length;
    return history;
  }

  #compute(day: Day): readonly SaleHistory[] {
    const { seed, stock } = this.#source;
    const onShelf = this.#ownProducts.filter((product) => stock.units(product, day) > 0);
    const sales: SaleHistory[] = [];
    for (const store of this.#openStores) {
      for (const product of onShelf) {
        const bits = random(seed, day, store.number, product.number);
        if (bits % 1000 < product.reach) sales.push(createSale(day, store, product, bits));
      }
    }
    return sales;
  }
}

function createSale(salesDay: Day, store: Store, product: Product, bits: number): SaleHistory {
  const quantity = quantitySold(salesDay, store, product, bits);
  const changedTime = timeText(between(random(bits, 1), 18 * 3600, 23 * 3600 + 30 * 60));
  const first = { salesDay, store, product, quantity, changedDay: salesDay, changedTime };
  return { first, corrected: correctionOf(first, random(bits, 2)) };
}

function quantitySold(day: Day, store: Store, product: Product, bits: number): number {
  const isReturn = random(bits, 3) % 100 === 0;
  if (isReturn) return -between(random(bits, 4), 1, 3);
  const size = 0.5 + store.category * 0.2;
  const weekday = QUANTITY_BY_WEEKDAY[weekdayOf(day)] ?? 0;
  return 1 + Math.floor(fraction(random(bits, 5)) * 2 * (product.popularity - 1) * size * weekday);
}

/** About 2 % of the sales are corrected one to six days later, before the refresh of that day. */
function correctionOf(first: Sale, bits: number): Sale | undefined {
  if (bits % 50 !== 0) return undefined;
  return {
    ...first,
    quantity: correctedQuantity(first.quantity, random(bits, 8)),
    changedDay: first.salesDay + between(random(bits, 6), 1, 6),
    changedTime: timeText(between(random(bits, 7), 4 * 3600, 7 * 3600 + 44 * 60)),
  };
}

function correctedQuantity(quantity: number, bits: number): number {
  const by = between(bits, 1, 3);
  // A correction never turns a sale into a return, nor into nothing.
  if (quantity < 0) return quantity - by;
  return bits % 2 === 0 && quantity > by ? quantity - by : quantity + by;
}
