import { sql } from 'kysely';
import { numberOf } from '../text/numbers.ts';
import type { Database } from './connection.ts';
import { dialectOf, jsonRows } from './dialect.ts';

/** Maps ids to the short numbers that stand for them. */
export interface KeysOfIds {
  product(id: string): number;
  store(id: string): number;
}

/** The short numbers of products and stores: known ones from the database, others created by `ensure`. */
export interface SalesKeys extends KeysOfIds {
  /** Creates numbers for ids that have none yet. `product()` and `store()` throw for an id without one. */
  ensure(productIds: Iterable<string>, storeIds: Iterable<string>): Promise<void>;
  productId(key: number): string;
}

const IDS_PER_STATEMENT = 1_000;

export async function loadSalesKeys(database: Database): Promise<SalesKeys> {
  const products = await loadDictionary(database, 'product');
  const stores = await loadDictionary(database, 'store');
  return {
    async ensure(productIds, storeIds) {
      await products.ensure(productIds);
      await stores.ensure(storeIds);
    },
    product: products.key,
    store: stores.key,
    productId: products.id,
  };
}

async function loadDictionary(database: Database, dimension: 'product' | 'store') {
  const table = sql.table(`sales_${dimension}`);
  const idColumn = sql.ref(`${dimension}_id`);
  const keys = new Map<string, number>();
  const ids = new Map<number, string>();

  const load = async (known: readonly string[] | 'all') => {
    const filter = known === 'all' ? sql`` : sql`where ${idColumn} in (${sql.join(known)})`;
    const { rows } = await sql<{ id: string; key: number }>`
      select ${idColumn} as id, key from ${table} ${filter}`.execute(database);
    for (const { id, key } of rows) {
      keys.set(id, key);
      ids.set(key, id);
    }
  };
  await load('all');

  return {
    async ensure(wanted: Iterable<string>): Promise<void> {
      const unknown = [...new Set(wanted)].filter((id) => !keys.has(id));
      for (let from = 0; from < unknown.length; from += IDS_PER_STATEMENT) {
        const piece = unknown.slice(from, from + IDS_PER_STATEMENT);
        const rows = jsonRows(
          dialectOf(database),
          piece.map((id) => [id, numberOf(id)]),
        );
        await sql`
          insert into ${table} (${idColumn}, number)
          select value ->> 0, cast(value ->> 1 as bigint) from ${rows} where true
          on conflict do nothing`.execute(database);
        await load(piece);
      }
    },
    key: (id: string) => known(keys, id),
    id: (key: number) => known(ids, key),
  };
}

function known<Key, Value>(values: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = values.get(key);
  if (value !== undefined) return value;
  throw new RangeError(`"${key}" was asked for before its number was ensured`);
}
