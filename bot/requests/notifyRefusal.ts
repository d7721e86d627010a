import type { Catalog } from '../language/language.ts';
import type { Message } from '../slack/message.ts';
import { buildMessageModal } from '../slack/modal.ts';
import type { ViewsClient } from '../slack/viewsClient.ts';
import type { SlackRequest } from './slackRequest.ts';

/** Says why not to whoever set something off, to that person alone, in the place it came from. */
export async function notifyRefusal({
  request,
  message,
  isStillOpen,
  viewsClient,
  t,
}: {
  /** Undefined for what has not the shape of anything that is known here. */
  readonly request: SlackRequest | undefined;
  readonly message: Message;
  /** The form that was sent in is still open, with another view in it. */
  readonly isStillOpen: boolean;
  readonly viewsClient: ViewsClient;
  readonly t: Catalog;
}): Promise<void> {
  if (request?.respond !== undefined) {
    await request.respond({ response_type: 'ephemeral', replace_original: false, ...message });
    return;
  }
  // Choices can only be given with the acknowledgement itself; whoever searches was let open the form.
  if (request === undefined || request.kind === 'options') return;
  if (request.kind === 'home') {
    await viewsClient.publishHome(request.userId, { type: 'home', blocks: message.blocks });
    return;
  }
  const { triggerId, modalId } = request;
  const isOpen = request.kind !== 'submission' || isStillOpen;
  if (modalId !== undefined && isOpen) await viewsClient.update(modalId, buildMessageModal(message, t));
  else if (triggerId !== undefined) await viewsClient.open(triggerId, buildMessageModal(message, t));
}
