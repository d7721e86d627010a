import type { ModalView, PlainTextElement } from '@slack/types';
import type { Catalog } from '../language/language.ts';
import { type Message, type Rendering, section } from './message.ts';

const MOST_BLOCKS = 100;

/** Slack draws no tables in a modal. */
export const MODAL_RENDERINGS: readonly Rendering[] = ['text', 'plain'];

export function plain(text: string): PlainTextElement {
  return { type: 'plain_text', text, emoji: false };
}

/** A message in a modal, with its buttons. */
export function buildMessageModal({ blocks }: Pick<Message, 'blocks'>, t: Catalog): ModalView {
  return closing(t.modals.title, blocks, t);
}

/** A modal that says one thing, in mrkdwn. */
export function buildSentenceModal(sentence: string, t: Catalog): ModalView {
  return closing(t.modals.title, [section(sentence)], t);
}

/** While the answer is worked out. */
export function buildWaitingModal(title: string, t: Catalog): ModalView {
  return closing(title, [section(t.modals.waiting)], t);
}

/** An answer where it was asked for. */
export function buildAnswerModal(title: string, { blocks }: Message, t: Catalog): ModalView {
  return closing(title, blocks.slice(0, MOST_BLOCKS), t);
}

/** A modal with nothing to send in. */
export function closing(title: string, blocks: ModalView['blocks'], t: Catalog): ModalView {
  return { type: 'modal', title: plain(title), close: plain(t.modals.close), blocks };
}
