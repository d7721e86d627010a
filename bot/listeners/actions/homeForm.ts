import type { Logger } from 'pino';
import { commandNamed } from '../../parser/question.ts';
import type { ViewsClient } from '../../slack/viewsClient.ts';
import { HOME_FORM } from '../../views/home.ts';
import type { QuestionForms } from '../answers/questionForm.ts';
import { actionArgs, type BoltAction } from '../middleware/listenerArgs.ts';

/** Opens the form of a command from App Home. */
export function homeForm(
  forms: Pick<QuestionForms, 'draw'>,
  viewsClient: Pick<ViewsClient, 'open'>,
  log: Logger,
): (clicked: BoltAction) => Promise<void> {
  return async (clicked) => {
    const { actor, body, value } = actionArgs(clicked);
    const command = commandNamed(value);
    if (command === undefined) {
      log.warn({ listener: HOME_FORM }, 'a click named no form, and nothing was opened');
      return;
    }
    await viewsClient.open(body.trigger_id, forms.draw(command, actor, { inChannel: false }));
  };
}
