import type { Calendar, Clock } from 'retail-data-client/core';
import type { NameOfMany, SalesFigures, StockFigures, StoresFound } from '../parser/question.ts';
import type { HeldSums } from '../sales/queries.ts';
import type { SalesReader, SalesSumsQuestion } from '../sales/reader.ts';
import type { StoreDirectory } from '../stores/directory.ts';
import { createSalesAnswers } from './sales.ts';
import type { ComparisonAnswer, SalesAnswer } from './salesAnswer.ts';
import { createReadSalesPeriod } from './salesPeriod.ts';
import { answerStock } from './stock.ts';
import type { StockAnswer } from './stockAnswer.ts';
import type { StockReader } from './stockReader.ts';
import { answerStores, type StoresAnswer } from './stores.ts';

/** A question that figures answer; help and forms are none. */
export type FiguresQuestion = StockFigures | SalesFigures | StoresFound;

export type Answer = StockAnswer | SalesAnswer | ComparisonAnswer | StoresAnswer;

/** Answers questions. */
export interface Answers {
  /**
   * Figures, no words; with `seesSales` false, an answer of stock holds nothing that is derived from sales. Undefined
   * while no stock has been read at all. `most` rows, as many as are read in Slack when not set.
   * @throws ParseError for a product or store that is not there, RetailDataError when the service had to be asked.
   */
  answer(question: FiguresQuestion, seesSales: boolean, most?: number): Promise<Answer | undefined>;
}

export interface AnswersOptions {
  readonly stock: StockReader;
  readonly sales: SalesReader;
  readonly directory: StoreDirectory;
  readonly calendar: Calendar;
  readonly clock: Pick<Clock, 'now'>;
  /** Asks the service for a range that is not held. @throws RetailDataError */
  readonly live: (question: SalesSumsQuestion) => Promise<HeldSums>;
  /** Numbers of all that have a name now. */
  readonly idsNamed: (name: NameOfMany) => readonly string[];
}

/** Rows of an answer that is read in Slack; a file has them all. */
const TOP_ROWS = 100;
export const ALL_ROWS = Number.MAX_SAFE_INTEGER;

export function createAnswers(options: AnswersOptions): Answers {
  const { stock, sales, directory, calendar, clock, live, idsNamed } = options;
  const salesAnswers = createSalesAnswers({
    readPeriod: createReadSalesPeriod({ sales, clock, live, idsNamed }),
    sales,
    calendar,
    storeIds: () => directory.held()?.stores.map(({ storeId }) => storeId),
    idsNamed,
  });
  return {
    async answer(question, seesSales, most = TOP_ROWS) {
      switch (question.command) {
        case 'stock':
          return answerStock(stock, directory, question, seesSales, most);
        case 'stores':
          return answerStores(directory, calendar, clock.now(), question, most);
        case 'sales':
          return question.kind === 'compare'
            ? salesAnswers.compared(question, most)
            : salesAnswers.sums(question, most);
      }
    },
  };
}
