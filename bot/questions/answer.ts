import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';
import { formatCommand } from '../parser/formatCommand.ts';
import { ParseError } from '../parser/parseError.ts';
import type { SalesFigures, StockFigures, StockHistory, StoresFound } from '../parser/question.ts';
import type { SalesReader } from '../sales/reader.ts';
import type { StoreDirectory } from '../stores/directory.ts';
import { type LiveSales, LiveSalesBusy } from './liveSales.ts';
import type { IdsNamed } from './namedNow.ts';
import { answerSales, compareSales, requireKnownSold } from './sales.ts';
import type { ComparisonAnswer, SalesAnswer } from './salesAnswer.ts';
import { answerStock } from './stock.ts';
import type { StockAnswer } from './stockAnswer.ts';
import { answerStockHistory } from './stockHistory.ts';
import type { StockHistoryAnswer } from './stockHistoryAnswer.ts';
import type { StockReader } from './stockReader.ts';
import { answerStores, type StoresAnswer } from './stores.ts';

/** A question that figures answer; help and forms are none. */
export type FiguresQuestion = StockFigures | StockHistory | SalesFigures | StoresFound;

export type Answer = StockAnswer | StockHistoryAnswer | SalesAnswer | ComparisonAnswer | StoresAnswer;

export interface AskedBy {
  /** Names the person: each fetches for one question at a time from the service. */
  readonly asker: string;
  /** False: an answer of stock holds nothing that is derived from sales. */
  readonly seesSales: boolean;
  /** Rows; as many as are read in Slack when not set. */
  readonly most?: number | undefined;
}

/** What answers are read from. */
export interface AnswerParts {
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
}

/** Rows of an answer that is read in Slack; a file has them all. */
const TOP_ROWS = 100;
export const ALL_ROWS = Number.MAX_SAFE_INTEGER;

/**
 * Figures, no words. Undefined while no stock has been read at all.
 * @throws ParseError for a product or store that is not there, or while too much is fetched already; RetailDataError
 * when the service had to be asked.
 */
export async function answerQuestion(
  question: FiguresQuestion,
  { asker, seesSales, most = TOP_ROWS }: AskedBy,
  parts: AnswerParts,
): Promise<Answer | undefined> {
  switch (question.command) {
    case 'stock':
      return question.kind === 'history'
        ? answerStockHistory(parts.stock, question, most)
        : answerStock(parts, question, seesSales, most);
    case 'stores':
      return answerStores(parts.directory, parts.calendar, parts.clock.now(), question, most);
    case 'sales':
      return answerInTurn(question, asker, most, parts);
  }
}

async function answerInTurn(question: SalesFigures, asker: string, most: number, parts: AnswerParts) {
  const turn = parts.live(asker);
  const salesParts = { ...parts, live: turn.read, stores: () => parts.directory.held()?.stores };
  try {
    return question.kind === 'compare'
      ? await compareSales(question, most, salesParts)
      : await answerSales(question, most, salesParts);
  } catch (error) {
    if (!(error instanceof LiveSalesBusy)) throw error;
    throw new ParseError(error.sentence, formatCommand(question));
  } finally {
    turn.end();
  }
}

/** False for a product or store that is not there; the service is not asked. */
export async function isKnown(question: FiguresQuestion, parts: AnswerParts): Promise<boolean> {
  const { stock, sales, directory, calendar, clock } = parts;
  try {
    if (question.command === 'sales')
      await requireKnownSold(question, { sales, stores: () => directory.held()?.stores });
    else if (question.kind === 'history') await answerStockHistory(stock, question, 1);
    else if (question.command === 'stock') await answerStock(parts, question, false, 1);
    else if (directory.held() !== undefined)
      await answerStores(directory, calendar, clock.now(), question, 1);
    return true;
  } catch (error) {
    if (error instanceof ParseError) return false;
    throw error;
  }
}
