import type { Block, InputBlock, InputBlockElement, ModalView } from '@slack/types';
import type { NameLookup } from '../parse/nameLookup.ts';
import {
  allChosenIn,
  chosenIn,
  type FilledView,
  isFilledIn,
  named,
  namedOption,
  PICK_STORE,
  textIn,
} from './fields.ts';

/**
 * The form `drawn` with the values of `open`, the form that it replaces. Fields that only `drawn` has stay as they are.
 */
export function keepFilled(drawn: ModalView, open: FilledView, names: NameLookup): ModalView {
  return {
    ...drawn,
    blocks: drawn.blocks.map((block) =>
      isInput(block) && block.block_id !== undefined && isFilledIn(open, block.block_id)
        ? { ...block, element: filled(block.element, open, block.block_id, names) }
        : block,
    ),
  };
}

/** Keeps only the values of options: Slack may have escaped their texts, so these are made again. */
function filled(
  element: InputBlockElement,
  open: FilledView,
  block: string,
  names: NameLookup,
): InputBlockElement {
  switch (element.type) {
    case 'static_select': {
      const { initial_option: _, ...rest } = element;
      const chosen = chosenIn(open, block);
      const option = element.options?.find(({ value }) => value === chosen);
      return option === undefined ? rest : { ...rest, initial_option: option };
    }
    case 'multi_external_select': {
      const { initial_options: _, ...rest } = element;
      const ids = allChosenIn(open, block);
      const known = element.action_id === PICK_STORE ? names.stores : names.products;
      return ids.length === 0 ? rest : { ...rest, initial_options: named(ids, known).map(namedOption) };
    }
    case 'conversations_select': {
      const { default_to_current_conversation: _, ...rest } = element;
      const chosen = textIn(open, block);
      return chosen === '' ? rest : { ...rest, initial_conversation: chosen };
    }
    default:
      return element;
  }
}

function isInput(block: Block): block is InputBlock {
  return block.type === 'input';
}
