import { type Calendar, STOCK_REFRESH } from 'retail-data-client/calendar/calendar';
import type { Actor } from '../access/actor.ts';
import type { Database } from '../database/connection.ts';
import { nextAt } from '../text/timeOfDay.ts';
import { stockDayOf } from './import/state.ts';
import { latestSnapshot } from './queries.ts';
import { stockWords } from './words/words.ts';

/** The stock lines of App Home; undefined for a person who can't see stock. */
export function stockOnHome(database: Database, calendar: Calendar) {
  return async ({ may, language: { t, format } }: Actor, now: number): Promise<string[] | undefined> => {
    if (!may('view_stock').allowed) return undefined;
    const { home } = stockWords(t);
    const instant = (at: number) => format.instant(at, calendar.timeZone);
    const latest = await latestSnapshot(database);
    if (latest === undefined) return [home.none];
    const expected = calendar.latestStockDay(now);
    const gate = await stockDayOf(database, expected);
    const isNewest = latest.businessDate >= expected;
    // Mostly a closed day, on which stock doesn't change.
    const isUnchanged = !isNewest && gate?.state === 'empty' && gate.seen === null;
    const isLate = !isNewest && !isUnchanged;
    return [
      home.stock(isLate, latest.businessDate, latest.products, instant(latest.takenAt)),
      ...(isUnchanged ? [home.unchanged(expected)] : []),
      isLate
        ? home.late(instant(calendar.instantOf(expected, STOCK_REFRESH)))
        : t.common.next(instant(nextAt(STOCK_REFRESH, calendar, now))),
    ];
  };
}
