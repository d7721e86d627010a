import type { PlainTextOption } from '@slack/types';
import type { Catalog } from '../language/language.ts';
import type { Named, ProductGroups } from '../parse/nameLookup.ts';
import { fold } from '../text/normalize.ts';
import { namedOption, option, pickedOf } from './fields.ts';
import { askWords } from './words/words.ts';

/** Slack's limit for the options of a select that searches. */
const MAX_CHOICES = 100;

/** The options for what is typed. Searches memory only, because Slack waits three seconds at most. */
export type Picker = (typed: string, t: Catalog) => Promise<PlainTextOption[]>;

export interface Choices {
  readonly products: Picker;
  readonly stores: Picker;
}

interface Searchable {
  /** Completes numbers and searches words; near spellings come last. */
  find(typed: string, most: number): readonly Named[];
  nameOf(id: string): string | undefined;
}

/** Products, and the groups of the product list. */
export function productChoices(
  typed: string,
  searched: Searchable & Pick<ProductGroups, 'groups'>,
  known: readonly string[],
  t: Catalog,
): PlainTextOption[] {
  const text = fold(typed.trim());
  const isMeant = (name: string) => text !== '' && fold(name).includes(text);
  const named = searched
    .groups()
    .flatMap(({ name }) => (isMeant(name) ? [{ kind: 'group', words: name } as const] : []));
  const groups = pickedOf('product', { ids: [], names: named }, searched, t)
    .slice(0, MAX_GROUPS)
    .map((group) => option(group.value, group.text));
  return [...groups, ...choicesFor(typed, searched, known, t)].slice(0, MAX_CHOICES);
}

const MAX_GROUPS = 10;

/** The options for `typed`. Numbers in `known` come first, with or without a name. */
export function choicesFor(
  typed: string,
  searched: Searchable,
  known: readonly string[],
  t: Catalog,
): PlainTextOption[] {
  const text = typed.trim();
  const numbers = numbersBeginningWith(text, known).map((id) => ({ id, name: searched.nameOf(id) ?? '' }));
  const found = text === '' ? [] : searched.find(text, MAX_CHOICES);
  const choices = new Map<number, PlainTextOption>();
  for (const choice of [...numbers, ...found]) {
    if (choices.size === MAX_CHOICES) break;
    const key = Number(choice.id);
    if (!choices.has(key)) choices.set(key, namedOption(choice));
  }
  // A number without a name here may still exist in the chain.
  if (/^\d{1,15}$/.test(text) && !choices.has(Number(text))) {
    return [option(text, askWords(t).form.unlistedNumber(text)), ...choices.values()].slice(0, MAX_CHOICES);
  }
  return [...choices.values()];
}

function numbersBeginningWith(text: string, known: readonly string[]): readonly string[] {
  if (text === '') return known.slice(0, MAX_CHOICES);
  if (!/^\d{1,15}$/.test(text)) return [];
  const exact = known.filter((id) => Number(id) === Number(text));
  const begun = known.filter((id) => id.startsWith(text) && !exact.includes(id));
  return [...exact, ...begun].slice(0, MAX_CHOICES);
}
