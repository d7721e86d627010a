import { type Calendar, SALES_REFRESH } from 'retail-data-client/calendar/calendar';
import type { NamedKind } from '../digest/kind.ts';
import type { PickedIds } from '../parse/selection.ts';
import type { DayRange } from '../text/dayRange.ts';
import {
  type FigureParts,
  querySales,
  type SalesPeriod,
  type SalesResult,
  type SalesRowOf,
} from './query.ts';
import type { SalesSums } from './reader.ts';
import { differenceOf, NO_SALES } from './sums.ts';
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

/** The sums of two periods. */
export interface ComparedPeriods extends Pick<SalesResult, 'now' | 'change'> {
  readonly before: SalesPeriod;
}

export interface SalesDigest extends ComparedPeriods {
  /** By volume, the largest first. */
  readonly products: readonly SalesRowOf[];
  readonly stores: readonly SalesRowOf[];
  /** Products whose volume fell most, including those without any sale now; per open day where these differ. */
  readonly falls: readonly SalesRowOf[];
  readonly storeFalls: readonly SalesRowOf[];
  readonly rises: readonly SalesRowOf[];
  readonly storeRises: readonly SalesRowOf[];
  /** Millilitres per day, for the known ones of the last 30 days, oldest first. */
  readonly history: readonly { readonly day: string; readonly millilitres: number }[];
}

/** Reads the sales of `days` and of a week before, by product and by store. */
export async function readSalesDigest(
  parts: FigureParts,
  calendar: Calendar,
  { days, picked = {} }: { readonly days: DayRange; readonly picked?: PickedIds },
): Promise<SalesDigest> {
  const first = calendar.addDays(days.to, 1 - CHART_DAYS);
  const [compared, byDay] = await Promise.all([
    readCompared({ days, against: weeksBefore(days, calendar), picked }, parts),
    parts.sales.salesOf({ from: first, to: days.to, by: 'day', picked }),
  ]);
  const { products, stores, now, before, change } = compared;
  return {
    now,
    before,
    change,
    products: products.filter(isSold),
    stores: stores.filter(isSold),
    falls: changed(products, -1),
    storeFalls: changed(stores, -1),
    rises: changed(products, 1),
    storeRises: changed(stores, 1),
    history: historyOf(byDay),
  };
}

interface Compared {
  readonly days: DayRange;
  readonly against: DayRange;
  readonly picked: PickedIds;
}

/** Compares two periods, whole and by product and store, as `/sales compare` does. @throws RetailDataError */
export async function readCompared(of: Compared, parts: FigureParts) {
  const by = (rows: 'product' | 'store') => compareSales(of, rows, parts);
  const [{ rows: products, ...periods }, { rows: stores }] = await Promise.all([by('product'), by('store')]);
  return { ...periods, products, stores };
}

/** One period against another. @throws RetailDataError */
export async function compareSales(
  { days, against, picked }: Compared,
  by: 'product' | 'store',
  parts: FigureParts,
): Promise<ComparedPeriods & Pick<SalesResult, 'rows'>> {
  const query = { measure: 'sold', rows: [by], period: days, against, selection: picked, keep: {} } as const;
  const { now, before = now, change, rows } = await querySales(query, parts);
  return { now, before, change, rows };
}

function weeksBefore({ from, to }: DayRange, { addDays }: Calendar): DayRange {
  let back = WEEK_DAYS;
  while (addDays(to, -back) >= from) back += WEEK_DAYS;
  return { from: addDays(from, -back), to: addDays(to, -back) };
}

export function isSold({ now: sum }: SalesRowOf): boolean {
  const now = sum ?? NO_SALES;
  return now.quantity !== 0 || now.millilitres !== 0 || now.returnedMillilitres !== 0;
}

/** Those that fell (-1) or rose (1), by how much. */
function changed(found: readonly SalesRowOf[], sign: -1 | 1): readonly SalesRowOf[] {
  const by = ({ change }: SalesRowOf) => (change === undefined ? 0 : differenceOf(change) * sign);
  return found.filter((each) => by(each) > 0).toSorted((one, other) => by(other) - by(one));
}

/** Days on which stores were closed count as 0; days that aren't fetched yet are left out. */
function historyOf({ groups, coverage }: SalesSums): SalesDigest['history'] {
  const sold = new Map(groups.map(({ key, millilitres }) => [key, millilitres]));
  return coverage.days
    .filter(({ state }) => state !== 'missing')
    .map(({ salesDate }) => ({ day: salesDate, millilitres: sold.get(salesDate) ?? 0 }));
}
