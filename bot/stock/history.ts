import { nearestNumber } from '../parse/didYouMean.ts';
import { ParseError } from '../parse/parseError.ts';
import type { StockHistory } from './question.ts';
import type { StockHistoryAnswer } from './read/history.ts';
import type { StockReader } from './reader.ts';
import { writeStock } from './slots.ts';
import { stockWords } from './words/words.ts';

/**
 * Undefined while no stock is stored.
 * @throws ParseError for days that aren't stored, and for products that they don't have
 */
export async function answerStockHistory(
  stock: StockReader,
  question: StockHistory,
  most: number,
): Promise<StockHistoryAnswer | undefined> {
  const answer = await stock.stockHistory(question, most);
  if (answer === undefined || answer.days.length > 0) return answer;
  const { held, empty, unknown } = answer;
  const { selection, days } = question;
  if (empty.length === 0) {
    const latest = { from: held.to, to: held.to };
    throw new ParseError(
      (t) => stockWords(t).history.notStored(days, held),
      writeStock({ ...question, days: latest }) ?? '/stock help',
    );
  }
  const [asked = '', second] = selection.product.ids;
  const near = second === undefined ? nearestNumber(asked, await stock.stockProducts()) : undefined;
  throw new ParseError((t) => stockWords(t).history.unknown(unknown, days), `/stock ${near ?? 'help'}`);
}
