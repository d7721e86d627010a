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
import type { Known } from 'retail-data-client/operations/fields';
import type { permissionOperation } from 'retail-data-client/operations/permission';
import type { storesOperation } from 'retail-data-client/operations/stores';
import { expectTypeOf, test } from 'vitest';
import type { accumulatedStockQuery, productStock } from '../../../../shared/operations/accumulatedStock.ts';
import type { dailySalesQuery, salesDay } from '../../../../shared/operations/dailySales.ts';
import type { permission, permissionChange } from '../../../../shared/operations/permission.ts';
import type { store, storesQuery } from '../../../../shared/operations/stores.ts';

// The compiler is what fails here: `tsc --noEmit` reads this file with all others.

/** What a schema gives by the fields that it names, which the types of the package must be. */
type Given<Schema extends { _zod: { output: unknown } }> = Known<Schema['_zod']['output']>;
type Listed<Schema extends { _zod: { output: unknown } }> = Given<Schema>[];

test('rows, queries and answers have the types of their schemas', () => {
  expectTypeOf<SalesDay>().toEqualTypeOf<Given<typeof salesDay>>();
  expectTypeOf<Known<Store>>().toEqualTypeOf<Given<typeof store>>();
  expectTypeOf<ProductStock>().toEqualTypeOf<Given<typeof productStock>>();
  expectTypeOf<Permission>().toEqualTypeOf<Given<typeof permission>>();
  expectTypeOf<DailySalesQuery>().toEqualTypeOf<Given<typeof dailySalesQuery>>();
  expectTypeOf<StoresQuery>().toEqualTypeOf<Given<typeof storesQuery>>();
  expectTypeOf<AccumulatedStockQuery>().toEqualTypeOf<Given<typeof accumulatedStockQuery>>();
  expectTypeOf<PermissionChange>().toEqualTypeOf<Given<typeof permissionChange>>();
});

test('a name with a typo is an error, in rows, filters, options and answers', () => {
  const wrong = async (
    client: RetailDataOperations,
    store: Store,
    stock: ProductStock,
    permission: Permission,
  ) => {
    // @ts-expect-error storeName
    void store.storName;
    // @ts-expect-error city
    void store.address.town;
    // @ts-expect-error closed
    void store.openingHours.regularHours[0]?.isClosed;
    // @ts-expect-error stock
    void stock.stok;
    // @ts-expect-error active
    void permission.aktive;
    // @ts-expect-error storeSales
    void (await client.get('dailySales', {})).data[0]?.storeSale;
    // @ts-expect-error productId
    void (await client.get('dailySales', {})).data[0]?.storeSales[0]?.sales[0]?.product;
    // @ts-expect-error fromSalesDate
    client.dailySales({ fromDate: '2026-11-01' });
    // @ts-expect-error maxCalls is of stock
    client.dailySales({}, { maxCalls: 3 });
    // @ts-expect-error a telephone number may be missing
    void store.telephone.length;
  };
  expectTypeOf(wrong).toBeFunction();
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
