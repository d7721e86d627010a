import { type Calendar, SALES_REFRESH } from 'retail-data-client/calendar/calendar';
import type { NamedKind } from '../digest/kind.ts';
import type { PickedIds } from '../parse/selection.ts';
import type { DayRange } from '../text/dayRange.ts';
import { type ComparedSales, compared, isSold, SALES_DIGEST } from './digest.ts';
import { emptyDays, keyOf, lackingDays, type PeriodUnit, periodsBefore, yearEarlier } from './periods.ts';
import type { SalesGroupSum, SalesReader, SalesSums, SalesTotals } from './reader.ts';
import { salesWords } from './words/words.ts';

/** HH:mm at which these digests are due unless a person chooses another time. */
const OWN_TIME = '08:00';

/** How commands name the weekly sales digest. */
export const WEEKLY_SALES_DIGEST: NamedKind = {
  content: 'weekly-sales',
  typed: 'weekly-sales weekly ukentlig vekentleg ukesalg ukesalget ukessalg ukerapport ukesrapport vekesal',
  narrows: SALES_DIGEST.content,
  cadence: 'weekly',
  isByStore: true,
  ownTime: OWN_TIME,
  ownFrom: SALES_REFRESH,
  words: (t) => salesWords(t).periodDigest.week.kind,
};

/** How commands name the monthly sales digest. */
export const MONTHLY_SALES_DIGEST: NamedKind = {
  content: 'monthly-sales',
  typed: 'monthly-sales monthly månedlig månadleg månedssalg månedssalget månedsrapport månadssal',
  narrows: SALES_DIGEST.content,
  cadence: 'monthly',
  isByStore: true,
  ownTime: OWN_TIME,
  ownFrom: SALES_REFRESH,
  words: (t) => salesWords(t).periodDigest.month.kind,
};

/** Periods in the chart, this one included, and periods before that are searched for a product. */
const CHART_PERIODS = 13;
const SEARCHED_PERIODS = 13;
/** Periods in which a product must have been sold to have stopped. */
const RECENT_PERIODS = 4;
/** A product that was sold in so many of them had a place in the stores. */
const MOST_OF_RECENT = 3;
/** Products or stores of each list. */
const LISTED = 5;

/** Some of `count` products or stores. */
export interface ListedSales {
  readonly count: number;
  readonly top: readonly ComparedSales[];
}

/** The best and the worst by volume. A product or store is in one of them only. */
export interface Ranking {
  readonly count: number;
  readonly best: readonly ComparedSales[];
  /** The smallest volume first. */
  readonly worst: readonly ComparedSales[];
}

/** Another period with its sales. */
export interface OtherPeriod {
  readonly days: DayRange;
  /** Undefined unless all its open days are stored. */
  readonly totals: SalesTotals | undefined;
  /** Whether some of its sales are stored. */
  readonly isPartly: boolean;
}

export interface PeriodDigest {
  readonly unit: PeriodUnit;
  readonly days: DayRange;
  readonly scope: 'mine' | 'chosen';
  readonly totals: SalesTotals;
  /** Open days whose sales aren't stored. */
  readonly lacking: readonly string[];
  /** Open days on which nothing was sold, or whose sales the service had too late. */
  readonly empty: readonly string[];
  readonly before: OtherPeriod;
  readonly yearBefore: OtherPeriod;
  readonly products: Ranking;
  readonly stores: Ranking;
  /**
   * Products that weren't sold in any of the stored periods before; undefined while fewer than RECENT_PERIODS are stored.
   */
  readonly fresh: (ListedSales & { readonly periods: number }) | undefined;
  /**
   * Products that were sold in most of the RECENT_PERIODS before, with their volume then, and not in this one; undefined
   * unless all of these are stored.
   */
  readonly stopped: (ListedSales & { readonly periods: number }) | undefined;
  /** Oldest first; millilitres are undefined for a period that isn't wholly stored. */
  readonly history: readonly { readonly key: string; readonly millilitres: number | undefined }[];
  /** Includes corrections up to this instant. */
  readonly asOf: number | undefined;
}

export interface PeriodQuestion {
  readonly unit: PeriodUnit;
  readonly days: DayRange;
  readonly picked?: PickedIds;
}

/** Reads the sales of a week or month and of the periods that it is compared with. */
export async function readPeriodDigest(
  sales: Pick<SalesReader, 'salesOf' | 'daysOf'>,
  calendar: Calendar,
  { unit, days, picked = {} }: PeriodQuestion,
): Promise<PeriodDigest> {
  const earlier = periodsBefore(unit, days, SEARCHED_PERIODS, calendar);
  const recent = earlier.slice(0, RECENT_PERIODS);
  const year = yearEarlier(unit, days, calendar);
  const oldest = earlier.at(-1) ?? days;
  const sums = (of: DayRange, by: 'product' | 'store' | 'day') => sales.salesOf({ ...of, by, picked });
  const [byProduct, byStore, storesBefore, yearSums, byDay, searched, ...recentSums] = await Promise.all([
    sums(days, 'product'),
    sums(days, 'store'),
    sums(recent[0] ?? days, 'store'),
    sums(year, 'product'),
    sums({ from: oldest.from, to: days.to }, 'day'),
    sums({ from: oldest.from, to: recent[0]?.to ?? days.to }, 'product'),
    ...recent.map((of) => sums(of, 'product')),
  ]);
  const [productsBefore = searched] = recentSums;
  const isStored = (of: DayRange) => lackingDays(byDay.coverage, of).length === 0;
  const firstGap = earlier.findIndex((each) => !isStored(each));
  const storedPeriods = firstGap === -1 ? earlier.length : firstGap;
  const sold = new Set(byProduct.groups.filter(isSale).map(({ key }) => key));
  const hasRecent = storedPeriods >= RECENT_PERIODS;
  return {
    unit,
    days,
    scope: picked.product === undefined ? 'mine' : 'chosen',
    totals: byProduct.totals,
    lacking: lackingDays(byProduct.coverage),
    empty: emptyDays(byProduct.coverage),
    before: otherPeriod(recent[0] ?? days, productsBefore),
    yearBefore: otherPeriod(year, yearSums),
    products: rankingOf(byProduct, productsBefore),
    stores: rankingOf(byStore, storesBefore),
    fresh: hasRecent ? { ...freshIn(byProduct, searched), periods: storedPeriods } : undefined,
    stopped: hasRecent ? { ...stoppedIn(sold, recentSums), periods: RECENT_PERIODS } : undefined,
    history: historyOf(unit, [...earlier.slice(0, CHART_PERIODS - 1).toReversed(), days], byDay, isStored),
    asOf: byProduct.coverage.asOf,
  };
}

function isSale({ millilitres, quantity }: Pick<SalesGroupSum, 'millilitres' | 'quantity'>): boolean {
  return millilitres > 0 || quantity > 0;
}

function isWhole({ coverage }: SalesSums): boolean {
  return lackingDays(coverage).length === 0;
}

function otherPeriod(days: DayRange, found: SalesSums): OtherPeriod {
  const { coverage, totals } = found;
  return {
    days,
    totals: isWhole(found) ? totals : undefined,
    isPartly: coverage.missing.length < coverage.days.length,
  };
}

function rankingOf(now: SalesSums, then: SalesSums): Ranking {
  const ranked = compared(now, then, isWhole(then)).filter(isSold);
  const best = ranked.slice(0, LISTED);
  return { count: ranked.length, best, worst: ranked.slice(LISTED).slice(-LISTED).toReversed() };
}

function listed(found: readonly ComparedSales[]): ListedSales {
  return { count: found.length, top: found.slice(0, LISTED) };
}

/** Products that are sold now and have no row in `searched`, by volume. */
function freshIn(now: SalesSums, searched: SalesSums): ListedSales {
  const known = new Set(searched.groups.map(({ key }) => key));
  const found = now.groups.filter((group) => isSale(group) && !known.has(group.key));
  return listed(found.map((group) => ({ ...group, before: 0 })));
}

/** Products that were sold in most of `recent` and aren't in `sold`, by their volume then. */
function stoppedIn(sold: ReadonlySet<string>, recent: readonly SalesSums[]): ListedSales {
  const volumes = new Map<string, number[]>();
  for (const group of recent.flatMap(({ groups }) => groups)) {
    if (!isSale(group) || sold.has(group.key)) continue;
    volumes.set(group.key, [...(volumes.get(group.key) ?? []), group.millilitres]);
  }
  const none = { millilitres: 0, quantity: 0, returnedMillilitres: 0 };
  const found = [...volumes]
    .filter(([, sums]) => sums.length >= MOST_OF_RECENT)
    .map(([key, sums]) => ({ key, ...none, before: sums.reduce((sum, each) => sum + each, 0) }));
  return listed(found.toSorted((one, other) => other.before - one.before || (one.key < other.key ? -1 : 1)));
}

function historyOf(
  unit: PeriodUnit,
  periods: readonly DayRange[],
  { groups }: SalesSums,
  isStored: (of: DayRange) => boolean,
): PeriodDigest['history'] {
  return periods.map((of) => {
    const within = groups.filter(({ key }) => key >= of.from && key <= of.to);
    const sum = within.reduce((total, { millilitres }) => total + millilitres, 0);
    return { key: keyOf(unit, of), millilitres: isStored(of) ? sum : undefined };
  });
}
