import { randomUUID } from 'node:crypto';
import { type Calendar, SALES_REFRESH } from 'retail-data-client/calendar/calendar';
import { RetailDataError } from 'retail-data-client/errors/errors';
import type { NamedKind } from '../digest/kind.ts';
import { TIME_GROUPINGS } from '../figures/rows.ts';
import type { PickedIds } from '../parse/selection.ts';
import type { DayRange } from '../text/dayRange.ts';
import { type ComparedPeriods, compareSales, isSold, readCompared, SALES_DIGEST } from './digest.ts';
import { type LiveSales, LiveSalesBusy } from './live/turns.ts';
import { keyOf, type PeriodUnit, periodsBefore, yearEarlier } from './periods.ts';
import {
  type FigureParts,
  lackingIn,
  querySales,
  type SalesPeriod,
  type SalesResult,
  type SalesRowOf,
} from './query.ts';
import type { SalesGroupSum } from './reader.ts';
import { addUp, NO_SALES } from './sums.ts';
import { salesWords } from './words/words.ts';

/** HH:mm at which these digests are due unless a person chooses another time. */
const OWN_TIME = '08:00';

function namedKind(unit: PeriodUnit, cadence: 'weekly' | 'monthly', typed: string): NamedKind {
  return {
    content: `${cadence}-sales`,
    typed: `${cadence}-sales ${typed}`,
    narrows: SALES_DIGEST.content,
    cadence,
    isByStore: true,
    ownTime: OWN_TIME,
    ownFrom: SALES_REFRESH,
    words: (t) => salesWords(t).periodDigest[unit].kind,
  };
}

/** How commands name these digests. */
export const WEEKLY_SALES_DIGEST = namedKind(
  'week',
  'weekly',
  'weekly ukentlig vekentleg ukesalg ukesalget ukessalg ukerapport ukesrapport vekesal',
);
export const MONTHLY_SALES_DIGEST = namedKind(
  'month',
  'monthly',
  'monthly månedlig månadleg månedssalg månedssalget månedsrapport månadssal',
);

/** Periods before that are searched for a product; the chart has as many, this one included. */
const SEARCHED_PERIODS = 13;
/** Periods in which a product must have been sold to have stopped. */
const RECENT_PERIODS = 4;
/** A product that was sold in so many of them had a place in the stores. */
const MOST_OF_RECENT = 3;
/** Products or stores of each list. */
export const LISTED = 5;

/** The best and the worst by volume. A product or store is in one of them only. */
export interface Ranking {
  readonly best: readonly SalesRowOf[];
  /** The smallest volume first. */
  readonly worst: readonly SalesRowOf[];
}

/** Products that `periods` before were searched for; `now` is their volume in these or in this one. */
interface FoundSales {
  readonly found: readonly SalesRowOf[];
  readonly periods: number;
}

interface CommonDigest {
  readonly unit: PeriodUnit;
  readonly now: SalesPeriod;
}

/** A period whose sales of some open days lack: only the days that have sales are shown. */
export interface PartDigest extends CommonDigest {
  readonly lacking: readonly string[];
  readonly known: readonly SalesRowOf[];
}

export interface PeriodDigest extends CommonDigest, ComparedPeriods {
  readonly lacking?: undefined;
  readonly yearBefore: ComparedPeriods;
  readonly products: Ranking;
  readonly stores: Ranking;
  /**
   * Products that weren't sold in any of the stored periods before; undefined while fewer than RECENT_PERIODS are stored.
   */
  readonly fresh: FoundSales | undefined;
  /**
   * Products that were sold in most of the RECENT_PERIODS before, with their volume then, and not in this one; undefined
   * unless all of these are stored.
   */
  readonly stopped: FoundSales | undefined;
  /** Oldest first; millilitres are undefined for a period that isn't wholly stored. */
  readonly history: readonly { readonly key: string; readonly millilitres: number | undefined }[];
}

export interface PeriodQuestion {
  readonly unit: PeriodUnit;
  readonly days: DayRange;
  readonly picked?: PickedIds;
}

export interface PeriodParts extends Pick<FigureParts, 'sales' | 'clock'> {
  readonly calendar: Calendar;
  readonly live: LiveSales;
}

/** Reads days that aren't stored from the service; stored days only where it doesn't answer in time. */
export async function readWhole<T>(
  { sales, clock, live }: Pick<PeriodParts, 'sales' | 'clock' | 'live'>,
  read: (parts: FigureParts) => Promise<T>,
): Promise<T> {
  const turn = live(randomUUID());
  try {
    return await read({ sales, clock, live: turn.read }).catch(
      orElse(() => read({ sales, clock, live: undefined })),
    );
  } finally {
    turn.end();
  }
}

/** Does the other thing where the service doesn't answer. */
function orElse<T>(other: () => Promise<T>) {
  return (error: unknown): Promise<T> => {
    if (!(error instanceof RetailDataError || error instanceof LiveSalesBusy)) throw error;
    return other();
  };
}

/** Reads a week or month and what it is compared with, as `/sales compare` does. */
export async function readPeriodDigest(
  parts: PeriodParts,
  { unit, days, picked = {} }: PeriodQuestion,
): Promise<PeriodDigest | PartDigest> {
  const { sales, clock, calendar } = parts;
  const earlier = periodsBefore(unit, days, SEARCHED_PERIODS, calendar);
  const [last = days] = earlier;
  const oldest = earlier.at(-1) ?? days;
  const stored = (of: DayRange, by: 'product' | 'day') =>
    querySales(
      { measure: 'sold', rows: [by], period: of, selection: picked, keep: {} },
      { sales, clock, live: undefined },
    );
  const [compared, year] = await readWhole(parts, async (whole) => {
    const sold = await readCompared({ days, against: last, picked }, whole);
    if (lackingIn(sold.now).length > 0) return [sold, undefined] as const;
    const asked = { days, against: yearEarlier(unit, days, calendar), picked };
    const yearBy = (of: FigureParts) => compareSales(asked, 'product', of);
    // The year before is left out where it doesn't arrive in time, and nothing else.
    const ofStored = () => yearBy({ sales, clock, live: undefined });
    return [sold, await yearBy(whole).catch(orElse(ofStored))] as const;
  });
  const { products, stores, now, before, change } = compared;
  if (year === undefined)
    return { unit, now, lacking: lackingIn(now), known: (await stored(days, 'day')).rows };
  const [byDay, searched, ...recent] = await Promise.all([
    stored({ from: oldest.from, to: days.to }, 'day'),
    stored({ from: oldest.from, to: last.to }, 'product'),
    ...earlier.slice(0, RECENT_PERIODS).map((of) => stored(of, 'product')),
  ]);
  const notStored = lackingIn(byDay.now);
  const isStored = ({ from, to }: DayRange) => !notStored.some((day) => day >= from && day <= to);
  const firstGap = earlier.findIndex((each) => !isStored(each));
  const storedPeriods = firstGap === -1 ? earlier.length : firstGap;
  const hasRecent = storedPeriods >= RECENT_PERIODS;
  return {
    unit,
    now,
    before,
    change,
    yearBefore: year,
    products: rankingOf(products),
    stores: rankingOf(stores),
    fresh: hasRecent ? { found: freshIn(products, searched), periods: storedPeriods } : undefined,
    stopped: hasRecent ? { found: stoppedIn(products, recent), periods: RECENT_PERIODS } : undefined,
    history: [
      ...historyOf(unit, earlier.slice(0, SEARCHED_PERIODS - 1).toReversed(), byDay, isStored),
      { key: keyOf(unit, days), millilitres: now.totals.millilitres },
    ],
  };
}

function isSale({ millilitres, quantity }: Pick<SalesGroupSum, 'millilitres' | 'quantity'>): boolean {
  return millilitres > 0 || quantity > 0;
}

function rankingOf(groups: readonly SalesRowOf[]): Ranking {
  const ranked = groups.filter(isSold);
  const best = ranked.slice(0, LISTED);
  return { best, worst: ranked.slice(LISTED).slice(-LISTED).toReversed() };
}

/** Products that are sold now and have no row in `searched`, by volume. */
function freshIn(products: readonly SalesRowOf[], searched: SalesResult): readonly SalesRowOf[] {
  const known = new Set(searched.rows.map(({ key }) => key));
  return products
    .filter(({ key, now = NO_SALES }) => isSale(now) && !known.has(key))
    .map((each) => ({ ...each, change: undefined }));
}

/** Products that were sold in most of `recent` and aren't now, by their volume then. */
function stoppedIn(products: readonly SalesRowOf[], recent: readonly SalesResult[]): readonly SalesRowOf[] {
  const sold = new Set(products.filter(({ now = NO_SALES }) => isSale(now)).map(({ key }) => key));
  const then = Map.groupBy(
    recent.flatMap(({ rows }) =>
      rows.flatMap(({ now = NO_SALES, key }) => (isSale(now) && !sold.has(key) ? [{ ...now, key }] : [])),
    ),
    ({ key }) => key,
  );
  const found = [...then].filter(([, sums]) => sums.length >= MOST_OF_RECENT);
  const compared = found.map(([key, sums]) => ({ key, ...addUp(sums) }));
  return compared
    .toSorted((one, other) => other.millilitres - one.millilitres || (one.key < other.key ? -1 : 1))
    .map((now) => ({ key: now.key, now }));
}

function historyOf(
  unit: PeriodUnit,
  periods: readonly DayRange[],
  { rows }: SalesResult,
  isStored: (of: DayRange) => boolean,
): PeriodDigest['history'] {
  const sums = Map.groupBy(rows, ({ key }) => TIME_GROUPINGS[unit].keyOf(key));
  return periods.map((of) => {
    const key = keyOf(unit, of);
    return {
      key,
      millilitres: isStored(of)
        ? addUp((sums.get(key) ?? []).map(({ now = NO_SALES }) => now)).millilitres
        : undefined,
    };
  });
}
