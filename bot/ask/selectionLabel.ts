import {
  type Chosen,
  type IdsNamed,
  isNone,
  MEANINGS,
  type Meaning,
  type NameOfMany,
  type Selection,
} from '../parse/selection.ts';
import { escapeMrkdwn } from '../slack/message.ts';
import { capitalized } from '../text/label.ts';
import type { Reader } from './reader.ts';
import { askWords } from './words/words.ts';

/** A name that a question was narrowed by, with the number of products or stores that have it now. */
export type CountedName = NameOfMany & { readonly meaning: Meaning; readonly count: number };

export function countedNames(selection: Selection, idsNamed: IdsNamed): CountedName[] {
  return MEANINGS.flatMap((meaning) =>
    selection[meaning].names.map((name) => ({ meaning, ...name, count: idsNamed(meaning, name).length })),
  );
}

type LabelReader = Pick<Reader, 'products' | 'stores' | 'language'>;

/**
 * In a sentence, the names in `counted` say what they stand for: "gin (7 products)". Rules and settings list more names;
 * settings capitalize them.
 */
type LabelStyle = { readonly counted: readonly CountedName[] } | 'rule' | 'settings';

/** Of a name in a sentence. */
export const NAME_CHARACTERS = 40;

/** How many names a label lists, and the characters of a number with its name, and of a name of several. */
const LIMITS = {
  sentence: { most: 2, label: NAME_CHARACTERS, name: NAME_CHARACTERS },
  rule: { most: 5, label: 80, name: 300 },
  settings: { most: 5, label: 40, name: 80 },
};

/** Escaped for mrkdwn: "Gin (7 products) in Oslo (12 stores), without 1101 Pale Ale". `of` says it of the products, '' for all. */
export function selectionLabel(
  selection: Selection,
  of: (products: string) => string,
  reader: LabelReader,
  style: LabelStyle,
): string {
  const { within, without } = askWords(reader.language.t).selection;
  const stores = namesText('store', selection.store, reader, style);
  const left = MEANINGS.flatMap((meaning) => namesOf(meaning, selection.without[meaning], reader, style));
  return [
    of(namesText('product', selection.product, reader, style)),
    ...(stores === '' ? [] : [` ${within} ${stores}`]),
    ...(left.length === 0 ? [] : [`, ${without} ${listed(left, reader, style)}`]),
  ].join('');
}

/** Empty for none. */
export function namesText(meaning: Meaning, chosen: Chosen, reader: LabelReader, style: LabelStyle): string {
  return isNone(chosen) ? '' : listed(namesOf(meaning, chosen, reader, style), reader, style);
}

function limitsOf(style: LabelStyle) {
  return LIMITS[typeof style === 'string' ? style : 'sentence'];
}

function listed(names: readonly string[], { language }: LabelReader, style: LabelStyle): string {
  const { most } = limitsOf(style);
  return language.format.list(names.slice(0, most), Math.max(0, names.length - most));
}

function namesOf(
  meaning: Meaning,
  { ids, names }: Chosen,
  { products, stores, language }: LabelReader,
  style: LabelStyle,
): string[] {
  const labels = meaning === 'product' ? products : stores;
  const words = askWords(language.t).selection;
  const limits = limitsOf(style);
  const label = (id: string) => escapeMrkdwn(labels.label(id, limits.label), limits.label);
  const name = ({ words }: NameOfMany) => escapeMrkdwn(words, limits.name);
  if (style === 'rule') return [...ids.map(label), ...names.map(name)];
  if (style === 'settings') return [...ids.map(label), ...names.map((each) => capitalized(name(each)))];
  const isSame = (one: NameOfMany, other: CountedName) =>
    other.meaning === meaning && other.kind === one.kind && other.words === one.words;
  return [
    ...ids.map((id) => (labels.nameOf(id) === undefined ? words.numbered[meaning](id) : label(id))),
    ...names.map((each) => {
      const found = style.counted.find((other) => isSame(each, other));
      return found === undefined ? name(each) : `${name(each)} (${words.counted(found.count, meaning)})`;
    }),
  ];
}
