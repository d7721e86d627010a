import type { ComparisonAnswer, SalesAnswer } from '../../../bot/questions/salesAnswer.ts';
import type { StockAnswer } from '../../../bot/questions/stockAnswer.ts';
import type { StockHistoryAnswer } from '../../../bot/questions/stockHistoryAnswer.ts';
import type { StoresAnswer } from '../../../bot/questions/stores.ts';
import type { Message } from '../../../bot/slack/message.ts';
import { comparisonMessage } from '../../../bot/views/comparison.ts';
import type { AnswerReader } from '../../../bot/views/reader.ts';
import { salesMessage } from '../../../bot/views/sales.ts';
import { stockMessage } from '../../../bot/views/stock.ts';
import { stockHistoryMessage } from '../../../bot/views/stockHistory.ts';
import { storesMessage } from '../../../bot/views/stores.ts';

export type Answer = StockAnswer | StockHistoryAnswer | SalesAnswer | ComparisonAnswer | StoresAnswer;

/** An answer of any command as its reader's Slack shows it, without buttons. */
export function answerMessage(answer: Answer, reader: AnswerReader): Message {
  switch (answer.about) {
    case 'stock':
      return stockMessage(answer, reader);
    case 'stockHistory':
      return stockHistoryMessage(answer, reader);
    case 'sales':
      return salesMessage(answer, reader);
    case 'comparison':
      return comparisonMessage(answer, reader);
    case 'stores':
      return storesMessage(answer, reader);
  }
}
