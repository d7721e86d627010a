import { ParseError } from '../../parser/parseError.ts';
import { HOME_DIGEST, NEW_DIGEST } from '../../views/home.ts';
import { mistakeMessage } from '../../views/mistake.ts';
import { answerDigest } from '../digests/digestCommand.ts';
import { type DigestFormParts, openDigestForm } from '../digests/digestForm.ts';
import { type BoltCommand, commandArgs } from '../middleware/listenerArgs.ts';

/** `/digest`: subscriptions of channels, and digests at once; its form when nothing else was typed. */
export function digest(parts: DigestFormParts): (typed: BoltCommand) => Promise<void> {
  return async (typed) => {
    const { actor, command, respond } = commandArgs(typed);
    if (command.text.trim() === '') {
      await openDigestForm(parts, command.trigger_id, actor, undefined);
      return;
    }
    await parts.replies.answerTo({ what: '/digest', actor, respond }, async () => {
      try {
        return await answerDigest(parts, actor, command.text);
      } catch (error) {
        if (!(error instanceof ParseError)) throw error;
        const offers = { asks: [], form: NEW_DIGEST, formAction: HOME_DIGEST };
        return () => mistakeMessage(error, actor.language.t, offers);
      }
    });
  };
}
