import type { IDataObject } from 'n8n-workflow';
import { checkRange } from 'retail-data-client/http/validation';
import { type DailySalesFilter, InvalidInputError } from 'retail-data-client/portable';
import { identifier } from './inputs.ts';
import { labelOf } from './labels.ts';
import { identifierField } from './parameters.ts';
import { storeLocatorField } from './storeLocator.ts';

/** The filters of sales, which the trigger has too. */
export const fromStoreField = identifierField(
  'From Store ID',
  'fromStoreId',
  '100',
  "Only stores from this number up (a whole number). For one store set 'Store' instead.",
);
export const storeField = storeLocatorField('Only the store with this number (a whole number such as 143)');
export const toStoreField = identifierField(
  'To Store ID',
  'toStoreId',
  '199',
  'Only stores up to this number, included (a whole number)',
);

export const vendorField = identifierField(
  'Vendor ID',
  'vendorId',
  '12',
  'Only products of this vendor (a whole number)',
);
export const wholesalerField = identifierField(
  'Wholesaler ID',
  'wholesalerId',
  '7',
  'Only products of this wholesaler (a whole number)',
);

/** What the service is asked for: it has no filter for one store, but one for a range of store numbers. */
export function storeRange(filters: IDataObject): Pick<DailySalesFilter, 'fromStoreId' | 'toStoreId'> {
  const storeId = identifier('storeId', filters.storeId);
  const fromStoreId = identifier('fromStoreId', filters.fromStoreId);
  const toStoreId = identifier('toStoreId', filters.toStoreId);
  if (storeId === undefined) {
    checkRange('fromStoreId', fromStoreId, 'toStoreId', toStoreId, labelOf('fromStoreId'));
    return { fromStoreId, toStoreId };
  }
  if (fromStoreId === undefined && toStoreId === undefined)
    return { fromStoreId: storeId, toStoreId: storeId };
  throw new InvalidInputError({
    field: 'storeId',
    value: storeId,
    expected: "left empty when 'From Store ID' or 'To Store ID' is set",
  });
}
