import { languageFor } from '../../language/language.ts';
import { localeOf } from '../../language/locale.ts';
import { buildWaitingModal } from '../../modals/answer.ts';
import { buildSentenceModal } from '../../modals/message.ts';
import { commandNamed } from '../../parser/question.ts';
import { askAgain } from '../../questions/askAgain.ts';
import { QUESTION_DAYS } from '../../questions/questionRepository.ts';
import { HOME_ASK, HOME_FORM, HOME_REFRESH } from '../../views/home.ts';
import type { Door } from '../door.ts';
import { valueIn } from '../forms/clicked.ts';
import { drawForm } from '../forms/openForm.ts';
import { answerInModal } from '../forms/submissions.ts';
import type { HomeListenerParts } from './homeParts.ts';
import { registerUpload } from './upload.ts';

/** App Home and its buttons. */
export function registerHome(door: Door, parts: HomeListenerParts): void {
  const { viewsClient, publish } = parts;
  door.home('member', async ({ actor, tab }) => {
    if (tab === 'home') await publish(actor);
  });
  door.action(HOME_REFRESH, 'member', ({ actor }) => publish(actor));
  door.action(HOME_FORM, 'member', async ({ actor, body, action }) => {
    const command = commandNamed(valueIn(action));
    if (command === undefined) {
      parts.log.warn({ listener: HOME_FORM }, 'a click named no form, and nothing was opened');
      return;
    }
    await viewsClient.open(body.trigger_id, drawForm(parts, command, actor, { inChannel: false }));
  });
  door.action(HOME_ASK, 'member', async ({ actor, body, action }) => {
    const { t } = languageFor(localeOf(actor.person.locale));
    const asker = { teamId: actor.teamId, userId: actor.person.userId };
    const found = await parts.questions.find(asker, valueIn(action));
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
    // The window comes first: the trigger does not live as long as a question may take.
    const window = await viewsClient.open(body.trigger_id, buildWaitingModal(question.command, t));
    if (window === undefined) throw new TypeError('Slack opened a window without an id');
    await answerInModal(parts, window, {
      command: question.command,
      actor,
      question: () => ({ question, command: found.command }),
    });
  });
  registerUpload(door, parts);
}
