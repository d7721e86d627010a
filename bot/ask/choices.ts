import type { PlainTextOption } from '@slack/types';
import type { Catalog } from '../language/language.ts';
import type { Named } from '../parse/nameLookup.ts';
import { namedOption, option } from './fields.ts';
import { askWords } from './words/words.ts';

/** What Slack takes in one answer to a select that searches. */
const MOST_CHOICES = 100;

/** What a picker offers for what is typed: all of it is in memory, since Slack waits for three seconds at most. */
export type Picker = (typed: string, t: Catalog) => Promise<PlainTextOption[]>;

export interface Choices {
  readonly products: Picker;
  readonly stores: Picker;
}

interface Searchable {
  /** Numbers are completed, words searched, the nearest spelling comes last. */
  find(typed: string, most: number): readonly Named[];
  nameOf(id: string): string | undefined;
}

/** What is found for what is typed; `known`: numbers that are offered first, named or not. */
export function choicesFor(
  typed: string,
  searched: Searchable,
  known: readonly string[],
  t: Catalog,
): PlainTextOption[] {
  const text = typed.trim();
  const numbers = numbersBeginningWith(text, known).map((id) => ({ id, name: searched.nameOf(id) ?? '' }));
  const found = text === '' ? [] : searched.find(text, MOST_CHOICES);
  const choices = new Map<number, PlainTextOption>();
  for (const choice of [...numbers, ...found]) {
    if (choices.size === MOST_CHOICES) break;
    const key = Number(choice.id);
    if (!choices.has(key)) choices.set(key, namedOption(choice));
  }
  // A number that nobody here knows may still be one of the chain.
  if (/^\d{1,15}$/.test(text) && !choices.has(Number(text))) {
    return [option(text, askWords(t).form.unlistedNumber(text)), ...choices.values()].slice(0, MOST_CHOICES);
  }
  return [...choices.values()];
}

function numbersBeginningWith(text: string, known: readonly string[]): readonly string[] {
  if (text === '') return known.slice(0, MOST_CHOICES);
  if (!/^\d{1,15}$/.test(text)) return [];
  const exact = known.filter((id) => Number(id) === Number(text));
  const begun = known.filter((id) => id.startsWith(text) && !exact.includes(id));
  return [...exact, ...begun].slice(0, MOST_CHOICES);
}
