import type { Database } from '../../database/connection.ts';
import { daysIn } from '../../text/dayRange.ts';
import { idKey } from '../../text/numbers.ts';
import type { StockHistoryAnswer } from '../answer/history.ts';
import { atOneMoment, latestSnapshot, readDayLevels, readHeldRange, readTotals } from '../queries.ts';
import type { StockHistory } from '../question.ts';

/** The days of a period out of the database, with at most `most` levels; undefined while no stock is stored. */
export async function readStockHistory(
  database: Database,
  question: StockHistory,
  most: number,
): Promise<StockHistoryAnswer | undefined> {
  const { productIds, days } = question;
  const read = await atOneMoment(database, async (moment) => {
    const held = await readHeldRange(moment);
    if (held === undefined) return undefined;
    const earlier = await latestSnapshot(moment, days.from);
    const further = earlier === undefined ? [] : [earlier.businessDate];
    const totals = await readTotals(moment, { scope: 'all', productIds }, { ...days, further });
    return { held, totals, levels: await readDayLevels(moment, productIds, days) };
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
    unknown: productIds.filter((id) => !there.has(idKey(id))),
  };
}
