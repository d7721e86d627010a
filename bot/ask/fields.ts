import type {
  Datepicker,
  InputBlock,
  InputBlockElement,
  MultiExternalSelect,
  NumberInput,
  PlainTextOption,
  StaticSelect,
  Timepicker,
} from '@slack/types';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import { isRecord } from 'retail-data-client/operations/fields';
import type { Catalog, Language } from '../language/language.ts';
import type { Named, NameLookup, Names } from '../parse/nameLookup.ts';
import { type Chosen, MAX_CHOSEN, type Meaning, writeNames } from '../parse/selection.ts';
import type { Capability } from '../settings/accessPolicy.ts';
import { shorten } from '../slack/message.ts';
import { plain } from '../slack/modal.ts';
import { labelOf } from '../text/label.ts';
import { TIME_OF_DAY } from '../text/timeOfDay.ts';
import { askWords } from './words/words.ts';

/** The language of the person who reads the modal, and `now`, from which days are counted. */
export interface ReadingContext {
  readonly calendar: Calendar;
  readonly now: number;
  readonly language: Language;
}

export interface FormContext extends ReadingContext {
  readonly names: NameLookup;
  /** A form does not offer what would be refused. */
  readonly may: (capability: Capability) => boolean;
  /** Where the form is opened; undefined outside channels. */
  readonly channelId?: string | undefined;
}

/** A submitted modal. Its values are not trusted. */
export interface FilledView {
  readonly state: { readonly values: object };
  readonly private_metadata?: string;
}

/** A sentence for each block that is wrong. */
export type Mistakes = Readonly<Record<string, string>>;

/** Selects that search; choices.ts gives their options. */
export const PICK_PRODUCT = 'pick_product';
export const PICK_STORE = 'pick_store';

/** Slack's limit for the text of an option. */
const OPTION_CHARACTERS = 75;

interface Field {
  readonly block: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** False by default. */
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

export function option(value: string, text: string): PlainTextOption {
  return { text: plain(shorten(text, OPTION_CHARACTERS)), value };
}

/** A product or store as a picker offers it; its value is the number. */
export function namedOption({ id, name }: Named): PlainTextOption {
  return { text: plain(labelOf(id, name, OPTION_CHARACTERS)), value: id };
}

/** A choice of one; `chosen` is selected first. */
export function select(
  block: string,
  options: readonly PlainTextOption[],
  chosen: string | undefined,
  t: Catalog,
): StaticSelect {
  const first = options.find(({ value }) => value === chosen);
  return {
    type: 'static_select',
    action_id: block,
    placeholder: plain(askWords(t).form.choose),
    options: [...options],
    ...(first === undefined ? {} : { initial_option: first }),
  };
}

/** One box to tick. */
export function tickBox(block: string, text: string, isTicked: boolean): InputBlockElement {
  const options = [option(TICKED, text)];
  return {
    type: 'checkboxes',
    action_id: block,
    options,
    ...(isTicked ? { initial_options: options } : {}),
  };
}

const TICKED = 'yes';

export function isTicked(view: FilledView, block: string): boolean {
  return allChosenIn(view, block).includes(TICKED);
}

/** From 1 to `most`; empty when `first` is undefined. */
export function wholeNumber(
  block: string,
  most: number,
  first: number | undefined,
  example: number,
): NumberInput {
  return {
    type: 'number_input',
    action_id: block,
    is_decimal_allowed: false,
    ...(first === undefined ? {} : { initial_value: String(first) }),
    min_value: '1',
    max_value: String(most),
    placeholder: plain(String(example)),
  };
}

export function datepicker(block: string, placeholder: string): Datepicker {
  return { type: 'datepicker', action_id: block, placeholder: plain(placeholder) };
}

/** HH:mm; empty when `time` is undefined. */
export function timepicker(block: string, time: string | undefined): Timepicker {
  return { type: 'timepicker', action_id: block, ...(time === undefined ? {} : { initial_time: time }) };
}

/** What a picker shows as chosen: a number, or words as they are written. */
export interface Picked {
  readonly value: string;
  readonly text: string;
}

/** A search for products or stores, which offers the likeliest before anything is typed. */
export function pickField(named: Field, of: Meaning, picked: readonly Picked[], t: Catalog): InputBlock {
  const element: MultiExternalSelect = {
    type: 'multi_external_select',
    action_id: of === 'product' ? PICK_PRODUCT : PICK_STORE,
    placeholder: plain(askWords(t).form.typeNameOrNumber),
    min_query_length: 0,
    max_selected_items: MAX_CHOSEN,
    ...(picked.length === 0 ? {} : { initial_options: picked.map(({ value, text }) => option(value, text)) }),
  };
  return field(named, element);
}

/** What was chosen, as a picker shows it. A name that is too long for an option is left out. */
export function pickedOf(
  of: Meaning,
  { ids, names }: Chosen,
  known: Pick<Names, 'nameOf'>,
  t: Catalog,
): Picked[] {
  const { group, named: called } = askWords(t).form;
  return [
    ...named(ids, known),
    ...names.flatMap((name) => {
      const [value = ''] = writeNames(of, [name]);
      const text = name.kind === 'group' ? group(name.words) : called(name.words);
      return value.length > VALUE_CHARACTERS ? [] : [{ value, text }];
    }),
  ];
}

/** Slack's limit for the value of an option. */
const VALUE_CHARACTERS = 150;

/** Numbers with their names. */
export function named(ids: readonly string[], names: Pick<Names, 'nameOf'>): Picked[] {
  return ids.map((id) => ({ value: id, text: labelOf(id, names.nameOf(id), OPTION_CHARACTERS) }));
}

/** The only element of a block, whatever its action id. */
function elementIn({ state }: FilledView, block: string): unknown {
  const elements: unknown = Object.hasOwn(state.values, block) ? Reflect.get(state.values, block) : undefined;
  return isRecord(elements) ? Object.values(elements)[0] : undefined;
}

/** Whether the form has that field, empty or not. */
export function isFilledIn({ state }: FilledView, block: string): boolean {
  return Object.hasOwn(state.values, block);
}

/** What was typed, or the day, time or conversation that was chosen; otherwise empty. */
export function textIn(view: FilledView, block: string): string {
  const element = elementIn(view, block);
  const value = isRecord(element)
    ? (element.value ?? element.selected_date ?? element.selected_time ?? element.selected_conversation)
    : undefined;
  return typeof value === 'string' ? value.trim() : '';
}

/** The value of the chosen option; undefined when none was chosen. */
export function chosenIn(view: FilledView, block: string): string | undefined {
  const element = elementIn(view, block);
  return isRecord(element) ? optionValue(element.selected_option) : undefined;
}

/** The values of all chosen options. */
export function allChosenIn(view: FilledView, block: string): string[] {
  const element = elementIn(view, block);
  const options = isRecord(element) ? element.selected_options : undefined;
  if (!Array.isArray(options)) return [];
  return options.map(optionValue).filter((value) => value !== undefined);
}

/** HH:mm; undefined when the field is empty. */
export function timeIn(view: FilledView, block: string): string | 'wrong' | undefined {
  const text = textIn(view, block);
  if (text === '') return undefined;
  return TIME_OF_DAY.test(text) ? text : 'wrong';
}

/** The uploaded files, as Slack describes them. */
export function filesIn(view: FilledView, block: string): readonly object[] {
  const element = elementIn(view, block);
  const files = isRecord(element) ? element.files : undefined;
  return Array.isArray(files) ? files.filter(isRecord) : [];
}

function optionValue(option: unknown): string | undefined {
  return isRecord(option) && typeof option.value === 'string' ? option.value : undefined;
}
