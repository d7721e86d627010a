import type { Actor } from '../../access/actor.ts';
import type { FiguresQuestion } from '../../questions/answer.ts';
import { capabilitiesFor } from '../../questions/capabilities.ts';
import { QUESTION_DAYS } from '../../questions/questionRepository.ts';
import type { DirectMessages } from '../../slack/messages.ts';
import { CSV_ACTION } from '../../views/buttons.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import { answerTo, type Render, rendered } from '../answers/answering.ts';
import type { SendRowsParts } from '../answers/sendRows.ts';
import type { ShareParts } from '../answers/share.ts';
import { type ActionArgs, actionArgs, type BoltAction } from '../middleware/listenerArgs.ts';

export interface AnswerActionParts extends ShareParts, SendRowsParts {
  /** For a click on App Home, which has no address to answer at. */
  readonly directMessages: DirectMessages;
  /** Puts an answer into the modal whose button was clicked; a direct message brings it where not set. */
  readonly showInModal?: ShowInModal | undefined;
}

/** Takes the modal of a click, before its answer is worked out, and puts the answer into it. */
export type ShowInModal = (view: {
  readonly id: string;
  readonly hash?: string | undefined;
}) => (actor: Actor, render: Render) => Promise<void>;

export interface StoredQuestion {
  readonly id: string;
  readonly question: FiguresQuestion;
}

/** A click on a button that carries a stored question; its answer is for the person alone. */
export function answerAction(
  parts: AnswerActionParts,
  actionId: string,
  work: (args: ActionArgs, stored: StoredQuestion) => Promise<Render>,
): (clicked: BoltAction) => Promise<void> {
  return async (clicked) => {
    const args = actionArgs(clicked);
    const { body, actor, respond } = args;
    const answer = () => answerStored(parts, args, work);
    if (respond !== undefined) {
      await answerTo(parts, { what: actionId, teamId: actor.teamId, respond, isClick: true }, answer);
      return;
    }
    // What comes as a file is told about where the file is.
    const view = body.view?.type === 'modal' && actionId !== CSV_ACTION ? body.view : undefined;
    const show = view === undefined ? undefined : parts.showInModal?.(view);
    const render = await rendered(parts, actionId, answer);
    if (show !== undefined) {
      await show(actor, render);
      return;
    }
    await parts.directMessages.send(actor.teamId, actor.person.userId, render);
  };
}

async function answerStored(
  parts: AnswerActionParts,
  args: ActionArgs,
  work: (args: ActionArgs, stored: StoredQuestion) => Promise<Render>,
): Promise<Render> {
  const { actor, value: id } = args;
  const asker = { teamId: actor.teamId, userId: actor.person.userId };
  const found = await parts.questions.find(asker, id);
  const { t } = actor.language;
  if (found.kind === 'expired') return sentence(t.replies.buttonExpired(QUESTION_DAYS));
  if (found.kind === 'foreign') return sentence(t.replies.foreignButton);
  // The rights may have changed since it was asked.
  for (const capability of capabilitiesFor(found.question)) actor.require(capability);
  return work(args, { id, question: found.question });
}

export function sentence(text: string): Render {
  return () => sentenceMessage(text);
}
