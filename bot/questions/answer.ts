import type { SalesFigures, StockFigures, StoresFound } from '../parser/question.ts';
import { answerComparison, answerSales, type SalesPorts } from './sales.ts';
import type { ComparisonAnswer, SalesAnswer } from './salesAnswer.ts';
import { answerStock, type StockPorts } from './stock.ts';
import type { StockAnswer } from './stockAnswer.ts';
import { answerStores, type StoresAnswer, type StoresPorts } from './stores.ts';

/** A question that figures answer; help and forms are none. */
export type FiguresQuestion = StockFigures | SalesFigures | StoresFound;

export type Answer = StockAnswer | SalesAnswer | ComparisonAnswer | StoresAnswer;

export type AnswerPorts = StockPorts & SalesPorts & StoresPorts;

/** Rows of an answer that is read in Slack; a file has them all. */
const TOP_ROWS = 100;
export const ALL_ROWS = Number.MAX_SAFE_INTEGER;

/**
 * Figures, no words; with `seesSales` false, an answer of stock holds nothing that is derived from sales. Undefined while
 * no stock has been read at all.
 * @throws ParseError for a product or store that is not there, RetailDataError when the service had to be asked.
 */
export async function answer(
  question: FiguresQuestion,
  ports: AnswerPorts,
  seesSales: boolean,
  most: number = TOP_ROWS,
): Promise<Answer | undefined> {
  switch (question.command) {
    case 'stock':
      return answerStock(ports, question, seesSales, most);
    case 'stores':
      return answerStores(ports, question, most);
    case 'sales':
      return question.kind === 'compare'
        ? answerComparison(ports, question, most)
        : answerSales(ports, question, most);
  }
}
