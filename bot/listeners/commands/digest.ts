import { ParseError } from '../../parser/parseError.ts';
import { noteOutcome } from '../../slack/currentRequest.ts';
import { HOME_DIGEST, NEW_DIGEST } from '../../views/home.ts';
import { mistakeMessage } from '../../views/mistake.ts';
import type { Replies } from '../answers/answering.ts';
import type { DigestCommands } from '../digests/digestCommands.ts';
import type { DigestForms } from '../digests/digestForms.ts';
import { type BoltCommand, commandArgs } from '../middleware/listenerArgs.ts';

/** `/digest`: subscriptions of channels, and digests at once; its form when nothing else was typed. */
export function digest(
  replies: Replies,
  commands: Pick<DigestCommands, 'answer'>,
  forms: DigestForms,
): (typed: BoltCommand) => Promise<void> {
  return async (typed) => {
    const { actor, command, respond } = commandArgs(typed);
    if (command.text.trim() === '') {
      await forms.open(command.trigger_id, actor);
      return;
    }
    await replies.answerTo({ what: '/digest', actor, respond }, async () => {
      try {
        return await commands.answer(actor, command.text);
      } catch (error) {
        if (!(error instanceof ParseError)) throw error;
        const offers = { asks: [], form: NEW_DIGEST, formAction: HOME_DIGEST };
        noteOutcome('mistake');
        return () => mistakeMessage(error, actor.language.t, offers);
      }
    });
  };
}
