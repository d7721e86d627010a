import { type Calendar, SALES_REFRESH } from 'retail-data-client/calendar/calendar';
import type { Actor } from '../access/actor.ts';
import type { Database } from '../database/connection.ts';
import { nextAt } from '../text/timeOfDay.ts';
import { readSalesProgress } from './import/state.ts';
import type { SalesReader } from './reader.ts';
import type { SalesWords } from './words/en.ts';
import { salesWords } from './words/words.ts';

/** The sales lines of App Home; undefined for a person who can't see sales. `historyDays`: past days to store. */
export function salesOnHome(
  database: Database,
  calendar: Calendar,
  sales: Pick<SalesReader, 'newestDay' | 'daysOf'>,
  historyDays: number,
) {
  return async ({ may, language: { t, format } }: Actor, now: number): Promise<string[] | undefined> => {
    if (!may('view_sales').allowed) return undefined;
    const { home } = salesWords(t);
    const instant = (at: number) => format.instant(at, calendar.timeZone);
    // The latest day that the service should have.
    const day = calendar.latestSalesDay(now);
    const [newest, { days }, { comparedAt, latestAt, nextTryAt, daysDone, daysTotal }] = await Promise.all([
      sales.newestDay(),
      sales.daysOf(day, day),
      readSalesProgress(database, calendar, now, historyDays),
    ]);
    const { state = 'missing' } = days[0] ?? {};
    const isThere = state !== 'missing';
    // Includes corrections up to this instant.
    const asOf = comparedAt ?? latestAt;
    return [
      newest === undefined
        ? home.none(isThere)
        : home.sales(isThere, newest, asOf === undefined ? undefined : instant(asOf)),
      ...(state === 'empty' ? [home.noneOn(day)] : []),
      isThere
        ? t.common.next(instant(nextAt(SALES_REFRESH, calendar, now)))
        : home.late(day, instant(calendar.instantOf(calendar.addDays(day, 1), SALES_REFRESH))),
      progressLine(daysDone, daysTotal, home),
      ...(nextTryAt === undefined ? [] : [home.readingFailed(instant(nextTryAt))]),
    ];
  };
}

const BAR_CHARACTERS = 10;

/** How many past days are stored. */
function progressLine(daysDone: number, daysTotal: number, home: SalesWords['home']): string {
  if (daysDone >= daysTotal) return home.daysHeld(daysTotal);
  const share = daysTotal === 0 ? 0 : daysDone / daysTotal;
  const full = Math.floor(share * BAR_CHARACTERS);
  const bar = '▓'.repeat(full) + '░'.repeat(BAR_CHARACTERS - full);
  return home.readingPast(bar, daysDone, daysTotal);
}
