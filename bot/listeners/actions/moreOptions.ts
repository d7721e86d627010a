import { isFilledIn } from '../../modals/fields.ts';
import { WHERE } from '../../modals/questionModal.ts';
import type { ViewsClient } from '../../slack/viewsClient.ts';
import type { QuestionForms } from '../answers/questionForm.ts';
import { actionArgs, type BoltAction } from '../middleware/listenerArgs.ts';
import { at } from '../middleware/slackRequest.ts';

/** Opens the rest of the sales form in the modal that was clicked in, and keeps what is filled in there. */
export function moreOptions(
  forms: Pick<QuestionForms, 'drawWholeSales'>,
  viewsClient: Pick<ViewsClient, 'open' | 'update'>,
): (clicked: BoltAction) => Promise<void> {
  return async (clicked) => {
    const { actor, body, value } = actionArgs(clicked);
    const values = at(body.view, 'state', 'values');
    const open = { state: { values: typeof values === 'object' && values !== null ? values : {} } };
    // The stand-in of the demo names no modal with a click: there the whole form comes in another one.
    const inChannel = body.view === undefined || isFilledIn(open, WHERE);
    const form = forms.drawWholeSales(actor, { inChannel }, open, value);
    if (body.view === undefined) await viewsClient.open(body.trigger_id, form);
    else await viewsClient.update(body.view.id, form);
  };
}
