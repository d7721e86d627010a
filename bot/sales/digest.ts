import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { DayRange } from '../text/dayRange.ts';
import type { SalesGroupSum, SalesReader, SalesSums, SalesTotals } from './reader.ts';

/** What a digest of sales is in keys and commands, for ever, and the words by which it is typed. */
export const SALES_DIGEST = 'sales';
export const SALES_DIGEST_WORDS = 'sales salg salget sal salet';

const CHART_DAYS = 30;
const WEEK_DAYS = 7;
/** More than that no message shows. */
const TOP = 15;

/** Sales of one product or store beside the same weekdays a week before; integer millilitres and items. */
export interface SalesBeside {
  readonly key: string;
  readonly millilitres: number;
  readonly quantity: number;
  readonly returnedMillilitres: number;
  /** 0 when nothing was sold then; undefined when these days are not known. */
  readonly before: number | undefined;
}

export interface SalesBesideList {
  readonly count: number;
  readonly top: readonly SalesBeside[];
}

/** Everything a sales digest says. */
export interface SalesDigest {
  /** One day, or the days since the digest before. */
  readonly days: DayRange;
  /** The same weekdays a week before, or as many weeks as the days need. */
  readonly daysBefore: DayRange;
  readonly scope: 'mine' | 'chosen';
  readonly totals: SalesTotals;
  /** Undefined when these days are not known; all 0 when they were read and empty. */
  readonly before: SalesTotals | undefined;
  /** By volume, the largest first. */
  readonly products: SalesBesideList;
  readonly stores: SalesBesideList;
  /** Products that fell most in volume, those without any sale now among them. */
  readonly falls: SalesBesideList;
  /** Stores likewise. */
  readonly storeFalls: SalesBesideList;
  /** Millilitres per day that is known among the last 30, the oldest first. */
  readonly history: readonly { readonly day: string; readonly millilitres: number }[];
  /** Corrections up to then are in. */
  readonly asOf: number | undefined;
}

export interface SalesDigestQuestion {
  readonly days: DayRange;
  readonly productIds?: readonly string[] | undefined;
}

/** The sales of days beside those of a week before, by product and by store. */
export async function readSalesDigest(
  sales: Pick<SalesReader, 'salesOf' | 'daysOf'>,
  calendar: Calendar,
  { days, productIds }: SalesDigestQuestion,
): Promise<SalesDigest> {
  const daysBefore = weeksBefore(days, calendar);
  const sums = (of: DayRange, by: 'product' | 'store') => sales.salesOf({ ...of, by, productIds });
  const first = calendar.addDays(days.to, 1 - CHART_DAYS);
  const [byProduct, byStore, productsBefore, storesBefore, byDay] = await Promise.all([
    sums(days, 'product'),
    sums(days, 'store'),
    sums(daysBefore, 'product'),
    sums(daysBefore, 'store'),
    sales.salesOf({ from: first, to: days.to, by: 'day', productIds }),
  ]);
  const products = beside(byProduct, productsBefore);
  const stores = beside(byStore, storesBefore);
  return {
    days,
    daysBefore,
    scope: productIds === undefined ? 'mine' : 'chosen',
    totals: byProduct.totals,
    before: isKnown(productsBefore) ? productsBefore.totals : undefined,
    products: listOf(products.filter(isSold)),
    stores: listOf(stores.filter(isSold)),
    falls: fallsIn(products),
    storeFalls: fallsIn(stores),
    history: historyOf(byDay),
    asOf: byProduct.coverage.asOf,
  };
}

function weeksBefore({ from, to }: DayRange, { addDays }: Calendar): DayRange {
  let back = WEEK_DAYS;
  while (addDays(to, -back) >= from) back += WEEK_DAYS;
  return { from: addDays(from, -back), to: addDays(to, -back) };
}

function isKnown({ coverage }: SalesSums): boolean {
  return coverage.missing.length === 0;
}

function isSold({ quantity, millilitres, returnedMillilitres }: SalesBeside): boolean {
  return quantity !== 0 || millilitres !== 0 || returnedMillilitres !== 0;
}

/** Everything that was sold in either period, by volume. */
function beside(now: SalesSums, then: SalesSums): SalesBeside[] {
  const known = isKnown(then);
  const earlier = new Map(then.groups.map((group) => [group.key, group]));
  const of = (group: SalesGroupSum): SalesBeside => ({
    key: group.key,
    millilitres: group.millilitres,
    quantity: group.quantity,
    returnedMillilitres: group.returnedMillilitres,
    before: known ? (earlier.get(group.key)?.millilitres ?? 0) : undefined,
  });
  const sold = new Set(now.groups.map(({ key }) => key));
  const gone = then.groups.filter(({ key }) => !sold.has(key));
  const none = { millilitres: 0, quantity: 0, returnedMillilitres: 0 };
  return [...now.groups.map(of), ...gone.map((group) => ({ ...of(group), ...none }))];
}

function listOf(found: readonly SalesBeside[]): SalesBesideList {
  return { count: found.length, top: found.slice(0, TOP) };
}

/** Volume more or less than a week before; undefined where that is not known. */
function differenceOf({ millilitres, before }: SalesBeside): number | undefined {
  return before === undefined ? undefined : millilitres - before;
}

function fallsIn(found: readonly SalesBeside[]): SalesBesideList {
  const fallen = found.filter((each) => (differenceOf(each) ?? 0) < 0);
  return listOf(fallen.toSorted((one, other) => (differenceOf(one) ?? 0) - (differenceOf(other) ?? 0)));
}

/** A day on which the stores were closed has sold nothing; one that is not read yet is left out. */
function historyOf({ groups, coverage }: SalesSums): SalesDigest['history'] {
  const sold = new Map(groups.map(({ key, millilitres }) => [key, millilitres]));
  return coverage.days
    .filter(({ state }) => state !== 'missing')
    .map(({ salesDate }) => ({ day: salesDate, millilitres: sold.get(salesDate) ?? 0 }));
}
