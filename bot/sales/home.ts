import { type Calendar, SALES_REFRESH } from 'retail-data-client/calendar/calendar';
import type { Actor } from '../access/actor.ts';
import type { Database } from '../database/connection.ts';
import type { Catalog } from '../language/language.ts';
import { nextAt as nextTimeAt } from '../text/timeOfDay.ts';
import { readSalesProgress } from './import/state.ts';
import type { DayState, SalesReader } from './reader.ts';
import type { SalesWords } from './words/en.ts';
import { salesWords } from './words/words.ts';

interface SalesFreshness {
  /** The latest day with sales; undefined while there is none. */
  readonly newestDay: string | undefined;
  /** The latest day that the service should have, and whether it is stored. */
  readonly latest: { readonly day: string; readonly state: DayState };
  /** Includes corrections up to this instant. */
  readonly asOf: number | undefined;
  readonly nextAt: number;
  /** Past days that are stored. */
  readonly progress: { readonly daysDone: number; readonly daysTotal: number };
  /** The next attempt after a failure; undefined when the last attempt succeeded. */
  readonly nextTryAt: number | undefined;
}

/** The sales lines of App Home; undefined for a person who can't see sales. `historyDays`: past days to store. */
export function salesOnHome(
  database: Database,
  calendar: Calendar,
  sales: Pick<SalesReader, 'newestDay' | 'daysOf'>,
  historyDays: number,
) {
  return async ({ may, language: { t, format } }: Actor, now: number): Promise<string[] | undefined> => {
    if (!may('view_sales').allowed) return undefined;
    const freshness = await readSalesFreshness(database, calendar, sales, historyDays, now);
    return salesLines(freshness, t, (at) => format.instant(at, calendar.timeZone));
  };
}

async function readSalesFreshness(
  database: Database,
  calendar: Calendar,
  sales: Pick<SalesReader, 'newestDay' | 'daysOf'>,
  historyDays: number,
  now: number,
): Promise<SalesFreshness> {
  const day = calendar.latestSalesDay(now);
  const [newestDay, coverage, progress] = await Promise.all([
    sales.newestDay(),
    sales.daysOf(day, day),
    readSalesProgress(database, calendar, now, historyDays),
  ]);
  const state = coverage.days[0]?.state ?? 'missing';
  return {
    newestDay,
    latest: { day, state },
    asOf: progress.comparedAt ?? progress.latestAt,
    nextAt:
      state === 'missing'
        ? calendar.instantOf(calendar.addDays(day, 1), SALES_REFRESH)
        : nextTimeAt(SALES_REFRESH, calendar, now),
    progress,
    nextTryAt: progress.nextTryAt,
  };
}

function salesLines(sales: SalesFreshness, t: Catalog, instant: (at: number) => string): string[] {
  const { home } = salesWords(t);
  const { newestDay, latest, asOf, nextAt, nextTryAt } = sales;
  const isThere = latest.state !== 'missing';
  return [
    newestDay === undefined
      ? home.none(isThere)
      : home.sales(isThere, newestDay, asOf === undefined ? undefined : instant(asOf)),
    ...(latest.state === 'empty' ? [home.noneOn(latest.day)] : []),
    isThere ? t.common.next(instant(nextAt)) : home.late(latest.day, instant(nextAt)),
    progressLine(sales, home),
    ...(nextTryAt === undefined ? [] : [home.readingFailed(instant(nextTryAt))]),
  ];
}

const BAR_CHARACTERS = 10;

function progressLine({ progress }: SalesFreshness, home: SalesWords['home']): string {
  const { daysDone, daysTotal } = progress;
  if (daysDone >= daysTotal) return home.daysHeld(daysTotal);
  const share = daysTotal === 0 ? 0 : daysDone / daysTotal;
  const full = Math.floor(share * BAR_CHARACTERS);
  const bar = '▓'.repeat(full) + '░'.repeat(BAR_CHARACTERS - full);
  return home.readingPast(bar, daysDone, daysTotal);
}
