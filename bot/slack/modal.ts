import type { ModalView, PlainTextElement } from '@slack/types';
import type { Catalog } from '../language/language.ts';
import { type Message, type Rendering, section } from './message.ts';

const MAX_BLOCKS = 100;

/** Slack draws no tables in a modal. */
export const MODAL_RENDERINGS: readonly Rendering[] = ['text', 'plain'];

export function plain(text: string): PlainTextElement {
  return { type: 'plain_text', text, emoji: false };
}

export function buildMessageModal({ blocks }: Pick<Message, 'blocks'>, t: Catalog): ModalView {
  return closing(t.modals.title, blocks, t);
}

/** A modal with one sentence of mrkdwn. */
export function buildSentenceModal(sentence: string, t: Catalog): ModalView {
  return closing(t.modals.title, [section(sentence)], t);
}

/** Shown until the answer is ready. */
export function buildWaitingModal(title: string, t: Catalog): ModalView {
  return closing(title, [section(t.modals.waiting)], t);
}

/** Shows an answer in the modal in which the person asked. */
export function buildAnswerModal(
  title: string,
  { blocks }: Message,
  t: Catalog,
  metadata: string,
): ModalView {
  return { ...closing(title, blocks.slice(0, MAX_BLOCKS), t), private_metadata: metadata };
}

/** A modal with a close button and nothing to submit. */
export function closing(title: string, blocks: ModalView['blocks'], t: Catalog): ModalView {
  return { type: 'modal', title: plain(title), close: plain(t.modals.close), blocks };
}
