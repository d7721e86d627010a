import { allChosenIn, areNumbers, type FilledView, named, type ReadingContext } from '../../ask/fields.ts';
import { askWords } from '../../ask/words/words.ts';
import type { NameLookup } from '../../parse/nameLookup.ts';
import { idsNamed, type Meaning } from '../../parse/names.ts';
import { MAX_CHOSEN } from '../../parse/narrowing.ts';
import type { Narrowing } from '../question.ts';

/** What the picker shows as chosen: names become product or store numbers, since a picker has no names of several. */
export function chosenOf(meaning: Meaning, chosen: Narrowing | undefined, names: NameLookup) {
  const ids = (meaning === 'product' ? chosen?.productIds : chosen?.storeIds) ?? [];
  const many = chosen?.names?.filter((name) => name.meaning === meaning) ?? [];
  const all = [...new Set([...ids, ...many.flatMap((name) => idsNamed(name, names))])];
  return named(all, meaning === 'product' ? names.products : names.stores);
}

/** The chosen numbers; adds a sentence to `mistakes` when they are too many or no numbers. */
export function numbersIn(
  view: FilledView,
  block: string,
  meaning: Meaning,
  { language: { t } }: ReadingContext,
  mistakes: Record<string, string>,
): string[] {
  const ids = allChosenIn(view, block);
  if (ids.length > MAX_CHOSEN || !areNumbers(ids)) {
    const { chooseProducts, chooseStores } = askWords(t).form;
    mistakes[block] = meaning === 'product' ? chooseProducts(MAX_CHOSEN) : chooseStores(MAX_CHOSEN);
  }
  return ids;
}
