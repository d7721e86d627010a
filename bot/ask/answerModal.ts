import type { ModalView } from '@slack/types';
import type { Catalog } from '../language/language.ts';
import { type Message, type Rendering, section } from '../slack/message.ts';
import { plain } from './fields.ts';

const MOST_BLOCKS = 100;

/** While the answer is worked out. */
export function buildWaitingModal(title: string, t: Catalog): ModalView {
  return modal(title, [section(t.modals.answer.waiting)], t);
}

/** An answer where it was asked for. */
export function buildAnswerModal(title: string, { blocks }: Message, t: Catalog): ModalView {
  return modal(title, blocks.slice(0, MOST_BLOCKS), t);
}

/** Slack draws no tables in a modal. */
export const MODAL_RENDERINGS: readonly Rendering[] = ['text', 'plain'];

function modal(title: string, blocks: ModalView['blocks'], t: Catalog): ModalView {
  return { type: 'modal', title: plain(title), close: plain(t.modals.close), blocks };
}
