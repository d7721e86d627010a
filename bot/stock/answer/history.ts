import { nearestNumber } from '../../parse/didYouMean.ts';
import { ParseError } from '../../parse/parseError.ts';
import type { DayRange } from '../../text/dayRange.ts';
import type { DayLevel, StockTotals } from '../levels.ts';
import type { StockHistory } from '../question.ts';
import type { StockReader } from '../reader.ts';
import { stockWords } from '../words/words.ts';
import { writeStock } from '../write.ts';

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

/**
 * The stock of a period; undefined while no stock is stored.
 * @throws ParseError for days that are not stored, and for products that they do not have
 */
export async function answerStockHistory(
  stock: StockReader,
  question: StockHistory,
  most: number,
): Promise<StockHistoryAnswer | undefined> {
  const answer = await stock.stockHistory(question, most);
  if (answer === undefined || answer.days.length > 0) return answer;
  const { held, empty, unknown } = answer;
  const { productIds, days } = question;
  if (empty.length === 0) {
    const latest = { from: held.to, to: held.to };
    throw new ParseError(
      (t) => stockWords(t).history.notStored(days, held),
      writeStock({ ...question, days: latest }) ?? '/stock help',
    );
  }
  const [asked = '', second] = productIds;
  const near = second === undefined ? nearestNumber(asked, await stock.stockProducts()) : undefined;
  throw new ParseError((t) => stockWords(t).history.unknown(unknown, days), `/stock ${near ?? 'help'}`);
}
