import { RetailDataError } from 'retail-data-client/errors/errors';
import type { Query } from '../../figures/query.ts';
import { type PeriodRelation, periodBefore, relationOf, yearBefore } from '../../parse/dates/comparison.ts';
import type { DateContext } from '../../parse/dates/period.ts';
import type { PickedIds } from '../../parse/selection.ts';
import type { DayRange } from '../../text/dayRange.ts';
import { LiveSalesBusy } from '../live/turns.ts';
import { unitOf } from '../periods.ts';
import {
  type FigureParts,
  lackingIn,
  querySales,
  type SalesPeriod,
  type SalesResult,
  type SalesRowOf,
} from '../query.ts';
import { differenceOf, NO_SALES } from '../sums.ts';
import { type Course, readCourse } from './course.ts';
import { type Novelty, readNovelty } from './novelty.ts';

/** An earlier period, and the change since; undefined where it can't be compared. */
export interface Earlier extends Pick<SalesResult, 'now' | 'change'> {
  readonly before: SalesPeriod;
  readonly relation: PeriodRelation | undefined;
}

/** What a period sold, and how that changed. `/sales` answers with it, and the sales digests show it. */
export interface SalesOverview {
  readonly days: DayRange;
  readonly now: SalesPeriod;
  /** Open days whose sales lack. Then only the days that are known are shown: no total, change or rank. */
  readonly lacking: readonly string[];
  readonly known: readonly SalesRowOf[];
  /** The period before. */
  readonly earlier: Earlier | undefined;
  /** The year before a week or month. */
  readonly year: Earlier | undefined;
  /** By volume, the largest first. With those that were sold in the earlier period only. */
  readonly products: readonly SalesRowOf[];
  readonly stores: readonly SalesRowOf[];
  /** Products that are new or have stopped; undefined for periods that aren't a week or month. */
  readonly novelty: Novelty | undefined;
  readonly course: Course;
}

export interface OverviewParts extends FigureParts {
  readonly context: DateContext;
  /** Asks for earlier periods of one that is stored; what is stored is shown where the service doesn't answer in time. */
  readonly liveEarlier: FigureParts['live'];
}

/** Reads a period and what it is compared with, as `/sales compare` does. @throws RetailDataError, LiveSalesBusy */
export async function readOverview(
  { days, picked }: { readonly days: DayRange; readonly picked: PickedIds },
  { sales, live, context, liveEarlier }: OverviewParts,
): Promise<SalesOverview> {
  const stored: FigureParts = { sales, live: undefined };
  const whole: FigureParts = { ...stored, live };
  const asked = { measure: 'sold', period: days, selection: picked, keep: {} } as const;
  const { now } = await querySales({ ...asked, rows: ['product'] }, whole);
  const lacking = lackingIn(now);
  if (lacking.length > 0) {
    const { rows: known } = await querySales({ ...asked, rows: ['day'] }, whole);
    return { ...NOTHING, days, now, lacking, known };
  }
  const earlierLive = now.source.from === 'service' ? live : liveEarlier;
  const compared = (rows: 'product' | 'store', against: DayRange) => {
    const query: Query = { ...asked, rows: [rows], against };
    return querySales(query, whole, { ...stored, live: earlierLive }).catch(
      orElse(() => querySales(query, whole, stored)),
    );
  };
  const against = periodBefore(days, context);
  const [products, stores] = [await compared('product', against), await compared('store', against)];
  const unit = unitOf(days);
  const ofYear = unit && (await compared('product', yearBefore(days, context)));
  const storedOf = (period: DayRange, rows: 'product' | 'day') =>
    querySales({ ...asked, rows: [rows], period }, stored);
  return {
    days,
    now,
    lacking,
    known: [],
    earlier: earlierIn(products, context),
    year: ofYear && earlierIn(ofYear, context),
    products: products.rows,
    stores: stores.rows,
    novelty: unit && !isOne(picked) ? await readNovelty(unit, products, storedOf, context) : undefined,
    course: await readCourse(now, storedOf, context),
  };
}

const NOTHING = {
  earlier: undefined,
  year: undefined,
  products: [],
  stores: [],
  novelty: undefined,
  course: { by: 'day', points: [] },
} as const;

function earlierIn({ now, before, change }: SalesResult, context: DateContext): Earlier | undefined {
  return before && { now, before, change, relation: relationOf(now.days, before.days, context) };
}

/** Does the other thing where the service doesn't answer. */
function orElse<T>(other: () => Promise<T>) {
  return (error: unknown): Promise<T> => {
    if (!(error instanceof RetailDataError || error instanceof LiveSalesBusy)) throw error;
    return other();
  };
}

/** Whether these are of one product, which is no news in a list of its own. */
function isOne({ product }: PickedIds): boolean {
  return product?.isLeftOut === false && product.ids.length === 1;
}

export function isSold({ now: sum = NO_SALES }: SalesRowOf): boolean {
  return sum.quantity !== 0 || sum.millilitres !== 0 || sum.returnedMillilitres !== 0;
}

/** Those that fell (-1) or rose (1), by how much; per open day where these differ. */
export function changed(found: readonly SalesRowOf[], sign: -1 | 1): readonly SalesRowOf[] {
  const by = ({ change }: SalesRowOf) => (change === undefined ? 0 : differenceOf(change) * sign);
  return found.filter((each) => by(each) > 0).toSorted((one, other) => by(other) - by(one));
}
