import type { App } from '@slack/bolt';
import type { Choices } from '../../modals/choices.ts';
import { PICK_PRODUCT, PICK_STORE } from '../../modals/fields.ts';
import type { ListenerMiddleware } from '../middleware/index.ts';
import { pick } from './pick.ts';

/** Selects that search. Numbers and names of products are nobody's figures. */
export function registerOptions(
  app: Pick<App, 'options'>,
  { authorize }: ListenerMiddleware,
  choices: Choices,
): void {
  app.options(PICK_PRODUCT, authorize('member'), pick(choices.products));
  app.options(PICK_STORE, authorize('member'), pick(choices.stores));
}
