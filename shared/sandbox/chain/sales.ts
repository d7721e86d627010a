import { type Day, isOpenDay, weekdayOf } from '../../calendar/openDays.ts';
import type { Product } from './productCatalogue.ts';
import { between, fraction, pick, random } from './random.ts';
import { timeText } from './refresh.ts';
import { SHARE_OF_WEEKDAY, type Stock } from './stock.ts';
import type { Store } from './stores.ts';

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
type History = readonly [first: Sale, corrected: Sale | undefined];

const KEPT_SALES = 400_000;

/** All sales of one supplier, computed day by day when asked for. Stores and products are in service order. */
export function createSales({
  seed,
  stores,
  products,
  stock,
  emptyDays,
}: {
  readonly seed: number;
  readonly stores: readonly Store[];
  readonly products: readonly Product[];
  readonly stock: Stock;
  readonly emptyDays: ReadonlySet<Day>;
}) {
  const openStores = stores.filter((store) => store.status === 'Open');
  const ownProducts = products.filter((product) => product.own);
  const days = new Map<Day, readonly History[]>();
  let kept = 0;

  const compute = (day: Day): readonly History[] => {
    if (!isOpenDay(day) || emptyDays.has(day)) return [];
    const onShelf = ownProducts.filter((product) => stock.units(product, day) > 0);
    return openStores.flatMap((store) =>
      onShelf.flatMap((product) => {
        const bits = random(seed, day, store.number, product.number);
        return bits % 1000 < product.reach ? [historyOf(day, store, product, bits)] : [];
      }),
    );
  };
  const remember = (day: Day, histories: readonly History[]) => {
    if (kept > KEPT_SALES) {
      days.clear();
      kept = 0;
    }
    days.set(day, histories);
    kept += histories.length;
    return histories;
  };
  return {
    /** Those of a day as they read after the refresh of another, by store and product; none on a closed or empty day. */
    on: (day: Day, refresh: Day): readonly Sale[] =>
      (days.get(day) ?? remember(day, compute(day))).map(([first, corrected]) =>
        corrected !== undefined && corrected.changedDay <= refresh ? corrected : first,
      ),
  };
}

/** About 2 % of the sales are corrected one to six days later, before the refresh of that day. */
function historyOf(salesDay: Day, store: Store, product: Product, bits: number): History {
  const quantity = quantitySold(salesDay, store, product, bits);
  const changedTime = timeText(between(random(bits, 1), 18 * 3600, 23 * 3600 + 30 * 60));
  const first = { salesDay, store, product, quantity, changedDay: salesDay, changedTime };
  const chance = random(bits, 2);
  if (chance % 50 !== 0) return [first, undefined];
  const corrected = {
    quantity: correctedQuantity(quantity, random(chance, 8)),
    changedDay: salesDay + between(random(chance, 6), 1, 6),
    changedTime: timeText(between(random(chance, 7), 4 * 3600, 7 * 3600 + 44 * 60)),
  };
  return [first, { ...first, ...corrected }];
}

function quantitySold(day: Day, store: Store, product: Product, bits: number): number {
  const isReturn = random(bits, 3) % 100 === 0;
  if (isReturn) return -between(random(bits, 4), 1, 3);
  const size = 0.5 + store.category * 0.2;
  const share = pick(SHARE_OF_WEEKDAY, weekdayOf(day));
  return 1 + Math.floor(fraction(random(bits, 5)) * 2 * (product.popularity - 1) * size * share);
}

function correctedQuantity(quantity: number, bits: number): number {
  const by = between(bits, 1, 3);
  // A correction never turns a sale into a return, nor into nothing.
  if (quantity < 0) return quantity - by;
  return bits % 2 === 0 && quantity > by ? quantity - by : quantity + by;
}
