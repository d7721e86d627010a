import { nearestNumber } from '../parser/didYouMean.ts';
import { ParseError } from '../parser/parseError.ts';
import type { StockFigures } from '../parser/question.ts';
import type { StoreDirectory } from '../stores/directory.ts';
import type { StockAnswer } from './stockAnswer.ts';
import type { StockReader } from './stockReader.ts';

/** Answers from the newest snapshot; undefined while there is none. @throws ParseError for unknown products. */
export async function answerStock(
  stock: StockReader,
  directory: StoreDirectory,
  question: StockFigures,
  seesSales: boolean,
  most: number,
): Promise<StockAnswer | undefined> {
  const held = await stock.stockFigures(question, seesSales, most);
  if (held === undefined) return undefined;
  const day = held.snapshot.businessDate;
  if (question.kind === 'products' && held.rows.length === 0) {
    const [asked = '', second] = held.unknown;
    const near = second === undefined ? nearestNumber(asked, await stock.stockProducts()) : undefined;
    throw new ParseError((t) => t.stock.unknown(held.unknown, day), `/stock ${near ?? 'help'}`);
  }
  return { ...held, stores: storesByStatus(directory) };
}

function storesByStatus(directory: StoreDirectory): StockAnswer['stores'] {
  const stores = directory.held()?.stores;
  if (stores === undefined) return undefined;
  const open = stores.filter(({ status }) => status === 'Open').length;
  return { open, others: stores.length - open };
}
