import type { IDataObject } from 'n8n-workflow';
import { checkRange } from 'retail-data-client/http/validation';
import { type DailySalesFilter, InvalidInputError } from 'retail-data-client/portable';
import { identifier } from './inputs.ts';
import { labelOf } from './labels.ts';

/** What the service is asked for: it has no filter for one store, but one for a range of store numbers. */
function storeRange(filters: IDataObject): Pick<DailySalesFilter, 'fromStoreId' | 'toStoreId'> {
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

/** The filters that only sales have, as the service wants them. @throws InvalidInputError that names the filter. */
export function salesFilter(filters: IDataObject): DailySalesFilter {
  return {
    ...storeRange(filters),
    vendorId: identifier('vendorId', filters.vendorId),
    wholesalerId: identifier('wholesalerId', filters.wholesalerId),
  };
}
