import { at, listAt, textAt } from '../../../bot/demo/slack/fields.ts';

/** Something that can be clicked below a message or in a window. */
export interface Control {
  /** What stands on it. */
  readonly title: string;
  readonly actionId: string;
  /** The action as Slack sends it once it was clicked. */
  readonly action: object;
}

/** All that can be clicked in these blocks, each option of a menu by itself. Fields of forms are no part of it. */
export function controlsIn(blocks: readonly unknown[]): Control[] {
  return blocks.flatMap((block) =>
    [...listAt(block, 'elements'), at(block, 'accessory')].flatMap((element) =>
      controlsOf(element, textAt(block, 'block_id')),
    ),
  );
}

function controlsOf(element: unknown, blockId: string): Control[] {
  const [type, actionId] = [textAt(element, 'type'), textAt(element, 'action_id')];
  if (actionId === '') return [];
  const action = { type, action_id: actionId, ...(blockId === '' ? {} : { block_id: blockId }) };
  if (type === 'button') {
    const value = at(element, 'value');
    const text = at(element, 'text');
    return [{ title: textAt(text, 'text'), actionId, action: { ...action, text, value } }];
  }
  return listAt(element, 'options').map((option) => ({
    title: textAt(option, 'text', 'text'),
    actionId,
    action: { ...action, selected_option: option },
  }));
}
