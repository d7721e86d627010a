import type { SalesDay } from 'retail-data-client/operations/dailySales';
import { emptyTally, type Tally } from '../tally.ts';

export const SALES_PATH = '/my-products/v0/daily-sales-per-store';
export const STOCK_PATH = '/press-products/v0/accumulated-stock';

/** The query of a request that has no rows. */
export const NO_ROWS = '?productId=1';

/** One way to read an answer to its last row. */
export interface Reader {
  /** One request that has no rows: the connection is open after it. */
  warmUp(): Promise<void>;
  /** Reads the whole answer and counts what is in it. */
  read(): Promise<Tally>;
}

export interface ReaderOptions {
  /** The address below which the paths of the service stand. */
  readonly baseUrl: string;
  readonly stock: boolean;
  /** The module of the generated client. */
  readonly generated: string;
}

/** The same work for every contender that has the answer as a tree. */
export function countDays(days: readonly SalesDay[]): Tally {
  const tally = emptyTally();
  for (const { storeSales } of days) {
    for (const { sales } of storeSales) {
      for (const sale of sales) {
        tally.rows += 1;
        tally.quantity += sale.salesQuantity;
        tally.millilitres += Math.round(sale.salesVolume * 1000);
      }
    }
  }
  return tally;
}
