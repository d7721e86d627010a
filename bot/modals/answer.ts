import type { ModalView } from '@slack/types';
import type { Catalog } from '../language/language.ts';
import type { Command } from '../parser/question.ts';
import { type Message, type Rendering, section } from '../slack/message.ts';
import { plain } from './fields.ts';

const MOST_BLOCKS = 100;

/** While the answer is worked out. */
export function buildWaitingModal(command: Command, t: Catalog): ModalView {
  return modal(t.modals.question.titles[command], [section(t.modals.answer.waiting)], t);
}

/** An answer where it was asked for. */
export function buildAnswerModal(command: Command | undefined, { blocks }: Message, t: Catalog): ModalView {
  const { titles } = t.modals.question;
  return modal(
    command === undefined ? t.modals.answer.title : titles[command],
    blocks.slice(0, MOST_BLOCKS),
    t,
  );
}

/** Slack draws no tables in a modal. */
export const MODAL_RENDERINGS: readonly Rendering[] = ['text', 'plain'];

function modal(title: string, blocks: ModalView['blocks'], t: Catalog): ModalView {
  return { type: 'modal', title: plain(title), close: plain(t.modals.close), blocks };
}
