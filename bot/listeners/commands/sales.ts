import type { App } from '@slack/bolt';
import type { Calendar, RetailDataClient } from 'retail-data-client';
import { answerSales } from '../../answers/sales.ts';
import type { StoreDirectory } from '../../answers/stores.ts';
import { CommandMistake } from '../../grammar/mistake.ts';
import { parseSales, SALES_HELP, type SalesQuestion } from '../../grammar/sales.ts';
import { nearestNumber } from '../../grammar/words.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import { salesMessage } from '../../views/sales.ts';
import type { Database } from '../../warehouse/database.ts';
import { ownProductIds } from '../../warehouse/ownProducts.ts';
import { type AnsweringParts, registerCommand } from './answering.ts';

export interface SalesParts extends AnsweringParts {
  readonly client: RetailDataClient;
  readonly calendar: Calendar;
  readonly database: Database;
  readonly directory: StoreDirectory;
}

export function registerSales(app: App, parts: SalesParts): void {
  registerCommand(app, '/sales', parts, async ({ text }) => {
    const question = parseSales(text, parts.calendar, parts.clock.now());
    if (question.kind === 'help') return () => sentenceMessage(SALES_HELP);
    const answer = await answerSales(parts.client, question);
    if (answer.rows === 0) await requireKnown(parts, question);
    return (rendering) => salesMessage(answer, rendering);
  });
}

/** No sales may mean that there is no such product or store; that is said instead of "nothing sold". */
async function requireKnown(
  parts: SalesParts,
  { productId, storeId }: Extract<SalesQuestion, { kind: 'sales' }>,
): Promise<void> {
  if (productId !== undefined) {
    const own = await ownProductIds(parts.database);
    if (own.length > 0 && !own.some((id) => Number(id) === Number(productId))) {
      throw new CommandMistake(
        `Product ${productId} is not in your sales of the last 90 days.`,
        `/sales product:${nearestNumber(productId, own) ?? productId}`,
      );
    }
  }
  if (storeId !== undefined) {
    const stores = (await parts.directory.all()).map((store) => store.storeId);
    if (!stores.some((id) => Number(id) === Number(storeId))) {
      throw new CommandMistake(
        `There is no store ${storeId}.`,
        `/sales store:${nearestNumber(storeId, stores) ?? storeId}`,
      );
    }
  }
}
