import { RetailDataError } from 'retail-data-client/errors/errors';
import type { Query } from '../../figures/query.ts';
import { type PeriodRelation, periodBefore, relationOf, yearBefore } from '../../parse/dates/comparison.ts';
import type { DateContext } from '../../parse/dates/period.ts';
import type { PickedIds } from '../../parse/selection.ts';
import { type DayRange, lengthOf } from '../../text/dayRange.ts';
import { LiveSalesBusy } from '../live/turns.ts';
import { type PeriodUnit, periodsBefore, unitOf } from '../periods.ts';
import { type FigureParts, lackingIn, querySales, type SalesResult, type SalesRowOf } from '../query.ts';
import { differenceOf, LEAST_MEAN, NO_SALES } from '../sums.ts';
import { type Novelty, readNovelty } from './novelty.ts';

/** Two periods, and the change since the earlier one; undefined where they can't be compared. */
export interface Compared extends Pick<SalesResult, 'now' | 'before' | 'change'> {
  readonly relation: PeriodRelation | undefined;
}

/**
 * What a period sold, and how that changed since the period before. `/sales` answers with it, and the sales digests show
 * it. Of a period that lacks open days only the days that are known are shown: no total, change or rank.
 */
export interface SalesOverview extends Compared {
  /** The days that are known of a period that lacks some. */
  readonly known: readonly SalesRowOf[];
  /** Against the year before a week or month. */
  readonly year: Compared | undefined;
  /** By volume, the largest first. With those that were sold in the earlier period only. */
  readonly products: readonly SalesRowOf[];
  readonly stores: readonly SalesRowOf[];
  /** Products that are new or have stopped; undefined for periods that aren't a week or month. */
  readonly novelty: Novelty | undefined;
  /** The period among those before it; undefined for one that lacks days. */
  readonly course: Course | undefined;
}

/** The course of the sales up to the end of a period. */
export interface Course extends Pick<SalesResult, 'now' | 'rows'> {
  readonly by: 'day' | 'week' | 'month';
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
  if (lackingIn(now).length > 0) {
    const { rows: known } = await querySales({ ...asked, rows: ['day'] }, whole);
    return { ...NOTHING, now, known };
  }
  const earlierLive = now.source.from === 'service' ? live : liveEarlier;
  const compared = async (rows: 'product' | 'store', against: DayRange) => {
    const query: Query = { ...asked, rows: [rows], against };
    const result = await querySales(query, whole, { ...stored, live: earlierLive }).catch(
      orElse(() => querySales(query, whole, stored)),
    );
    return { ...result, relation: relationOf(days, against, context) };
  };
  const against = periodBefore(days, context);
  const [products, stores] = [await compared('product', against), await compared('store', against)];
  const unit = unitOf(days);
  const storedOf = (period: DayRange, rows: 'product' | Course['by']) =>
    querySales({ ...asked, rows: [rows], period }, stored);
  const course = courseOf(days, unit, context);
  return {
    ...products,
    known: [],
    year: unit && (await compared('product', yearBefore(days, context))),
    products: products.rows,
    stores: stores.rows,
    novelty: unit && !isOne(picked) ? await readNovelty(unit, products, storedOf, context) : undefined,
    course: { by: course.by, ...(await storedOf(course.period, course.by)) },
  };
}

const NOTHING = {
  before: undefined,
  change: undefined,
  relation: undefined,
  year: undefined,
  products: [],
  stores: [],
  novelty: undefined,
  course: undefined,
} as const;

/** Weeks or months of the chart of one of them, with it. */
const PERIODS = 13;
const DAYS = 30;
/** Longer ranges are drawn by week, and from MAX_WEEKS on by month. */
const MAX_DAYS = 62;
const MAX_WEEKS = 26;

/** A week among weeks, a month among months, other days with those before them. */
function courseOf(days: DayRange, unit: PeriodUnit | undefined, { calendar }: DateContext) {
  const { to } = days;
  if (unit !== undefined) {
    const { from } = periodsBefore(unit, days, PERIODS - 1, calendar).at(-1) ?? days;
    return { by: unit, period: { from, to } };
  }
  const length = lengthOf(days);
  if (length > MAX_DAYS) return { by: length <= MAX_WEEKS * 7 ? 'week' : 'month', period: days } as const;
  return { by: 'day', period: { from: calendar.addDays(to, 1 - Math.max(length, DAYS)), to } } as const;
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

/** Those that fell (-1) or rose (1), by how much; per open day where these differ, which is a mean and never exact. */
export function changed(found: readonly SalesRowOf[], sign: -1 | 1): readonly SalesRowOf[] {
  const by = ({ change }: SalesRowOf) => (change === undefined ? 0 : differenceOf(change) * sign);
  const least = ({ change }: SalesRowOf) => (change?.perOpenDay === undefined ? 0 : LEAST_MEAN);
  return found.filter((each) => by(each) > least(each)).toSorted((one, other) => by(other) - by(one));
}
