import type { Logger } from 'pino';
import type { CommandArgs } from '../requests/listenerArgs.ts';
import { sentenceMessage } from './errorMessage.ts';
import { askWords } from './words/words.ts';

/** Opens the form of a command; says so where Slack doesn't, as when the trigger has expired. */
export async function openForm(
  command: string,
  open: () => Promise<unknown>,
  { actor, respond }: Pick<CommandArgs, 'actor' | 'respond'>,
  log: Logger,
): Promise<void> {
  try {
    await open();
  } catch (error) {
    log.warn({ err: error, command }, 'a form did not open');
    await respond({
      response_type: 'ephemeral',
      ...sentenceMessage(askWords(actor.language.t).formNotOpened(command)),
    });
  }
}
