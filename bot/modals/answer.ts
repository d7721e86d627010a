import type { KnownBlock, ModalView } from '@slack/types';
import type { Catalog } from '../language/language.ts';
import type { Command } from '../parser/question.ts';
import { type Message, type Rendering, section } from '../slack/message.ts';
import { button, FORM_ACTION } from '../views/buttons.ts';
import { plain } from './fields.ts';

const MOST_BLOCKS = 100;

/** While the answer is worked out. */
export function buildWaitingModal(command: Command, t: Catalog): ModalView {
  return modal(t.modals.question.titles[command], [section(t.modals.answer.waiting)], t);
}

/** An answer where it was asked for. `id` of the stored question, where there is one to change in a modal. */
export function buildAnswerModal(
  command: Command | undefined,
  { blocks }: Message,
  id: string | undefined,
  t: Catalog,
): ModalView {
  const { titles } = t.modals.question;
  const { title, change } = t.modals.answer;
  const changing: KnownBlock[] =
    id === undefined ? [] : [{ type: 'actions', elements: [button(FORM_ACTION, change, id)] }];
  return modal(
    command === undefined ? title : titles[command],
    [...blocks.slice(0, MOST_BLOCKS - changing.length), ...changing],
    t,
  );
}

/** Slack draws no tables in a modal. */
export const MODAL_RENDERINGS: readonly Rendering[] = ['text', 'plain'];

function modal(title: string, blocks: ModalView['blocks'], t: Catalog): ModalView {
  return { type: 'modal', title: plain(title), close: plain(t.modals.close), blocks };
}
