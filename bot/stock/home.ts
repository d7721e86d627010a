import { type Calendar, STOCK_REFRESH } from 'retail-data-client/calendar/calendar';
import type { Actor } from '../access/actor.ts';
import type { Database } from '../database/connection.ts';
import type { Catalog } from '../language/language.ts';
import { nextAt as nextTimeAt } from '../text/timeOfDay.ts';
import { stockDayOf } from './import/state.ts';
import { latestSnapshot } from './queries.ts';
import { stockWords } from './words/words.ts';

interface StockFreshness {
  /** The newest stock that is held; undefined while there is none. */
  readonly held: { readonly day: string; readonly takenAt: number; readonly products: number } | undefined;
  /** The day after the held one for which the service had nothing new until its deadline: a closed day, mostly. */
  readonly unchangedOn: string | undefined;
  /** Today's is not there although its time has come. */
  readonly late: boolean;
  /** When newer stock comes: in the past when it is late. */
  readonly nextAt: number;
}

/** What App Home says of the stock; undefined for somebody who may not see it. */
export function stockOnHome(database: Database, calendar: Calendar) {
  return async ({ may, language: { t, format } }: Actor, now: number): Promise<string[] | undefined> => {
    if (!may('view_stock').allowed) return undefined;
    const freshness = await readStockFreshness(database, calendar, now);
    return stockLines(freshness, t, (at) => format.instant(at, calendar.timeZone));
  };
}

/** How new the stock is that is held, and when newer comes. */
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
    held:
      snapshot === undefined
        ? undefined
        : { day: snapshot.businessDate, takenAt: snapshot.takenAt, products: snapshot.products },
    late,
    nextAt: late ? calendar.instantOf(expected, STOCK_REFRESH) : nextTimeAt(STOCK_REFRESH, calendar, now),
  };
}

function stockLines(stock: StockFreshness, t: Catalog, instant: (at: number) => string): string[] {
  const { home } = stockWords(t);
  const { held, unchangedOn, late, nextAt } = stock;
  if (held === undefined) return [home.none];
  return [
    home.stock(late, held.day, held.products, instant(held.takenAt)),
    ...(unchangedOn === undefined ? [] : [home.unchanged(unchangedOn)]),
    late ? home.late(instant(nextAt)) : t.common.next(instant(nextAt)),
  ];
}
