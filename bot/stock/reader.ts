import type { Calendar } from 'retail-data-client/calendar/calendar';
import { createAnswerCache, figuresStamp } from '../database/answerCache.ts';
import type { Database } from '../database/connection.ts';
import type { Pace } from '../sales/reader.ts';
import { latestSnapshot, readProductIds } from './queries.ts';
import type { StockFigures, StockHistory } from './question.ts';
import { type HeldStockAnswer, readStockFigures } from './reader/figures.ts';
import type { StockHistoryAnswer } from './reader/history.ts';
import { readStockHistory } from './reader/history.ts';

/** Stock as the database holds it; read in a thread of its own, so that a long list holds up nobody. */
export interface StockReader {
  /** At most `most` rows, without what is derived from sales unless `seesSales`; undefined while no stock was read. */
  stockFigures(
    question: StockFigures,
    seesSales: boolean,
    most: number,
  ): Promise<HeldStockAnswer | undefined>;
  /** Products in a period, with at most `most` rows of a file; undefined while no stock was read. */
  stockHistory(question: StockHistory, most: number): Promise<StockHistoryAnswer | undefined>;
  /** Numbers in the newest stock that somebody may have meant: one's own where there are some. */
  stockProducts(): Promise<readonly string[]>;
}

/** Answers that are kept until the stock, a day of sales or the product list changes; one with all rows is long and kept by nobody. */
const KEPT_ANSWERS = 12;
const KEPT_ROWS = 200;

/** Reads the stock on this connection. */
export function createStockReader(database: Database, sales: Pace, calendar: Calendar): StockReader {
  const cached = createAnswerCache<HeldStockAnswer | undefined>(KEPT_ANSWERS);
  return {
    async stockFigures(question, seesSales, most) {
      const read = () => readStockFigures(database, sales, calendar, question, seesSales, most);
      if (most > KEPT_ROWS) return read();
      return cached(await figuresStamp(database), [question, seesSales, most], read);
    },

    stockHistory: (question, most) => readStockHistory(database, question, most),

    async stockProducts() {
      const snapshot = await latestSnapshot(database);
      if (snapshot === undefined) return [];
      const own = await readProductIds(database, snapshot, 'mine');
      return own.length > 0 ? own : readProductIds(database, snapshot, 'all');
    },
  };
}
