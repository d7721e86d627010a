import type { Catalog } from '../language/language.ts';
import type { Message } from '../slack/message.ts';
import { buildMessageModal } from '../slack/modal.ts';
import type { ViewsClient } from '../slack/viewsClient.ts';
import type { SlackRequest } from './slackRequest.ts';

/** Shows `message` only to the person behind a request, where the request came from. */
export async function notifyRefusal({
  request,
  message,
  isStillOpen,
  viewsClient,
  t,
}: {
  /** Undefined for a payload of an unknown kind. */
  readonly request: SlackRequest | undefined;
  readonly message: Message;
  /** Whether the submitted form is still open, showing another view. */
  readonly isStillOpen: boolean;
  readonly viewsClient: ViewsClient;
  readonly t: Catalog;
}): Promise<void> {
  if (request?.respond !== undefined) {
    await request.respond({ response_type: 'ephemeral', replace_original: false, ...message });
    return;
  }
  // A search can be answered only by its acknowledgement.
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
