import { type Calendar, SALES_REFRESH } from 'retail-data-client/calendar/calendar';
import type { NamedKind } from '../digest/kind.ts';
import type { PickedIds } from '../parse/selection.ts';
import type { DayRange } from '../text/dayRange.ts';
import type { SalesGroupSum, SalesReader, SalesSums, SalesTotals } from './reader.ts';
import { salesWords } from './words/words.ts';

/** How commands name the sales digest. */
export const SALES_DIGEST: NamedKind = {
  content: 'sales',
  typed: 'sales salg salget sal salet',
  cadence: 'daily',
  isByStore: true,
  ownFrom: SALES_REFRESH,
  words: (t) => salesWords(t).digest.kind,
};

const CHART_DAYS = 30;
const WEEK_DAYS = 7;
/** No message shows more rows. */
const TOP = 15;

/** Sales of one product or store, compared with the same weekdays a week before; integer millilitres and items. */
export interface ComparedSales {
  readonly key: string;
  readonly millilitres: number;
  readonly quantity: number;
  readonly returnedMillilitres: number;
  /** Millilitres a week before: 0 when nothing was sold; undefined when the sales of these days aren't known. */
  readonly before: number | undefined;
}

export interface ComparedSalesList {
  readonly count: number;
  readonly top: readonly ComparedSales[];
}

export interface SalesDigest {
  /** One day, or all days since the previous digest. */
  readonly days: DayRange;
  /** The same weekdays a week before, or several weeks before where `days` are more than a week. */
  readonly daysBefore: DayRange;
  readonly scope: 'mine' | 'chosen';
  readonly totals: SalesTotals;
  /** Undefined when the sales of `daysBefore` aren't known; all 0 when there were none. */
  readonly before: SalesTotals | undefined;
  /** By volume, the largest first. */
  readonly products: ComparedSalesList;
  readonly stores: ComparedSalesList;
  /** Products whose volume fell most, including those without any sale now. */
  readonly falls: ComparedSalesList;
  /** Stores whose volume fell most. */
  readonly storeFalls: ComparedSalesList;
  /** Millilitres per day, for the known ones of the last 30 days, oldest first. */
  readonly history: readonly { readonly day: string; readonly millilitres: number }[];
  /** Includes corrections up to this instant. */
  readonly asOf: number | undefined;
}

export interface SalesDigestQuestion {
  readonly days: DayRange;
  readonly picked?: PickedIds;
}

/** Reads the sales of `days` and of a week before, by product and by store. */
export async function readSalesDigest(
  sales: Pick<SalesReader, 'salesOf' | 'daysOf'>,
  calendar: Calendar,
  { days, picked = {} }: SalesDigestQuestion,
): Promise<SalesDigest> {
  const daysBefore = weeksBefore(days, calendar);
  const sums = (of: DayRange, by: 'product' | 'store') => sales.salesOf({ ...of, by, picked });
  const first = calendar.addDays(days.to, 1 - CHART_DAYS);
  const [byProduct, byStore, productsBefore, storesBefore, byDay] = await Promise.all([
    sums(days, 'product'),
    sums(days, 'store'),
    sums(daysBefore, 'product'),
    sums(daysBefore, 'store'),
    sales.salesOf({ from: first, to: days.to, by: 'day', picked }),
  ]);
  const products = compared(byProduct, productsBefore);
  const stores = compared(byStore, storesBefore);
  return {
    days,
    daysBefore,
    scope: picked.product === undefined ? 'mine' : 'chosen',
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

export function isSold({ quantity, millilitres, returnedMillilitres }: ComparedSales): boolean {
  return quantity !== 0 || millilitres !== 0 || returnedMillilitres !== 0;
}

/** Products or stores that sold in either period, by volume now. `known`: whether the sales of `then` are. */
export function compared(now: SalesSums, then: SalesSums, known = isKnown(then)): ComparedSales[] {
  const earlier = new Map(then.groups.map((group) => [group.key, group]));
  const of = (group: SalesGroupSum): ComparedSales => ({
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

function listOf(found: readonly ComparedSales[]): ComparedSalesList {
  return { count: found.length, top: found.slice(0, TOP) };
}

/** In millilitres; undefined where the volume a week before isn't known. */
function differenceOf({ millilitres, before }: ComparedSales): number | undefined {
  return before === undefined ? undefined : millilitres - before;
}

function fallsIn(found: readonly ComparedSales[]): ComparedSalesList {
  const fallen = found.filter((each) => (differenceOf(each) ?? 0) < 0);
  return listOf(fallen.toSorted((one, other) => (differenceOf(one) ?? 0) - (differenceOf(other) ?? 0)));
}

/** Days on which stores were closed count as 0; days that aren't fetched yet are left out. */
function historyOf({ groups, coverage }: SalesSums): SalesDigest['history'] {
  const sold = new Map(groups.map(({ key, millilitres }) => [key, millilitres]));
  return coverage.days
    .filter(({ state }) => state !== 'missing')
    .map(({ salesDate }) => ({ day: salesDate, millilitres: sold.get(salesDate) ?? 0 }));
}
