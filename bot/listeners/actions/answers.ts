import type { Actor } from '../../access/actor.ts';
import type { FiguresQuestion } from '../../questions/answer.ts';
import { capabilitiesFor } from '../../questions/capabilities.ts';
import { followUpOf } from '../../questions/followUps.ts';
import { QUESTION_DAYS } from '../../questions/questionRepository.ts';
import type { DirectMessages } from '../../slack/messages.ts';
import { ASK_ACTION, CSV_ACTION, FOLLOW_UP_ACTIONS, SHARE_ACTION } from '../../views/buttons.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import { answerTo, type Render, rendered } from '../commands/answering.ts';
import { answerQuestion } from '../commands/questions.ts';
import type { ActionArgs, Door } from '../door.ts';
import { type SendRowsParts, sendRows } from './sendRows.ts';
import { type ShareParts, shareAnswer } from './share.ts';

export interface AnswerActionParts extends ShareParts, SendRowsParts {
  /** For a click on App Home, which has no address to answer at. */
  readonly directMessages: DirectMessages;
  /** Puts an answer into the window whose button was clicked; a direct message brings it where not set. */
  readonly showInWindow?: ShowInWindow | undefined;
}

/** Takes the window of a click, before its answer is worked out, and puts the answer into it. */
export type ShowInWindow = (view: {
  readonly id: string;
  readonly hash?: string | undefined;
}) => (actor: Actor, render: Render) => Promise<void>;

/** The buttons below answers, and recent questions on App Home. */
export function registerAnswerActions(door: Door, parts: AnswerActionParts): void {
  on(door, parts, ASK_ACTION, (args, { question }) => answerQuestion(parts, args.actor, question));

  for (const { name, actionId } of FOLLOW_UP_ACTIONS) {
    on(door, parts, actionId, async (args, { question }) => {
      const { calendar } = parts.ports;
      const next = followUpOf(name, question, calendar, parts.clock.now());
      return next === undefined ? sentence(EXPIRED) : answerQuestion(parts, args.actor, next);
    });
  }

  on(door, parts, CSV_ACTION, async ({ actor }, { question }) =>
    sentence(await sendRows(parts, actor, question)),
  );

  on(door, parts, SHARE_ACTION, async ({ actor, respond }, stored) =>
    sentence(
      respond === undefined
        ? 'There is no channel here to share it in.'
        : await shareAnswer(parts, actor, stored, respond),
    ),
  );
}

interface Stored {
  readonly id: string;
  readonly question: FiguresQuestion;
}

/** A click on a button that carries a stored question; its answer is for the person alone. */
function on(
  door: Door,
  parts: AnswerActionParts,
  actionId: string,
  work: (args: ActionArgs, stored: Stored) => Promise<Render>,
): void {
  door.action(actionId, 'member', async (args) => {
    const { body, actor, respond } = args;
    const answer = () => answerStored(parts, args, work);
    if (respond !== undefined) {
      await answerTo(parts, { what: actionId, teamId: actor.teamId, respond, isClick: true }, answer);
      return;
    }
    // What comes as a file is told about where the file is.
    const view = body.view?.type === 'modal' && actionId !== CSV_ACTION ? body.view : undefined;
    const show = view === undefined ? undefined : parts.showInWindow?.(view);
    const render = await rendered(parts, actionId, answer);
    if (show !== undefined) {
      await show(actor, render);
      return;
    }
    await parts.directMessages.send(actor.teamId, actor.person.userId, render);
  });
}

async function answerStored(
  parts: AnswerActionParts,
  args: ActionArgs,
  work: (args: ActionArgs, stored: Stored) => Promise<Render>,
): Promise<Render> {
  const { actor, action } = args;
  const id = 'value' in action && typeof action.value === 'string' ? action.value : '';
  const asker = { teamId: actor.teamId, userId: actor.person.userId };
  const found = await parts.questions.find(asker, id);
  if (found.kind === 'expired') return sentence(EXPIRED);
  if (found.kind === 'foreign') return sentence(FOREIGN);
  // The rights may have changed since it was asked.
  for (const capability of capabilitiesFor(found.question)) actor.require(capability);
  return work(args, { id, question: found.question });
}

function sentence(text: string): Render {
  return () => sentenceMessage(text);
}

const EXPIRED = `This button has expired; buttons work for ${QUESTION_DAYS} days. Type the command again for new ones.`;
const FOREIGN =
  'These buttons belong to the person who asked. Type the command yourself to get your own answer.';
