import { sql } from 'kysely';
import type { Database } from '../database/connection.ts';
import { dialectOf, jsonRows } from '../database/dialect.ts';
import { numberOf } from '../text/idNumbers.ts';
import type { KeysOfIds } from './dayRows.ts';

/** The short numbers of products and stores, known ones from the database, new ones made on the way. */
export interface SalesKeys extends KeysOfIds {
  /** Gives numbers to ids that have none yet, so that they can be asked for. */
  ensure(productIds: Iterable<string>, storeIds: Iterable<string>): Promise<void>;
  productId(key: number): string;
}

const IDS_PER_STATEMENT = 1_000;

export async function loadSalesKeys(database: Database): Promise<SalesKeys> {
  const dialect = dialectOf(database);
  const products = new Map<string, number>();
  const stores = new Map<string, number>();
  const productIds = new Map<number, string>();

  const note = (rows: readonly { product_id: string; key: number }[]) => {
    for (const { product_id, key } of rows) {
      products.set(product_id, key);
      productIds.set(key, product_id);
    }
  };
  note(await database.selectFrom('sales_product').selectAll().execute());
  for (const { store_id, key } of await database.selectFrom('sales_store').selectAll().execute()) {
    stores.set(store_id, key);
  }

  return {
    async ensure(newProducts, newStores) {
      for (const ids of unknownOf(newProducts, products)) {
        const rows = jsonRows(dialect, ids);
        await sql`insert into sales_product (product_id, number) select value ->> 0, cast(value ->> 1 as bigint) from ${rows} where true on conflict do nothing`.execute(
          database,
        );
        const texts = ids.map(([id]) => id);
        note(
          await database.selectFrom('sales_product').selectAll().where('product_id', 'in', texts).execute(),
        );
      }
      for (const ids of unknownOf(newStores, stores)) {
        const rows = jsonRows(dialect, ids);
        await sql`insert into sales_store (store_id, number) select value ->> 0, cast(value ->> 1 as bigint) from ${rows} where true on conflict do nothing`.execute(
          database,
        );
        const texts = ids.map(([id]) => id);
        const made = await database
          .selectFrom('sales_store')
          .selectAll()
          .where('store_id', 'in', texts)
          .execute();
        for (const { store_id, key } of made) stores.set(store_id, key);
      }
    },
    product: (id) => known(products, id),
    store: (id) => known(stores, id),
    productId: (key) => known(productIds, key),
  };
}

/** Ids that have no number yet, in pieces for one statement each. */
function* unknownOf(
  ids: Iterable<string>,
  numbers: ReadonlyMap<string, number>,
): Generator<[string, number | null][]> {
  let piece: [string, number | null][] = [];
  for (const id of new Set(ids)) {
    if (numbers.has(id)) continue;
    piece.push([id, numberOf(id)]);
    if (piece.length === IDS_PER_STATEMENT) {
      yield piece;
      piece = [];
    }
  }
  if (piece.length > 0) yield piece;
}

function known<Key, Value>(values: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = values.get(key);
  if (value !== undefined) return value;
  throw new RangeError(`"${key}" was asked for before its number was ensured`);
}
