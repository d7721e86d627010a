import type { DayRange } from '../text/dayRange.ts';
import type { DayLevel, StockTotals } from './queries.ts';
import type { StockHistory } from './question.ts';

/** Products together on a day whose stock is stored. */
export type StockDay = Pick<StockTotals, 'businessDate' | 'products' | 'units'>;

/** The answer to `/stock` of products in a period. */
export interface StockHistoryAnswer {
  readonly about: 'stockHistory';
  readonly question: StockHistory;
  /** The first and the last day that is stored at all. */
  readonly held: DayRange;
  /** The last stored day before the period; undefined where none has one of the products. */
  readonly before: StockDay | undefined;
  /** The stored days of the period that have one of the products at least. */
  readonly days: readonly StockDay[];
  /** Days of the period that are not stored. */
  readonly missing: readonly string[];
  /** Stored days of the period that have none of the products. */
  readonly empty: readonly string[];
  /** Each product on each day; cut off when only the top was asked for. */
  readonly levels: readonly DayLevel[];
  /** How many of them there are, those that were cut off included. */
  readonly rowCount: number;
  /** Numbers that were asked for and that no day of the period has. */
  readonly unknown: readonly string[];
}
