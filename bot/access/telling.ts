import type { RespondFn } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { type Message, section } from '../slack/message.ts';
import type { ViewsClient } from '../slack/viewsClient.ts';
import type { Incoming } from './payload.ts';

export interface Told {
  readonly incoming: Incoming;
  readonly respond: RespondFn | undefined;
  /** In mrkdwn. */
  readonly sentence: string;
  /** The form that was sent in is still open, with another view in it. */
  readonly updated: boolean;
}

export type TellRefusal = (told: Told) => Promise<void>;

/** Says a sentence to whoever set something off, to that person alone, in the place it came from. */
export function createTelling(viewsClient: ViewsClient): TellRefusal {
  return async ({ incoming, respond, sentence, updated }) => {
    if (respond !== undefined) {
      await respond({
        response_type: 'ephemeral',
        replace_original: false,
        text: sentence,
        blocks: [section(sentence)],
      });
      return;
    }
    if (incoming.kind === 'home') {
      await viewsClient.publishHome(incoming.userId, { type: 'home', blocks: [section(sentence)] });
      return;
    }
    const { triggerId, modalId } = incoming;
    const isOpen = incoming.kind !== 'submission' || updated;
    if (modalId !== undefined && isOpen)
      await viewsClient.update(viewsClient.modalOf({ id: modalId }), sentenceModal(sentence));
    else if (triggerId !== undefined) await viewsClient.open(triggerId, sentenceModal(sentence));
  };
}

/** A modal that says one thing, in mrkdwn. */
export function sentenceModal(sentence: string): ModalView {
  return messageModal({ blocks: [section(sentence)] });
}

/** A message in a modal, with its buttons. */
export function messageModal({ blocks }: Pick<Message, 'blocks'>): ModalView {
  return {
    type: 'modal',
    title: { type: 'plain_text', text: 'Retail Data' },
    close: { type: 'plain_text', text: 'Close' },
    blocks,
  };
}
