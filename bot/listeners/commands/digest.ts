import type { Actor } from '../../access/actor.ts';
import { ParseError } from '../../parser/parseError.ts';
import { noteOutcome } from '../../slack/currentRequest.ts';
import { DIGEST_ASK } from '../../views/digest/buttons.ts';
import { HOME_DIGEST, NEW_DIGEST } from '../../views/home.ts';
import { mistakeMessage } from '../../views/mistake.ts';
import type { Render, Replies } from '../answers/answering.ts';
import type { DigestCommands } from '../digests/digestCommands.ts';
import type { DigestForms } from '../digests/digestForms.ts';
import { type BoltCommand, commandArgs } from '../middleware/listenerArgs.ts';

type Commands = Pick<DigestCommands, 'answer' | 'readable'>;

/** `/digest`: subscriptions of channels, and digests at once; its form when nothing else was typed. */
export function digest(
  replies: Replies,
  commands: Commands,
  forms: DigestForms,
): (typed: BoltCommand) => Promise<void> {
  return async (typed) => {
    const { actor, command, respond } = commandArgs(typed);
    if (command.text.trim() === '') {
      await forms.open(command.trigger_id, actor);
      return;
    }
    await replies.answerTo({ what: '/digest', actor, respond }, () =>
      digestAnswer(commands, actor, command.text),
    );
  };
}

/** As many as there is room for beside each other on a phone. */
const MOST_ASKED = 3;

/** What `/digest` with these words is answered with; a mistake offers what may have been meant as buttons. */
export async function digestAnswer(commands: Commands, actor: Actor, text: string): Promise<Render> {
  try {
    return await commands.answer(actor, text);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    noteOutcome('mistake');
    const readable = await commands.readable([error.corrected, ...error.others]);
    // A button shows a channel by its id, which says nothing to anybody.
    const asks = readable
      .slice(0, MOST_ASKED)
      .map((value) => ({ value, text: `/digest ${value}`.replace(/ <#[^>]*>/, '') }));
    const offers = { asks, askAction: DIGEST_ASK, form: NEW_DIGEST, formAction: HOME_DIGEST };
    return () => mistakeMessage(error, actor.language.t, offers);
  }
}
