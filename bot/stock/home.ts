import { type Calendar, STOCK_REFRESH } from 'retail-data-client/calendar/calendar';
import type { Actor } from '../access/actor.ts';
import type { Database } from '../database/connection.ts';
import type { Catalog } from '../language/language.ts';
import { nextAt as nextTimeAt } from '../text/timeOfDay.ts';
import { stockDayOf } from './import/state.ts';
import { latestSnapshot } from './queries.ts';
import { stockWords } from './words/words.ts';

interface StockFreshness {
  /** The latest stored stock; undefined while there is none. */
  readonly latest: { readonly day: string; readonly takenAt: number; readonly products: number } | undefined;
  /** The day whose stock should be stored but settled as empty, mostly a closed day; undefined when there is none. */
  readonly unchangedOn: string | undefined;
  /** Whether the stock that should be stored by now isn't. */
  readonly late: boolean;
  /** When the next stock arrives; in the past when it is late. */
  readonly nextAt: number;
}

/** The stock lines of App Home; undefined for a person who can't see stock. */
export function stockOnHome(database: Database, calendar: Calendar) {
  return async ({ may, language: { t, format } }: Actor, now: number): Promise<string[] | undefined> => {
    if (!may('view_stock').allowed) return undefined;
    const freshness = await readStockFreshness(database, calendar, now);
    return stockLines(freshness, t, (at) => format.instant(at, calendar.timeZone));
  };
}

async function readStockFreshness(
  database: Database,
  calendar: Calendar,
  now: number,
): Promise<StockFreshness> {
  const snapshot = await latestSnapshot(database);
  const expected = calendar.latestStockDay(now);
  const gate = await stockDayOf(database, expected);
  const isEmpty = gate?.state === 'empty' && gate.seen === null;
  const isNewest = snapshot !== undefined && snapshot.businessDate >= expected;
  const late = !isNewest && (snapshot === undefined || !isEmpty);
  return {
    unchangedOn: !isNewest && isEmpty ? expected : undefined,
    latest:
      snapshot === undefined
        ? undefined
        : { day: snapshot.businessDate, takenAt: snapshot.takenAt, products: snapshot.products },
    late,
    nextAt: late ? calendar.instantOf(expected, STOCK_REFRESH) : nextTimeAt(STOCK_REFRESH, calendar, now),
  };
}

function stockLines(stock: StockFreshness, t: Catalog, instant: (at: number) => string): string[] {
  const { home } = stockWords(t);
  const { latest, unchangedOn, late, nextAt } = stock;
  if (latest === undefined) return [home.none];
  return [
    home.stock(late, latest.day, latest.products, instant(latest.takenAt)),
    ...(unchangedOn === undefined ? [] : [home.unchanged(unchangedOn)]),
    late ? home.late(instant(nextAt)) : t.common.next(instant(nextAt)),
  ];
}
