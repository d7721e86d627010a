import { asOpened } from '../../../bot/demo/slack/asOpened.ts';
import { at, listAt, textAt } from '../../../bot/demo/slack/fields.ts';
import type { Seen } from '../../../bot/demo/slack/methods.ts';
import type { Click, ShownView } from '../../../bot/demo/slack/payloads.ts';
import { type Control, controlsIn } from './controls.ts';
import { createIds } from './readable.ts';
import { atOnceLines, seenLines } from './seenLines.ts';

/** What a person reads, as lines. */
export function linesOf(atOnce: unknown, seen: readonly Seen[]): string[] {
  const ids = createIds();
  return [...atOnceLines(atOnce, ids), ...seen.flatMap((each) => seenLines(each, ids))];
}

/** Where a control stands that was seen, and how it is clicked. */
export interface Clickable {
  readonly control: Control;
  readonly click: Click;
}

/** All that can be clicked in the last message or window that was seen. */
export function clickablesIn(seen: readonly Seen[]): Clickable[] {
  return clickablesOf(seen.findLast((each) => each.kind !== 'file' && !isAtHome(each)));
}

/** All that can be clicked on App Home as it was shown last. */
export function clickablesAtHome(seen: readonly Seen[]): Clickable[] {
  return clickablesOf(seen.findLast(isAtHome));
}

export function isAtHome(seen: Seen): boolean {
  return seen.kind === 'view' && seen.by === 'views.publish';
}

/** @throws Error that names what there is, when nothing has that title or action */
export function clickIn(seen: readonly Seen[], title: string): Click {
  const all = [...clickablesIn(seen), ...clickablesAtHome(seen)];
  const found = all.find(({ control }) => control.title === title || control.actionId === title);
  if (found === undefined) {
    const titles = all.map(({ control }) => control.title).join(', ');
    throw new Error(`nothing to click is called "${title}" among ${titles}`);
  }
  return found.click;
}

/** The window in front: the one that the request was answered with, else the one that was shown last. */
export function lastView(seen: readonly Seen[], atOnce: unknown): ShownView {
  const window = seen.findLast((each) => each.kind === 'view' && !isAtHome(each));
  const next = at(atOnce, 'view');
  if (typeof next === 'object' && next !== null)
    return { id: window?.kind === 'view' ? window.id : 'V1', hash: 'hash', view: next };
  if (window?.kind !== 'view') throw new Error('no window is open');
  return window;
}

/** What is sent in for a form: what stands in it, with some fields filled in otherwise, elements by block. */
export function valuesOf(view: object, filled: object): object {
  const elements = Object.entries(filled).map(([block, element]) => [
    block,
    { [actionOf(view, block)]: element },
  ]);
  return { ...asOpened(view), ...Object.fromEntries(elements) };
}

function actionOf(view: object, blockId: string): string {
  const block = listAt(view, 'blocks').find((each) => textAt(each, 'block_id') === blockId);
  if (block === undefined) throw new Error(`the window has no field ${blockId}`);
  return textAt(block, 'element', 'action_id');
}

function clickablesOf(seen: Seen | undefined): Clickable[] {
  if (seen === undefined || seen.kind === 'file') return [];
  const blocks = listAt(seen.kind === 'message' ? seen.body : seen.view, 'blocks');
  return controlsIn(blocks).map((control) => {
    const { action } = control;
    if (seen.kind === 'view') return { control, click: { action, on: seen } };
    const isPrivate =
      seen.by === 'chat.postEphemeral' ||
      (seen.by === 'response_url' && textAt(seen.body, 'response_type') !== 'in_channel');
    const threadTs = textAt(seen.body, 'thread_ts') || undefined;
    return { control, click: { action, on: { kind: 'message', ts: seen.ts, threadTs, isPrivate, blocks } } };
  });
}
