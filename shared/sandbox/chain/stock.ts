import {
  type Day,
  dateOf,
  isOpenDay,
  openDayAtOrAfter,
  openDayAtOrBefore,
  weekdayOf,
} from '../../calendar/openDays.ts';
import type { Product } from './productCatalogue.ts';
import { between, fraction, random } from './random.ts';
import { timeText } from './refresh.ts';

/** What the service knows of one product's stock, stock 0 included ("Accumulated stock" of the interface). */
export interface TruthStock {
  readonly productId: string;
  /** Whole units in all stores. */
  readonly stock: number;
  readonly numberOfStoresWithStock: number;
  /** The last day on which the stock changed, yyyy-MM-dd; never a Sunday or public holiday. */
  readonly updatedDate: string;
  /** HH:mm:ss, from 08:20 up to but not including 08:30. */
  readonly updatedTime: string;
}

const DEMAND_BY_WEEKDAY = [0.8, 0.85, 0.95, 1.1, 1.4, 1.2, 0];
const KEPT_DAYS = 500;

/** Stock of any product on any day, from the seed alone. */
export class Stock {
  readonly #seed: number;
  readonly #openStores: number;
  readonly #units = new Map<Product, Map<Day, number>>();

  constructor(seed: number, openStores: number) {
    this.#seed = seed;
    this.#openStores = openStores;
  }

  /** The stock served from 08:30 of the day on. */
  on(day: Day, product: Product): TruthStock {
    const changed = this.#lastChange(product, openDayAtOrBefore(day));
    const stock = this.units(product, changed);
    return {
      productId: product.id,
      stock,
      numberOfStoresWithStock: this.#storesWith(stock),
      updatedDate: dateOf(changed),
      updatedTime: timeText(
        between(random(this.#seed, product.number, changed, 31), 8 * 3600 + 20 * 60, 8 * 3600 + 30 * 60 - 1),
      ),
    };
  }

  /** Units in all stores on the morning of an open day: the last delivery less what was asked for since. */
  units(product: Product, openDay: Day): number {
    const ofProduct = this.#units.get(product) ?? new Map<Day, number>();
    this.#units.set(product, ofProduct);
    const known = ofProduct.get(openDay);
    if (known !== undefined) return known;
    if (ofProduct.size >= KEPT_DAYS) ofProduct.clear();
    const units = this.#computeUnits(product, openDay);
    ofProduct.set(openDay, units);
    return units;
  }

  #computeUnits(product: Product, openDay: Day): number {
    const delivery = lastDelivery(product, openDay);
    let units = this.#delivered(product, delivery);
    for (let day = delivery; day < openDay && units > 0; day += 1) {
      if (isOpenDay(day)) units -= this.#demand(product, day);
    }
    return Math.max(0, units);
  }

  #lastChange(product: Product, openDay: Day): Day {
    let day = openDay;
    for (;;) {
      const before = openDayAtOrBefore(day - 1);
      if (this.units(product, before) !== this.units(product, day)) return day;
      day = before;
    }
  }

  #delivered(product: Product, delivery: Day): number {
    const bits = random(this.#seed, product.number, delivery, 32);
    if (product.supply === 'scarce') return between(bits, 6, 9);
    const daily = this.#dailyDemand(product);
    if (product.supply === 'sellsOut') return Math.max(1, Math.floor(daily * 0.9));
    return Math.ceil(daily * (8 + 4 * fraction(bits)));
  }

  #demand(product: Product, openDay: Day): number {
    const bits = random(this.#seed, product.number, openDay, 33);
    const weekday = DEMAND_BY_WEEKDAY[weekdayOf(openDay)] ?? 0;
    const daily = this.#dailyDemand(product) * weekday * (0.65 + 0.7 * fraction(bits));
    if (product.supply === 'sellsOut') return Math.max(1, Math.ceil(daily));
    // Now and then a product does not move for a day, so "updated today" is never the whole list.
    return bits % 12 === 0 ? 0 : Math.max(1, Math.round(daily));
  }

  #dailyDemand(product: Product): number {
    return Math.max(1, Math.round((this.#openStores * product.reach * product.popularity) / 1000));
  }

  #storesWith(stock: number): number {
    const share = stock / (stock + 0.6 * this.#openStores);
    return Math.min(stock, this.#openStores, Math.ceil(this.#openStores * share));
  }
}

/** The last day at or before the given open day on which the product came in; a delivery waits for an open day. */
function lastDelivery(product: Product, openDay: Day): Day {
  const sinceScheduled = (weekdayOf(openDay) - product.deliveryWeekday + 7) % 7;
  const delivery = openDayAtOrAfter(openDay - sinceScheduled);
  return delivery <= openDay ? delivery : openDayAtOrAfter(openDay - sinceScheduled - 7);
}
