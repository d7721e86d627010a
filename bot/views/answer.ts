import type { Answer } from '../questions/answer.ts';
import type { Message } from '../slack/message.ts';
import { comparisonMessage } from './comparison.ts';
import type { AnswerReader } from './reader.ts';
import { salesMessage } from './sales.ts';
import { stockMessage } from './stock.ts';
import { stockHistoryMessage } from './stockHistory.ts';
import { storesMessage } from './stores.ts';

/** An answer as its reader's Slack shows it, without buttons. */
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
