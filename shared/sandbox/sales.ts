import { type Day, dateOf, isOpenDay, weekdayOf } from './calendar.ts';
import type { Product } from './catalogue/products.ts';
import type { Store } from './catalogue/stores.ts';
import { between, draw, fraction } from './hash.ts';
import { timeText } from './refresh.ts';
import type { Stock } from './stock.ts';

/** One sales occurrence as the service first knew it, and its correction if one ever comes. */
export interface Sale {
  readonly salesDay: Day;
  readonly store: Store;
  readonly product: Product;
  readonly first: SaleValue;
  readonly corrected: SaleValue | undefined;
}

export interface SaleValue {
  readonly quantity: number;
  readonly changedDay: Day;
  readonly changedTime: string;
}

/** What sales follow from; stores and products are in service order. */
export interface SalesSource {
  readonly seed: number;
  readonly stores: readonly Store[];
  readonly ownProducts: readonly Product[];
  readonly stock: Stock;
  readonly emptyDays: ReadonlySet<Day>;
  readonly quietSupplier: boolean;
}

const KEPT_SALES = 400_000;
const QUANTITY_BY_WEEKDAY = [0.8, 0.85, 0.95, 1.1, 1.4, 1.2, 0];

/** All sales of one supplier, computed day by day when asked for. */
export class Sales {
  readonly #source: SalesSource;
  readonly #openStores: readonly Store[];
  readonly #days = new Map<Day, readonly Sale[]>();
  #kept = 0;

  constructor(source: SalesSource) {
    this.#source = source;
    this.#openStores = source.stores.filter((store) => store.status === 'Open');
  }

  /** The sales of a day, ordered by store and product; none on Sundays, holidays and quiet days. */
  on(day: Day): readonly Sale[] {
    const known = this.#days.get(day);
    if (known !== undefined) return known;
    const sales = this.#isQuiet(day) ? [] : this.#compute(day);
    this.#forgetOldest(sales.length);
    this.#days.set(day, sales);
    return sales;
  }

  #isQuiet(day: Day): boolean {
    if (!isOpenDay(day) || this.#source.emptyDays.has(day)) return true;
    return this.#source.quietSupplier && draw(this.#source.seed, day, 41) % 3 === 0;
  }

  #forgetOldest(arriving: number): void {
    this.#kept += arriving;
    for (const [day, sales] of this.#days) {
      if (this.#kept <= KEPT_SALES) return;
      this.#days.delete(day);
      this.#kept -= sales.length;
    }
  }

  #compute(day: Day): readonly Sale[] {
    const { seed, ownProducts, stock } = this.#source;
    const onShelf = ownProducts.filter((product) => stock.units(product, day) > 0);
    const sales: Sale[] = [];
    for (const store of this.#openStores) {
      for (const product of onShelf) {
        const drawn = draw(seed, day, store.number, product.number);
        if (drawn % 1000 < product.reach) sales.push(createSale(day, store, product, drawn));
      }
    }
    return sales;
  }
}

function createSale(salesDay: Day, store: Store, product: Product, drawn: number): Sale {
  const quantity = quantitySold(salesDay, store, product, drawn);
  const first = { quantity, changedDay: salesDay, changedTime: eveningTime(draw(drawn, 1)) };
  return { salesDay, store, product, first, corrected: correctionOf(first, draw(drawn, 2)) };
}

function quantitySold(day: Day, store: Store, product: Product, drawn: number): number {
  const isReturn = draw(drawn, 3) % 100 === 0;
  if (isReturn) return -between(draw(drawn, 4), 1, 3);
  const size = 0.5 + store.category * 0.2;
  const weekday = QUANTITY_BY_WEEKDAY[weekdayOf(day)] ?? 0;
  return 1 + Math.floor(fraction(draw(drawn, 5)) * 2 * (product.popularity - 1) * size * weekday);
}

/** About 2 % of the sales are corrected one to six days later, before the refresh of that day. */
function correctionOf(first: SaleValue, drawn: number): SaleValue | undefined {
  if (drawn % 50 !== 0) return undefined;
  const changedDay = first.changedDay + between(draw(drawn, 6), 1, 6);
  const changedTime = timeText(between(draw(drawn, 7), 4 * 3600, 7 * 3600 + 44 * 60));
  return { quantity: correctedQuantity(first.quantity, draw(drawn, 8)), changedDay, changedTime };
}

function correctedQuantity(quantity: number, drawn: number): number {
  const by = between(drawn, 1, 3);
  // A correction never turns a sale into a return, nor into nothing.
  if (quantity < 0) return quantity - by;
  return drawn % 2 === 0 && quantity > by ? quantity - by : quantity + by;
}

function eveningTime(drawn: number): string {
  return timeText(between(drawn, 18 * 3600, 23 * 3600 + 30 * 60));
}

/** The value the service gives once the refresh of the given day has passed. */
export function valueAfterRefresh(sale: Sale, refresh: Day): SaleValue {
  const { first, corrected } = sale;
  return corrected !== undefined && corrected.changedDay <= refresh ? corrected : first;
}

/** A sales occurrence as now visible, flat. */
export interface TruthSale {
  readonly salesDate: string;
  readonly storeId: string;
  readonly productId: string;
  /** Whole millilitres; negative for a return. */
  readonly millilitres: number;
  readonly salesQuantity: number;
  readonly lastChangedDate: string;
  readonly lastChangedTime: string;
  /** Litres with at most three decimals, as served. */
  readonly salesVolume: number;
}

export function flatSale(sale: Sale, value: SaleValue): TruthSale {
  const millilitres = value.quantity * sale.product.unitMillilitres;
  return {
    salesDate: dateOf(sale.salesDay),
    storeId: sale.store.id,
    productId: sale.product.id,
    millilitres,
    salesQuantity: value.quantity,
    lastChangedDate: dateOf(value.changedDay),
    lastChangedTime: value.changedTime,
    salesVolume: millilitres / 1000,
  };
}
