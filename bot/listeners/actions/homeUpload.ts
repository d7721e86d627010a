import { buildProductListModal } from '../../modals/productList.ts';
import type { ViewsClient } from '../../slack/viewsClient.ts';
import { actionArgs, type BoltAction } from '../middleware/listenerArgs.ts';

/** Opens the form for a product list. */
export function homeUpload(viewsClient: Pick<ViewsClient, 'open'>): (clicked: BoltAction) => Promise<void> {
  return async (clicked) => {
    const { actor, body } = actionArgs(clicked);
    await viewsClient.open(body.trigger_id, buildProductListModal(actor.language));
  };
}
