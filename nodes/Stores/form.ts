import type { IExecuteFunctions } from 'n8n-workflow';
import { InvalidInputError } from 'retail-data-client/portable';
import { flag, oneOf, text } from '../service/inputs.ts';
import { STORE_FIELDS, type StoreField } from './storeView.ts';

const OUTPUTS = ['raw', 'selectedFields', 'simplified'] as const;

/** In which form a store is given. */
export type StoreForm =
  | { readonly output: 'raw' | 'simplified' }
  | { readonly output: 'selectedFields'; readonly fields: readonly StoreField[] };

/** As a tool the node has a choice of outputs in place of the switch. */
export function readForm(context: IExecuteFunctions, itemIndex: number, isTool: boolean): StoreForm {
  if (!isTool) {
    const isSimplified = flag('simplify', context.getNodeParameter('simplify', itemIndex, true));
    return { output: isSimplified ? 'simplified' : 'raw' };
  }
  const output = oneOf('output', text(context.getNodeParameter('output', itemIndex, 'simplified')), OUTPUTS);
  return output === 'selectedFields' ? { output, fields: readFields(context, itemIndex) } : { output };
}

function readFields(context: IExecuteFunctions, itemIndex: number): StoreField[] {
  const given: unknown = context.getNodeParameter('fields', itemIndex, []);
  const parts = typeof given === 'string' ? given.split(',').map((part) => part.trim()) : given;
  if (!Array.isArray(parts) || parts.length === 0) {
    throw new InvalidInputError({ field: 'fields', value: given, expected: 'at least one field of a store' });
  }
  return parts.map((part) => oneOf('fields', part, STORE_FIELDS));
}
