import type { App } from '@slack/bolt';
import { answerStock } from '../../answers/stock.ts';
import { parseStock, STOCK_HELP } from '../../grammar/stock.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import { stockMessage } from '../../views/stock.ts';
import type { Database } from '../../warehouse/database.ts';
import { type AnsweringParts, registerCommand } from './answering.ts';

export function registerStock(app: App, parts: AnsweringParts & { readonly database: Database }): void {
  registerCommand(app, '/stock', parts, async ({ text }) => {
    const question = parseStock(text);
    if (question.kind === 'help') return () => sentenceMessage(STOCK_HELP);
    const answer = await answerStock(parts.database, question);
    if (answer === undefined) {
      return () =>
        sentenceMessage(
          'No stock has been read from the service yet; it is tried again every few minutes. Ask again shortly.',
        );
    }
    return (rendering) => stockMessage(answer, rendering);
  });
}
