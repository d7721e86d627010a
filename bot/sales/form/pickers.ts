import { named } from '../../ask/fields.ts';
import type { NameLookup } from '../../parse/nameLookup.ts';
import { idsNamed, type Meaning } from '../../parse/names.ts';
import { idsOf } from '../../parse/narrowing.ts';
import type { Narrowing } from '../question.ts';

/** What the picker shows as chosen: names become product or store numbers, since a picker has no names of several. */
export function chosenOf(meaning: Meaning, chosen: Narrowing | undefined, names: NameLookup) {
  const ids = (meaning === 'product' ? chosen?.productIds : chosen?.storeIds) ?? [];
  const many = chosen?.names?.filter((name) => name.meaning === meaning) ?? [];
  const all = idsOf({ ids, names: many }, (name) => idsNamed(name, names));
  return named(all, meaning === 'product' ? names.products : names.stores);
}
