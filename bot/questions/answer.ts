import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';
import { formatCommand } from '../parser/formatCommand.ts';
import { ParseError } from '../parser/parseError.ts';
import type { SalesFigures, StockFigures, StockHistory, StoresFound } from '../parser/question.ts';
import type { SalesReader } from '../sales/reader.ts';
import type { StoreDirectory } from '../stores/directory.ts';
import { type LiveSales, LiveSalesBusy } from './liveSales.ts';
import type { IdsNamed } from './namedNow.ts';
import { createSalesAnswers, requireKnownSold } from './sales.ts';
import type { ComparisonAnswer, SalesAnswer } from './salesAnswer.ts';
import { createReadSalesPeriod } from './salesPeriod.ts';
import { answerStock } from './stock.ts';
import type { StockAnswer } from './stockAnswer.ts';
import { answerStockHistory } from './stockHistory.ts';
import type { StockHistoryAnswer } from './stockHistoryAnswer.ts';
import type { StockReader } from './stockReader.ts';
import { answerStores, type StoresAnswer } from './stores.ts';

/** A question that figures answer; help and forms are none. */
export type FiguresQuestion = StockFigures | StockHistory | SalesFigures | StoresFound;

export type Answer = StockAnswer | StockHistoryAnswer | SalesAnswer | ComparisonAnswer | StoresAnswer;

/** Answers questions. */
export interface Answers {
  /**
   * Figures, no words. Undefined while no stock has been read at all.
   * @throws ParseError for a product or store that is not there, or while too much is fetched already; RetailDataError
   * when the service had to be asked.
   */
  answer(question: FiguresQuestion, asked: AskedBy): Promise<Answer | undefined>;
  /** False for a product or store that is not there; the service is not asked. */
  isKnown(question: FiguresQuestion): Promise<boolean>;
}

export interface AskedBy {
  /** Names the person: each fetches for one question at a time from the service. */
  readonly asker: string;
  /** False: an answer of stock holds nothing that is derived from sales. */
  readonly seesSales: boolean;
  /** Rows; as many as are read in Slack when not set. */
  readonly most?: number | undefined;
}

/** Rows of an answer that is read in Slack; a file has them all. */
const TOP_ROWS = 100;
export const ALL_ROWS = Number.MAX_SAFE_INTEGER;

export function createAnswers({
  stock,
  sales,
  directory,
  calendar,
  clock,
  live,
  idsNamed,
  groupOf,
}: {
  readonly stock: StockReader;
  readonly sales: SalesReader;
  readonly directory: StoreDirectory;
  readonly calendar: Calendar;
  readonly clock: Pick<Clock, 'now'>;
  /** Asks the service for ranges that are not held. */
  readonly live: LiveSales;
  readonly idsNamed: IdsNamed;
  /** Undefined for a product without a group. */
  readonly groupOf: (productId: string) => string | undefined;
}): Answers {
  const stores = () => directory.held()?.stores;
  const answerSales = async (question: SalesFigures, asker: string, most: number) => {
    const turn = live(asker);
    const salesAnswers = createSalesAnswers({
      readPeriod: createReadSalesPeriod({ sales, clock, live: turn.read, idsNamed, groupOf }),
      sales,
      calendar,
      stores,
      idsNamed,
    });
    try {
      return question.kind === 'compare'
        ? await salesAnswers.compared(question, most)
        : await salesAnswers.sums(question, most);
    } catch (error) {
      if (!(error instanceof LiveSalesBusy)) throw error;
      throw new ParseError(error.sentence, formatCommand(question));
    } finally {
      turn.end();
    }
  };
  return {
    async answer(question, { asker, seesSales, most = TOP_ROWS }) {
      switch (question.command) {
        case 'stock':
          return question.kind === 'history'
            ? answerStockHistory(stock, question, most)
            : answerStock({ stock, directory, idsNamed }, question, seesSales, most);
        case 'stores':
          return answerStores(directory, calendar, clock.now(), question, most);
        case 'sales':
          return answerSales(question, asker, most);
      }
    },

    async isKnown(question) {
      try {
        if (question.command === 'sales') await requireKnownSold(question, { sales, stores });
        else if (question.kind === 'history') await answerStockHistory(stock, question, 1);
        else if (question.command === 'stock')
          await answerStock({ stock, directory, idsNamed }, question, false, 1);
        else if (directory.held() !== undefined)
          await answerStores(directory, calendar, clock.now(), question, 1);
        return true;
      } catch (error) {
        if (error instanceof ParseError) return false;
        throw error;
      }
    },
  };
}
