import { commandNamed } from '../../parser/question.ts';
import { HOME_FORM } from '../../views/home.ts';
import { drawForm, type FormParts } from '../answers/questionForm.ts';
import { actionArgs, type BoltAction } from '../middleware/listenerArgs.ts';

/** Opens the form of a command from App Home. */
export function homeForm(parts: FormParts): (clicked: BoltAction) => Promise<void> {
  return async (clicked) => {
    const { actor, body, value } = actionArgs(clicked);
    const command = commandNamed(value);
    if (command === undefined) {
      parts.log.warn({ listener: HOME_FORM }, 'a click named no form, and nothing was opened');
      return;
    }
    await parts.viewsClient.open(body.trigger_id, drawForm(parts, command, actor, { inChannel: false }));
  };
}
