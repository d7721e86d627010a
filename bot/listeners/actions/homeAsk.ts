import { buildWaitingModal } from '../../modals/answer.ts';
import { buildSentenceModal } from '../../modals/message.ts';
import { askAgain } from '../../questions/askAgain.ts';
import { QUESTION_DAYS } from '../../questions/questionRepository.ts';
import { answerInModal } from '../answers/modalAnswers.ts';
import type { HomeListenerParts } from '../homeParts.ts';
import { actionArgs, type BoltAction } from '../middleware/listenerArgs.ts';

/** Asks a recent question again, from App Home; the answer comes in a modal. */
export function homeAsk(parts: HomeListenerParts): (clicked: BoltAction) => Promise<void> {
  const { viewsClient, publish } = parts;
  return async (clicked) => {
    const { actor, body, value } = actionArgs(clicked);
    const { t } = actor.language;
    const asker = { teamId: actor.teamId, userId: actor.person.userId };
    const found = await parts.questions.find(asker, value);
    if (found.kind !== 'found') {
      await viewsClient.open(body.trigger_id, buildSentenceModal(t.home.expired(QUESTION_DAYS), t));
      await publish(actor);
      return;
    }
    const question = askAgain(found, {
      vocabulary: parts.vocabulary,
      calendar: parts.ports.calendar,
      now: parts.clock.now(),
    });
    // The modal comes first: the trigger does not live as long as a question may take.
    const modal = await viewsClient.open(body.trigger_id, buildWaitingModal(question.command, t));
    if (modal === undefined) throw new TypeError('Slack opened a modal without an id');
    await answerInModal(parts, modal, {
      command: question.command,
      actor,
      question: () => ({ question, command: found.command }),
    });
  };
}
