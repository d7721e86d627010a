import type { ModalView } from '@slack/types';
import type { Catalog } from '../language/language.ts';
import { type Message, section } from '../slack/message.ts';
import { plain } from './fields.ts';

/** A message in a modal, with its buttons. */
export function buildMessageModal({ blocks }: Pick<Message, 'blocks'>, t: Catalog): ModalView {
  return { type: 'modal', title: plain(t.modals.title), close: plain(t.modals.close), blocks };
}

/** A modal that says one thing, in mrkdwn. */
export function buildSentenceModal(sentence: string, t: Catalog): ModalView {
  return buildMessageModal({ blocks: [section(sentence)] }, t);
}
