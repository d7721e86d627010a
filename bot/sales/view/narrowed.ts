import type { Reader } from '../../ask/reader.ts';
import type { NameOfMany } from '../../parse/narrowing.ts';
import { escapeMrkdwn } from '../../slack/message.ts';
import type { CountedName } from '../answer.ts';
import type { Selection } from '../question.ts';
import type { Narrowed } from '../words/narrowed.ts';
import { salesWords } from '../words/words.ts';

export const NAME_CHARACTERS = 40;

/** The products and stores of a question by name, escaped for mrkdwn. */
export function narrowedOf(
  { productIds, storeIds, without }: Selection,
  counted: readonly CountedName[],
  { products, stores, language }: Pick<Reader, 'products' | 'stores' | 'language'>,
): Narrowed {
  const many = <Name extends NameOfMany>(all: readonly Name[] = []) =>
    all.map((name) => ({ ...name, words: escapeMrkdwn(name.words, NAME_CHARACTERS) }));
  const numbered = salesWords(language.t).numbered;
  const named = (ids: readonly string[] = [], of: 'product' | 'store') => {
    const labels = of === 'product' ? products : stores;
    return ids.map((id) =>
      labels.nameOf(id) === undefined ? numbered[of](id) : escapeMrkdwn(labels.label(id), NAME_CHARACTERS),
    );
  };
  return {
    products: named(productIds, 'product'),
    stores: named(storeIds, 'store'),
    withoutProducts: named(without?.productIds, 'product'),
    withoutStores: named(without?.storeIds, 'store'),
    named: many(counted),
    withoutNamed: many(without?.names),
  };
}
