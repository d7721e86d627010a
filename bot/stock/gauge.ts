import { ALL_ROWS } from '../ask/asking.ts';
import type { Database } from '../database/connection.ts';
import { coverDays } from './daysOfCover.ts';
import { stockDayOf } from './import/state.ts';
import { latestSnapshot } from './queries.ts';
import type { StockReader } from './reader.ts';

/** Stock and days of cover of products, for alerts. Reads only what is stored. */
export interface StockGauge {
  /** The latest stored day, if its stock is complete. */
  wholeDay(): Promise<string | undefined>;
  /** Products of the latest stored day; all of one's own without `productIds`. Undefined while no stock is stored. */
  read(productIds: readonly string[] | undefined, withCover: boolean): Promise<GaugedDay | undefined>;
}

export interface GaugedDay {
  readonly businessDate: string;
  readonly products: readonly {
    readonly productId: string;
    readonly stock: number;
    /** Undefined where it isn't known. */
    readonly coverDays: number | undefined;
  }[];
}

export function createStockGauge(database: Database, stock: Pick<StockReader, 'stockFigures'>): StockGauge {
  return {
    async wholeDay() {
      const day = (await latestSnapshot(database))?.businessDate;
      if (day === undefined || (await stockDayOf(database, day))?.state === 'waiting') return undefined;
      return day;
    },
    async read(productIds, withCover) {
      const answer = await stock.stockFigures(
        productIds === undefined
          ? { command: 'stock', kind: 'overview', scope: 'mine' }
          : { command: 'stock', kind: 'products', productIds },
        withCover,
        ALL_ROWS,
      );
      if (answer === undefined) return undefined;
      const products = answer.rows.map(({ productId, stock: units, cover }) => ({
        productId,
        stock: units,
        coverDays: coverDays(cover),
      }));
      return { businessDate: answer.snapshot.businessDate, products };
    },
  };
}
