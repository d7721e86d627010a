import type { KnownBlock, ModalView } from '@slack/types';
import type { Command } from '../parser/question.ts';
import { type Message, type Rendering, section } from '../slack/message.ts';
import { button, FORM_ACTION } from '../views/buttons.ts';
import { plain } from './fields.ts';

const MOST_BLOCKS = 100;
const TITLES: Readonly<Record<Command, string>> = { stock: 'Stock', sales: 'Sales', stores: 'Stores' };

/** While the answer is worked out. */
export function waitingModal(command: Command): ModalView {
  return modal(TITLES[command], [section('One moment …')]);
}

/** An answer where it was asked for. `id` of the stored question, where there is one to change in a form. */
export function answerModal(
  command: Command | undefined,
  { blocks }: Message,
  id: string | undefined,
): ModalView {
  const change: KnownBlock[] =
    id === undefined ? [] : [{ type: 'actions', elements: [button(FORM_ACTION, 'Change the question', id)] }];
  return modal(command === undefined ? 'Answer' : TITLES[command], [
    ...blocks.slice(0, MOST_BLOCKS - change.length),
    ...change,
  ]);
}

/** Slack draws no tables in a modal. */
export const MODAL_RENDERINGS: readonly Rendering[] = ['text', 'plain', 'codeLines'];

function modal(title: string, blocks: ModalView['blocks']): ModalView {
  return { type: 'modal', title: plain(title), close: plain('Close'), blocks };
}
