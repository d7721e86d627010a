import { DIGEST_ASK } from '../../views/digest/buttons.ts';
import type { Replies } from '../answers/answering.ts';
import { digestAnswer } from '../commands/digest.ts';
import type { DigestCommands } from '../digests/digestCommands.ts';
import { actionArgs, type BoltAction } from '../middleware/listenerArgs.ts';

/** Does what a suggested command says, as if it had been typed. */
export function digestAsk(
  replies: Pick<Replies, 'answerTo'>,
  commands: Pick<DigestCommands, 'answer' | 'readable'>,
): (clicked: BoltAction) => Promise<void> {
  return async (clicked) => {
    const { actor, value, respond } = actionArgs(clicked);
    if (respond === undefined) return;
    await replies.answerTo({ what: DIGEST_ASK, actor, respond, isClick: true }, () =>
      digestAnswer(commands, actor, value),
    );
  };
}
