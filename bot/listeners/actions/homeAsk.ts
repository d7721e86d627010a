import { buildWaitingModal } from '../../modals/answer.ts';
import { buildSentenceModal } from '../../modals/message.ts';
import type { Reading } from '../../parser/nameLookup.ts';
import { askAgain } from '../../questions/askAgain.ts';
import { QUESTION_DAYS } from '../../questions/questionRepository.ts';
import type { ViewsClient } from '../../slack/viewsClient.ts';
import type { ModalAnswers } from '../answers/modalAnswers.ts';
import type { StoredQuestions } from '../answers/storedQuestions.ts';
import { actionArgs, type BoltAction } from '../middleware/listenerArgs.ts';
import type { PublishHome } from '../publishHome.ts';

export interface HomeAskOptions {
  readonly stored: Pick<StoredQuestions, 'find'>;
  readonly modalAnswers: Pick<ModalAnswers, 'answer'>;
  readonly viewsClient: Pick<ViewsClient, 'open'>;
  readonly reading: () => Reading;
  readonly publish: PublishHome;
}

/** Asks a recent question again, from App Home; the answer comes in a modal. */
export function homeAsk(options: HomeAskOptions): (clicked: BoltAction) => Promise<void> {
  const { stored, modalAnswers, viewsClient, reading, publish } = options;
  return async (clicked) => {
    const { actor, body, value } = actionArgs(clicked);
    const { t } = actor.language;
    const found = await stored.find(actor, value);
    if (found.kind !== 'found') {
      await viewsClient.open(body.trigger_id, buildSentenceModal(t.home.expired(QUESTION_DAYS), t));
      await publish(actor);
      return;
    }
    const question = askAgain(found, reading());
    // The modal comes first: the trigger does not live as long as a question may take.
    const modalId = await viewsClient.open(body.trigger_id, buildWaitingModal(question.command, t));
    if (modalId === undefined) throw new TypeError('Slack opened a modal without an id');
    await modalAnswers.answer(modalId, actor, question.command, () => ({ question, command: found.command }));
  };
}
