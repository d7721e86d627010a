import { InvalidInputError } from 'retail-data-client/portable';
import { oneOf } from '../service/inputs.ts';
import type { Item } from '../service/item.ts';
import { STORE_FIELDS, type StoreField } from './storeView.ts';

const OUTPUTS = ['raw', 'selectedFields', 'simplified'] as const;

/** In which form a store is given. */
export type StoreForm =
  | { readonly output: 'raw' | 'simplified' }
  | { readonly output: 'selectedFields'; readonly fields: readonly StoreField[] };

/** As a tool the node has a choice of outputs in place of the switch. */
export function readForm(item: Item): StoreForm {
  if (!item.isTool) return { output: item.flag('simplify', true) ? 'simplified' : 'raw' };
  const output = item.choice('output', 'simplified', OUTPUTS);
  return output === 'selectedFields' ? { output, fields: readFields(item) } : { output };
}

function readFields(item: Item): StoreField[] {
  const { given, parts } = item.list('fields', []);
  if (parts.length === 0) {
    throw new InvalidInputError({ field: 'fields', value: given, expected: 'at least one field of a store' });
  }
  return parts.map((part) => oneOf('fields', part, STORE_FIELDS));
}
