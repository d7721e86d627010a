import type { Calendar } from 'retail-data-client/calendar/calendar';
import { createAnswerCache, figuresStamp } from '../database/answerCache.ts';
import type { Database } from '../database/connection.ts';
import type { SalesReader } from '../sales/reader.ts';
import { latestSnapshot, readProductIds } from './queries.ts';
import {
  type ReadStock,
  readHistory,
  readStock,
  type StockHistoryAnswer,
  type StoredStockAnswer,
} from './query.ts';
import type { StockFigures, StockHistory } from './question.ts';

/** Reads stored stock; in a thread of its own, so that a long list doesn't block others. */
export interface StockReader {
  /** At most `most` rows, without anything derived from sales unless `seesSales`; undefined while the day isn't stored. */
  stockFigures(
    question: StockFigures,
    seesSales: boolean,
    most: number,
    shown?: Pick<ReadStock, 'day' | 'orAll'>,
  ): Promise<StoredStockAnswer | undefined>;
  /** Products in a period, with at most `most` rows of a file; undefined while no stock is stored. */
  stockHistory(question: StockHistory, most: number): Promise<StockHistoryAnswer | undefined>;
  /** Product numbers of the latest stock to suggest: the supplier's own, or all where there are none. */
  stockProducts(): Promise<readonly string[]>;
}

/** Answers stay in the cache until stock, sales or the product list change. Long ones aren't cached. */
const CACHED_ANSWERS = 12;
const MAX_CACHED_ROWS = 200;

/** Reads stock on this connection, in the calling thread. */
export function createStockReader(database: Database, sales: SalesReader, calendar: Calendar): StockReader {
  const cached = createAnswerCache<StoredStockAnswer | undefined>(CACHED_ANSWERS);
  return {
    async stockFigures(question, seesSales, most, shown = {}) {
      const asked = { question, seesSales, most, ...shown };
      const read = () => readStock(database, sales, calendar, asked);
      return most > MAX_CACHED_ROWS ? read() : cached(await figuresStamp(database), asked, read);
    },

    stockHistory: (question, most) => readHistory(database, question, most),

    async stockProducts() {
      const snapshot = await latestSnapshot(database);
      if (snapshot === undefined) return [];
      const own = await readProductIds(database, snapshot, 'mine');
      return own.length > 0 ? own : readProductIds(database, snapshot, 'all');
    },
  };
}
