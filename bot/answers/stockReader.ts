import type { StockFigures } from '../parser/question.ts';
import { figuresStamp } from '../stock/figuresStamp.ts';
import { createHeldStock } from '../stock/queries.ts';
import { latestSnapshot, readLevels } from '../stock/snapshots.ts';
import { type HeldStockAnswer, readStockFigures } from './stockFigures.ts';
import type { StockParts } from './stockParts.ts';

/** Stock as the warehouse holds it; read in a thread of its own, so that a long list holds up nobody. */
export interface StockReader {
  /** At most `most` rows, without what is derived from sales unless `seesSales`; undefined while no stock was read. */
  stockFigures(
    question: StockFigures,
    seesSales: boolean,
    most: number,
  ): Promise<HeldStockAnswer | undefined>;
  /** Numbers in the newest stock that somebody may have meant: one's own where there are some. */
  stockProducts(): Promise<readonly string[]>;
}

/** Answers that are kept until the stock, a day of sales or the product list changes; one with all rows is long and kept by nobody. */
const KEPT_ANSWERS = 12;
const KEPT_ROWS = 200;

export type StockReaderNeeds = Omit<StockParts, 'held'> & Partial<Pick<StockParts, 'held'>>;

/** Reads the stock on this connection, from days that are kept in memory where others keep the same ones. */
export function createStockReader(needs: StockReaderNeeds): StockReader {
  const parts: StockParts = { ...needs, held: needs.held ?? createHeldStock(needs.database, needs.calendar) };
  const kept = new Map<
    string,
    { readonly stamp: string; readonly answer: Promise<HeldStockAnswer | undefined> }
  >();
  return {
    async stockFigures(question, seesSales, most) {
      if (most > KEPT_ROWS) return readStockFigures(parts, question, seesSales, most);
      const key = JSON.stringify([question, seesSales, most]);
      const stamp = await figuresStamp(parts.database);
      const known = kept.get(key);
      if (known?.stamp === stamp) return known.answer;
      const answer = readStockFigures(parts, question, seesSales, most);
      kept.delete(key);
      kept.set(key, { stamp, answer });
      const [oldest] = kept.keys();
      if (kept.size > KEPT_ANSWERS && oldest !== undefined) kept.delete(oldest);
      answer.catch(() => kept.delete(key));
      return answer;
    },

    async stockProducts() {
      const snapshot = await latestSnapshot(parts.database);
      if (snapshot === undefined) return [];
      const own = await readLevels(parts.database, snapshot.businessDate, 'mine');
      const levels = own.length > 0 ? own : await readLevels(parts.database, snapshot.businessDate, 'all');
      return levels.map(({ productId }) => productId);
    },
  };
}
