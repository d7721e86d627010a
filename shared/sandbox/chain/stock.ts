import {
  type Day,
  dateOf,
  isOpenDay,
  openDayAtOrAfter,
  openDayAtOrBefore,
  weekdayOf,
} from '../../calendar/openDays.ts';
import type { Product } from './productCatalogue.ts';
import { between, fraction, pick, random } from './random.ts';
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

/** Stock of any product on any day. */
export type Stock = ReturnType<typeof createStock>;

/** What is bought on each weekday, Monday first, beside an average open day. */
export const SHARE_OF_WEEKDAY = [0.8, 0.85, 0.95, 1.1, 1.4, 1.2, 0];
const KEPT_DAYS = 500;
const [EARLIEST, LATEST] = [8 * 3600 + 20 * 60, 8 * 3600 + 30 * 60 - 1];

/** All of it follows from the seed. */
export function createStock(seed: number, openStores: number) {
  const known = new Map<Product, Map<Day, number>>();
  const dailyDemand = ({ reach, popularity }: Product) =>
    Math.max(1, Math.round((openStores * reach * popularity) / 1000));

  const delivered = (product: Product, delivery: Day) => {
    const bits = random(seed, product.number, delivery, 32);
    if (product.supply === 'scarce') return between(bits, 6, 9);
    const daily = dailyDemand(product);
    return product.supply === 'sellsOut'
      ? Math.max(1, Math.floor(daily * 0.9))
      : Math.ceil(daily * (8 + 4 * fraction(bits)));
  };
  const demandOn = (product: Product, openDay: Day) => {
    const bits = random(seed, product.number, openDay, 33);
    const daily =
      dailyDemand(product) * pick(SHARE_OF_WEEKDAY, weekdayOf(openDay)) * (0.65 + 0.7 * fraction(bits));
    if (product.supply === 'sellsOut') return Math.max(1, Math.ceil(daily));
    // Now and then a product does not move for a day, so "updated today" is never the whole list.
    return bits % 12 === 0 ? 0 : Math.max(1, Math.round(daily));
  };
  const unitsSince = (product: Product, delivery: Day, openDay: Day) => {
    let units = delivered(product, delivery);
    for (let day = delivery; day < openDay && units > 0; day += 1)
      if (isOpenDay(day)) units -= demandOn(product, day);
    return Math.max(0, units);
  };
  /** Units in all stores on the morning of an open day: the last delivery less what was asked for since. */
  const units = (product: Product, openDay: Day) => {
    const ofProduct = known.get(product) ?? new Map<Day, number>();
    known.set(product, ofProduct);
    if (ofProduct.size >= KEPT_DAYS) ofProduct.clear();
    const found = ofProduct.get(openDay) ?? unitsSince(product, lastDelivery(product, openDay), openDay);
    ofProduct.set(openDay, found);
    return found;
  };
  /** The last open day up to that one on which the stock changed. */
  const lastChange = (product: Product, openDay: Day): Day => {
    let day = openDay;
    for (let before = day; ; day = before) {
      before = openDayAtOrBefore(day - 1);
      if (units(product, before) !== units(product, day)) return day;
    }
  };

  return {
    units,
    /** The stock served from 08:30 of the day on. */
    on(day: Day, product: Product): TruthStock {
      const changed = lastChange(product, openDayAtOrBefore(day));
      const stock = units(product, changed);
      const share = stock / (stock + 0.6 * openStores);
      return {
        productId: product.id,
        stock,
        numberOfStoresWithStock: Math.min(stock, openStores, Math.ceil(openStores * share)),
        updatedDate: dateOf(changed),
        updatedTime: timeText(between(random(seed, product.number, changed, 31), EARLIEST, LATEST)),
      };
    },
  };
}

/** The last day at or before the given open day on which the product came in; a delivery waits for an open day. */
function lastDelivery({ deliveryWeekday }: Product, openDay: Day): Day {
  const scheduled = openDay - ((weekdayOf(openDay) - deliveryWeekday + 7) % 7);
  const delivery = openDayAtOrAfter(scheduled);
  return delivery <= openDay ? delivery : openDayAtOrAfter(scheduled - 7);
}
