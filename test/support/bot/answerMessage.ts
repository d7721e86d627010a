import type { AnswerReader } from '../../../bot/ask/reader.ts';
import { drawReport } from '../../../bot/figures/report.ts';
import type { SalesAnswer } from '../../../bot/sales/answer.ts';
import { salesReport } from '../../../bot/sales/view/report.ts';
import type { Message } from '../../../bot/slack/message.ts';
import type { StockAnswer } from '../../../bot/stock/answer.ts';
import type { StockHistoryAnswer } from '../../../bot/stock/query.ts';
import { stockHistoryReport } from '../../../bot/stock/view/history.ts';
import { stockReport } from '../../../bot/stock/view/report.ts';
import type { StoresAnswer } from '../../../bot/stores/answer.ts';
import { storesReport } from '../../../bot/stores/report.ts';

export type Answer = StockAnswer | StockHistoryAnswer | SalesAnswer | StoresAnswer;

/** An answer of any command as its reader's Slack shows it, without buttons. */
export function answerMessage(answer: Answer, reader: AnswerReader): Message {
  switch (answer.about) {
    case 'stock':
      return drawReport(stockReport(answer, reader), reader);
    case 'stockHistory':
      return drawReport(stockHistoryReport(answer, reader), reader);
    case 'sales':
      return drawReport(salesReport(answer, reader), reader);
    case 'stores':
      return drawReport(storesReport(answer, reader), reader);
  }
}
