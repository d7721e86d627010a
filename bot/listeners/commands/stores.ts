import type { App } from '@slack/bolt';
import type { Calendar } from 'retail-data-client';
import { answerStores, type StoreDirectory } from '../../answers/stores.ts';
import { parseStores, STORES_HELP } from '../../grammar/stores.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import { storesMessage } from '../../views/stores.ts';
import { type AnsweringParts, registerCommand } from './answering.ts';

export interface StoresParts extends AnsweringParts {
  readonly calendar: Calendar;
  readonly directory: StoreDirectory;
}

export function registerStores(app: App, parts: StoresParts): void {
  registerCommand(app, '/stores', parts, async ({ text }) => {
    const question = parseStores(text);
    if (question.kind === 'help') return () => sentenceMessage(STORES_HELP);
    const answer = await answerStores(parts.directory, question);
    const day = parts.calendar.dayOf(parts.clock.now());
    return (rendering) => storesMessage(answer, day, rendering);
  });
}
