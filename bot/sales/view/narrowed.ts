import type { Reader } from '../../ask/reader.ts';
import { MEANINGS, type Meaning, type Selection } from '../../parse/selection.ts';
import { escapeMrkdwn } from '../../slack/message.ts';
import type { CountedName } from '../answer.ts';
import type { Narrowed } from '../words/narrowed.ts';
import { salesWords } from '../words/words.ts';

export const NAME_CHARACTERS = 40;

/** The products and stores of a selection by name, escaped for mrkdwn. */
export function narrowedOf(
  { product, store, without }: Selection,
  counted: readonly CountedName[],
  { products, stores, language }: Pick<Reader, 'products' | 'stores' | 'language'>,
): Narrowed {
  const escaped = (words: string) => escapeMrkdwn(words, NAME_CHARACTERS);
  const numbered = salesWords(language.t).numbered;
  const named = (ids: readonly string[], of: Meaning) => {
    const labels = of === 'product' ? products : stores;
    return ids.map((id) => (labels.nameOf(id) === undefined ? numbered[of](id) : escaped(labels.label(id))));
  };
  return {
    products: named(product.ids, 'product'),
    stores: named(store.ids, 'store'),
    named: counted.map((name) => ({ ...name, words: escaped(name.words) })),
    without: [
      ...MEANINGS.flatMap((meaning) => named(without[meaning].ids, meaning)),
      ...MEANINGS.flatMap((meaning) => without[meaning].names.map(({ words }) => escaped(words))),
    ],
  };
}
