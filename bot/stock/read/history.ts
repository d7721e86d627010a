import type { Database } from '../../database/connection.ts';
import { type DayRange, daysIn } from '../../text/dayRange.ts';
import { idKey } from '../../text/numbers.ts';
import type { DayLevel, StockTotals } from '../levels.ts';
import { atOneMoment, latestSnapshot, readDayLevels, readStoredRange, readTotals } from '../queries.ts';
import type { StockHistory } from '../question.ts';

/** The answer to a question of products in a period. */
export interface StockHistoryAnswer {
  readonly about: 'stockHistory';
  readonly question: StockHistory;
  /** The first and the last stored day. */
  readonly held: DayRange;
  /** The last stored day before the period; undefined if it has none of the products. */
  readonly before: StockTotals | undefined;
  /** The stored days of the period with at least one of the products. */
  readonly days: readonly StockTotals[];
  /** Days of the period that aren't stored. */
  readonly missing: readonly string[];
  /** Stored days of the period with none of the products. */
  readonly empty: readonly string[];
  /** Each product on each day; at most as many as the reader was asked for. */
  readonly levels: readonly DayLevel[];
  /** Counts levels, including those that were cut off. */
  readonly rowCount: number;
  /** Numbers of the question that no day of the period has. */
  readonly unknown: readonly string[];
}

/** Reads an answer with at most `most` levels; undefined while no stock is stored. */
export async function readStockHistory(
  database: Database,
  question: StockHistory,
  most: number,
): Promise<StockHistoryAnswer | undefined> {
  const { selection, days } = question;
  const { ids } = selection.product;
  const read = await atOneMoment(database, async (moment) => {
    const held = await readStoredRange(moment);
    if (held === undefined) return undefined;
    const earlier = await latestSnapshot(moment, days.from);
    const further = earlier === undefined ? [] : [earlier.businessDate];
    const totals = await readTotals(
      moment,
      { scope: 'all', picked: { ids, isLeftOut: false } },
      { ...days, further },
    );
    return { held, totals, levels: await readDayLevels(moment, ids, days) };
  });
  if (read === undefined) return undefined;
  const { held, totals, levels } = read;
  const stored = totals.filter(({ businessDate }) => businessDate >= days.from);
  const storedDays = new Set(stored.map(({ businessDate }) => businessDate));
  const there = new Set(levels.map(({ productId }) => idKey(productId)));
  return {
    about: 'stockHistory',
    question,
    held,
    before: totals.find(({ businessDate, products }) => businessDate < days.from && products > 0),
    days: stored.filter(({ products }) => products > 0),
    missing: daysIn(days).filter((day) => !storedDays.has(day)),
    empty: stored.filter(({ products }) => products === 0).map(({ businessDate }) => businessDate),
    levels: levels.slice(0, most),
    rowCount: levels.length,
    unknown: ids.filter((id) => !there.has(idKey(id))),
  };
}
