import { buildWaitingModal } from '../../modals/answer.ts';
import { buildSentenceModal } from '../../modals/message.ts';
import type { Reading } from '../../parser/nameLookup.ts';
import { ParseError } from '../../parser/parseError.ts';
import { commandIn, readWhole } from '../../parser/parseQuestion.ts';
import type { ViewsClient } from '../../slack/viewsClient.ts';
import type { ModalAnswers } from '../answers/modalAnswers.ts';
import { actionArgs, type BoltAction } from '../middleware/listenerArgs.ts';
import type { PublishHome } from '../publishHome.ts';

export interface HomeAskOptions {
  readonly modalAnswers: Pick<ModalAnswers, 'answer'>;
  readonly viewsClient: Pick<ViewsClient, 'open'>;
  readonly reading: () => Reading;
  readonly publish: PublishHome;
}

/** Asks a recent question again, from App Home; the answer comes in a modal. */
export function homeAsk(options: HomeAskOptions): (clicked: BoltAction) => Promise<void> {
  const { modalAnswers, viewsClient, reading, publish } = options;
  return async (clicked) => {
    const { actor, body, value: typed } = actionArgs(clicked);
    const { t } = actor.language;
    const command = commandIn(typed);
    if (command === undefined) {
      await viewsClient.open(body.trigger_id, buildSentenceModal(t.replies.oldButton, t));
      await publish(actor);
      return;
    }
    // The modal comes first: the trigger does not live as long as a question may take.
    const modalId = await viewsClient.open(body.trigger_id, buildWaitingModal(command, t));
    if (modalId === undefined) throw new TypeError('Slack opened a modal without an id');
    await modalAnswers.answer(modalId, actor, command, () => {
      const question = readWhole(typed, reading());
      if (question === undefined)
        throw new ParseError(({ replies }) => replies.oldButton, `/${command} help`);
      return { question, command: typed };
    });
  };
}
