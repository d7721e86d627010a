import type {
  InputBlock,
  InputBlockElement,
  MultiExternalSelect,
  PlainTextElement,
  PlainTextOption,
} from '@slack/types';
import { MOST_CHOSEN } from '../parser/question.ts';
import { labelOf } from '../products/label.ts';
import type { Named } from '../products/names.ts';
import { shorten } from '../slack/message.ts';

/** Selects that search; what they offer comes from choices.ts. */
export const PICK_PRODUCT = 'pick_product';
export const PICK_STORE = 'pick_store';

/** What Slack takes in the text of an option; a value takes 150 in a select, all of ours are shorter. */
const OPTION_CHARACTERS = 75;

export interface Field {
  readonly block: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** Fields may be left empty unless this says otherwise. */
  readonly required?: boolean;
}

export function field(
  { block, label, hint, required = false }: Field,
  element: InputBlockElement,
): InputBlock {
  return {
    type: 'input',
    block_id: block,
    optional: !required,
    label: plain(label),
    ...(hint === undefined ? {} : { hint: plain(hint) }),
    element,
  };
}

export function plain(text: string): PlainTextElement {
  return { type: 'plain_text', text, emoji: false };
}

export function option(value: string, text: string): PlainTextOption {
  return { text: plain(shorten(text, OPTION_CHARACTERS)), value };
}

/** A product or store as a picker offers it; its value is the number. */
export function namedOption({ id, name }: Named): PlainTextOption {
  return { text: plain(labelOf(id, name, OPTION_CHARACTERS)), value: id };
}

/** A choice of one; `chosen` is what stands there first. */
export function select(
  block: string,
  options: readonly PlainTextOption[],
  chosen: string | undefined,
): InputBlockElement {
  const first = options.find(({ value }) => value === chosen);
  return {
    type: 'static_select',
    action_id: block,
    placeholder: plain('Choose'),
    options: [...options],
    ...(first === undefined ? {} : { initial_option: first }),
  };
}

/** A choice that is ticked or not. */
export function tick(block: string, text: string, ticked: boolean): InputBlockElement {
  const only = option(TICKED, text);
  return {
    type: 'checkboxes',
    action_id: block,
    options: [only],
    ...(ticked ? { initial_options: [only] } : {}),
  };
}

export const TICKED = 'yes';

/**
 * Products or stores, found by typing; the likeliest are offered before anything is typed. A group may hold more than
 * Slack lets stand in a picker: then nothing does, which is said, and has to be filled in, so that no other question is
 * asked unnoticed.
 */
export function pickField(
  { hint, ...named }: Field,
  action: typeof PICK_PRODUCT | typeof PICK_STORE,
  chosen: readonly Named[],
): InputBlock {
  const fits = chosen.length <= MOST_CHOSEN;
  const element: MultiExternalSelect = {
    type: 'multi_external_select',
    action_id: action,
    placeholder: plain('Type a name or number'),
    min_query_length: 0,
    max_selected_items: MOST_CHOSEN,
    ...(chosen.length === 0 || !fits ? {} : { initial_options: chosen.map(namedOption) }),
  };
  const tooMany = `The question was about ${chosen.length} of them, and a form takes ${MOST_CHOSEN}: choose those that it shall be about.`;
  return field({ ...named, hint: fits ? hint : tooMany, required: !fits }, element);
}
