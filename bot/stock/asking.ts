import type { RetailDataErrorKind } from 'retail-data-client/errors/errors';
import { type AskedBy, type Asking, NoAnswer, TOP_ROWS } from '../ask/asking.ts';
import type { AnswerReader } from '../ask/reader.ts';
import { drawReport, type Report } from '../figures/report.ts';
import type { FoundPeriod } from '../parse/dates/scan.ts';
import type { IdsNamed } from '../parse/selection.ts';
import type { StoreDirectory } from '../stores/directory.ts';
import { answerStock, answerStockHistory, type StockAnswer } from './answer.ts';
import { STOCK_FOLLOW_UPS, stockFollowUps } from './followUps.ts';
import { followingStock, parseStock } from './parse.ts';
import { hearStock } from './phrases.ts';
import type { StockHistoryAnswer } from './query.ts';
import type { StockQuestion } from './question.ts';
import type { StockReader } from './reader.ts';
import { aboutStock, needsOfStock, STOCK, STOCK_FIELDS, writeStock } from './slots.ts';
import { stockHistoryReport } from './view/history.ts';
import { stockReport } from './view/report.ts';
import { whyLines } from './why.ts';
import { stockWords } from './words/words.ts';

export function askStock({
  stock,
  directory,
  idsNamed,
  lack,
}: {
  readonly stock: StockReader;
  readonly directory: StoreDirectory;
  readonly idsNamed: IdsNamed;
  /**
   * Why there is no stock: the kind of error of the latest call, or that the first reading is under way; undefined when
   * the service has answered.
   */
  readonly lack: () => Promise<RetailDataErrorKind | 'firstReading' | undefined>;
}): Asking<StockQuestion, StockAnswer | StockHistoryAnswer, FoundPeriod> {
  const read = (question: StockQuestion, { may, most = TOP_ROWS, day }: Omit<AskedBy, 'asker'>) =>
    question.kind === 'history'
      ? answerStockHistory(stock, question, most)
      : answerStock({ stock, directory, idsNamed }, question, may('view_sales'), most, day);
  return {
    command: 'stock',
    requires: 'view_stock',
    parse: parseStock,
    hear: hearStock,
    slots: STOCK,
    following: followingStock,
    about: aboutStock,
    write: writeStock,
    needs: needsOfStock,
    async answer(question, asked) {
      const answer = await read(question, asked);
      if (answer !== undefined) return answer;
      const { day } = asked;
      if (day !== undefined) throw new NoAnswer((t) => stockWords(t).digest.gone(day));
      const kind = await lack();
      throw new NoAnswer((t) => {
        const { none } = stockWords(t);
        if (kind === 'firstReading') return none.firstReading;
        return kind === 'authentication' ? none.rejectedKey : none.notRead(kind);
      });
    },
    async requireKnown(question) {
      await read(question, { may: () => false, most: 1 });
    },
    view: (answer, reader) => drawReport(reportOf(answer, reader), reader),
    rowsOf: ({ rowCount }) => rowCount,
    figuresOf: (answer) => (answer.about === 'stock' ? levelsOf(answer) : undefined),
    why: (answer, reader, seesSales) =>
      answer.about === 'stock' ? whyLines(answer, reader, seesSales) : undefined,
    sheet: (answer, reader) => reportOf(answer, reader).file(),
    followUps: stockFollowUps,
    followUpNames: STOCK_FOLLOW_UPS,
    fields: STOCK_FIELDS,
    words: stockWords,
  };
}

function reportOf(answer: StockAnswer | StockHistoryAnswer, reader: AnswerReader): Report {
  return answer.about === 'stock' ? stockReport(answer, reader) : stockHistoryReport(answer, reader);
}

/**
 * What has to change for an answer to be news: the stock itself, not what is said of it or of days before. Of an overview,
 * and of a list that is cut off, the sums, since which rows are its first goes by sales; of a whole list only what is in it.
 */
function levelsOf({ question, rows, totals, rowCount, appeared, gone }: StockAnswer): unknown {
  const { units, products, out } = totals;
  const isWhole = rows.length === rowCount;
  const levels = rows.map(({ productId, stock, storesWithStock }) => [productId, stock, storesWithStock]);
  const listed = isWhole ? levels.toSorted() : [];
  if (question.kind === 'overview' || !isWhole) return [units, products, out, rowCount, listed];
  return question.kind === 'changes' ? [products, listed, appeared.count, gone.count] : [products, listed];
}
