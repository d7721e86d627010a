import type {
  AccumulatedStockFilter,
  DailySalesFilter,
  Permission,
  PermissionChange,
  ProductStock,
  RetailDataOperations,
  RowStream,
  SalesRow,
  Store,
  StoresQuery,
} from 'retail-data-client';
import type { Answer } from 'retail-data-client/http/request';
import type {
  AccumulatedStockQuery,
  accumulatedStockOperation,
} from 'retail-data-client/operations/accumulatedStock';
import type {
  DailySalesQuery,
  dailySalesOperation,
  SalesDay,
} from 'retail-data-client/operations/dailySales';
import type { permissionOperation } from 'retail-data-client/operations/permission';
import type { storesOperation } from 'retail-data-client/operations/stores';
import { expectTypeOf, test } from 'vitest';
import type { accumulatedStockQuery, productStock } from '../../../../shared/operations/accumulatedStock.ts';
import type { dailySalesQuery, salesDay } from '../../../../shared/operations/dailySales.ts';
import type { permission, permissionChange } from '../../../../shared/operations/permission.ts';
import type { store, storesQuery } from '../../../../shared/operations/stores.ts';

// The compiler is what fails here: `tsc --noEmit` reads this file with all others.

/** What a schema gives, which the types of the package must be. */
type Given<Schema extends { _zod: { output: unknown } }> = Schema['_zod']['output'];
type Listed<Schema extends { _zod: { output: unknown } }> = Given<Schema>[];

test('rows, queries and answers have the types of their schemas', () => {
  expectTypeOf<SalesDay>().toEqualTypeOf<Given<typeof salesDay>>();
  expectTypeOf<Store>().toEqualTypeOf<Given<typeof store>>();
  expectTypeOf<ProductStock>().toEqualTypeOf<Given<typeof productStock>>();
  expectTypeOf<Permission>().toEqualTypeOf<Given<typeof permission>>();
  expectTypeOf<DailySalesQuery>().toEqualTypeOf<Given<typeof dailySalesQuery>>();
  expectTypeOf<StoresQuery>().toEqualTypeOf<Given<typeof storesQuery>>();
  expectTypeOf<AccumulatedStockQuery>().toEqualTypeOf<Given<typeof accumulatedStockQuery>>();
  expectTypeOf<PermissionChange>().toEqualTypeOf<Given<typeof permissionChange>>();
});

test('operations ask and answer in those types', () => {
  expectTypeOf<Given<typeof dailySalesOperation.answer>>().toEqualTypeOf<Listed<typeof salesDay>>();
  expectTypeOf<Given<typeof storesOperation.answer>>().toEqualTypeOf<Listed<typeof store>>();
  expectTypeOf<Given<typeof accumulatedStockOperation.answer>>().toEqualTypeOf<Listed<typeof productStock>>();
  expectTypeOf<Given<typeof permissionOperation.answer>>().toEqualTypeOf<Given<typeof permission>>();
  expectTypeOf<Given<typeof permissionOperation.body>>().toEqualTypeOf<Given<typeof permissionChange>>();
});

test('an answer takes its type from the operation that was asked', () => {
  const ask = (client: RetailDataOperations) => ({
    sales: client.get('dailySales', {}),
    stores: client.get('stores', { storeId: 1 }),
    stock: client.get('accumulatedStock', { includeZeroStock: true }),
  });
  type Asked = ReturnType<typeof ask>;
  expectTypeOf<Asked['sales']>().toEqualTypeOf<Promise<Answer<SalesDay[]>>>();
  expectTypeOf<Asked['stores']>().toEqualTypeOf<Promise<Answer<Store[]>>>();
  expectTypeOf<Asked['stock']>().toEqualTypeOf<Promise<Answer<ProductStock[]>>>();
});

test('the methods give rows and take filters without paging', () => {
  expectTypeOf<RetailDataOperations['dailySales']>().returns.toEqualTypeOf<RowStream<SalesRow>>();
  expectTypeOf<RetailDataOperations['accumulatedStock']>().returns.toEqualTypeOf<RowStream<ProductStock>>();
  expectTypeOf<RetailDataOperations['stores']>().returns.resolves.toEqualTypeOf<Store[]>();
  expectTypeOf<RetailDataOperations['setPermission']>().returns.resolves.toEqualTypeOf<Permission>();
  expectTypeOf<RetailDataOperations['setPermission']>().parameter(0).toEqualTypeOf<PermissionChange>();
  expectTypeOf<keyof DailySalesFilter>().toEqualTypeOf<
    | 'fromSalesDate'
    | 'toSalesDate'
    | 'fromStoreId'
    | 'toStoreId'
    | 'productId'
    | 'vendorId'
    | 'wholesalerId'
    | 'changedSince'
  >();
  expectTypeOf<keyof AccumulatedStockFilter>().toEqualTypeOf<
    'productId' | 'changedSince' | 'includeZeroStock'
  >();
  expectTypeOf<keyof StoresQuery>().toEqualTypeOf<'storeId' | 'storeNameContains' | 'changedSince'>();
});
