import type { FiguresQuestion } from '../questions/answer.ts';
import { TICKED } from './fields.ts';

/** What was filled in: a question, or a sentence for each block that is wrong. */
export type FormReading<Asked extends FiguresQuestion = FiguresQuestion> =
  | { readonly question: Asked }
  | { readonly mistakes: Readonly<Record<string, string>> };

/** A form as it came in; nothing is taken for granted about the values. */
export interface FilledView {
  readonly state: { readonly values: object };
}

/** Each block holds one element, whatever it is called. */
function elementIn({ state }: FilledView, block: string): unknown {
  const elements: unknown = Object.hasOwn(state.values, block) ? Reflect.get(state.values, block) : undefined;
  return isRecord(elements) ? Object.values(elements)[0] : undefined;
}

/** What was typed, or the day, time or conversation that was chosen; empty when nothing was. */
export function textIn(view: FilledView, block: string): string {
  const element = elementIn(view, block);
  const value = isRecord(element)
    ? (element.value ?? element.selected_date ?? element.selected_time ?? element.selected_conversation)
    : undefined;
  return typeof value === 'string' ? value.trim() : '';
}

/** The value of the option that was chosen; undefined when none was. */
export function chosenIn(view: FilledView, block: string): string | undefined {
  const element = elementIn(view, block);
  return isRecord(element) ? optionValue(element.selected_option) : undefined;
}

/** The values of all options that were chosen. */
export function allChosenIn(view: FilledView, block: string): string[] {
  const element = elementIn(view, block);
  const options = isRecord(element) ? element.selected_options : undefined;
  if (!Array.isArray(options)) return [];
  return options.map(optionValue).filter((value) => value !== undefined);
}

export function isTicked(view: FilledView, block: string): boolean {
  return allChosenIn(view, block).includes(TICKED);
}

/** The files that were put in, as Slack describes them. */
export function filesIn(view: FilledView, block: string): readonly object[] {
  const element = elementIn(view, block);
  const files = isRecord(element) ? element.files : undefined;
  return Array.isArray(files) ? files.filter(isRecord) : [];
}

function optionValue(option: unknown): string | undefined {
  return isRecord(option) && typeof option.value === 'string' ? option.value : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Numbers as pickers give them; what else somebody may have sent is none. */
export function areNumbers(ids: readonly string[]): boolean {
  return ids.every((id) => /^\d{1,15}$/.test(id));
}
