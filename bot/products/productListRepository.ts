import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../database/connection.ts';
import { type DialectName, dialectOf, jsonRows } from '../database/dialect.ts';
import type { Schema } from '../database/schema.ts';
import {
  isSameProduct,
  MAX_PRODUCTS,
  otherNamesAsText,
  otherNamesIn,
  type Product,
} from './collectProducts.ts';

/** The source of a list; instants are milliseconds since 1970. */
export interface CurrentList {
  /** Increases with every change of the products. */
  readonly revision: number;
  readonly products: number;
  readonly fileName: string;
  /** A Slack user id; undefined for the file of PRODUCT_LIST. */
  readonly importedBy: string | undefined;
  readonly importedAt: number;
}

/** How many products of a new list differ from the previous list. */
export interface ListChange {
  readonly added: number;
  /** With anything else than before. */
  readonly changed: number;
  readonly removed: number;
}

export interface ListSource {
  readonly fileName: string;
  readonly importedBy: string | undefined;
  readonly importedAt: number;
  /** The hash of the content; undefined unless it is the file of PRODUCT_LIST. */
  readonly configuredHash?: string | undefined;
}

const ROWS_PER_STATEMENT = 1_000;

/** Replaces the list in one transaction, writing only what differs. Returns the new revision. */
export function replaceProducts(
  database: Database,
  products: readonly Product[],
  source: ListSource,
): Promise<ListChange & { readonly revision: number }> {
  return database.transaction().execute(async (transaction) => {
    // Update this row first, to lock it: concurrent imports then run one after the other.
    await transaction
      .updateTable('product_list')
      .set({
        products: products.length,
        file_name: source.fileName,
        imported_by: source.importedBy ?? '',
        imported_at: source.importedAt,
        configured_hash: source.configuredHash,
      })
      .execute();
    const { added, changed, removed } = await differenceOf(transaction, products);
    if (added.length + changed.length + removed.length > 0) {
      await write(transaction, dialectOf(database), { added, changed, removed });
      await transaction
        .updateTable('product_list')
        .set((list) => ({ revision: list('revision', '+', 1) }))
        .execute();
    }
    const revision = await currentRevision(transaction);
    return { added: added.length, changed: changed.length, removed: removed.length, revision };
  });
}

/** How a list would differ from the stored one; `zeros` are numbers that differ only in leading zeros. */
export async function changeOf(
  database: Database,
  products: readonly Product[],
): Promise<ListChange & { readonly zeros: number }> {
  const { added, changed, removed } = await differenceOf(database, products);
  const numbers = new Set(added.map(({ id }) => Number(id)));
  return {
    added: added.length,
    changed: changed.length,
    removed: removed.length,
    zeros: removed.filter((id) => numbers.has(Number(id))).length,
  };
}

async function differenceOf(database: Kysely<Schema>, products: readonly Product[]): Promise<Difference> {
  const before = new Map<string, Product>();
  for await (const some of storedProducts(database)) {
    for (const product of some) before.set(product.id, product);
  }
  const added: Product[] = [];
  const changed: Product[] = [];
  for (const product of products) {
    const stored = before.get(product.id);
    before.delete(product.id);
    if (stored === undefined) added.push(product);
    else if (!isSameProduct(stored, product)) changed.push(product);
  }
  return { added, changed, removed: [...before.keys()] };
}

/** Removes the list and its source, so that the file of PRODUCT_LIST is imported again. */
export function removeProducts(database: Database): Promise<void> {
  return database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('product_list')
      .set((list) => ({
        revision: list('revision', '+', 1),
        products: 0,
        file_name: '',
        imported_by: '',
        imported_at: null,
        configured_hash: '',
      }))
      .execute();
    await transaction.deleteFrom('products').execute();
  });
}

interface Difference {
  readonly added: readonly Product[];
  readonly changed: readonly Product[];
  readonly removed: readonly string[];
}

async function write(
  transaction: Transaction<Schema>,
  dialect: DialectName,
  { added, changed, removed }: Difference,
): Promise<void> {
  // Delete first: a number can be added again with other leading zeros.
  for (const ids of piecesOf([...removed, ...changed.map(({ id }) => id)])) {
    const rows = jsonRows(
      dialect,
      ids.map((id) => [id]),
    );
    await sql`delete from products where id in (select value ->> 0 from ${rows})`.execute(transaction);
    await yieldToEventLoop();
  }
  for (const piece of piecesOf([...added, ...changed])) {
    const rows = jsonRows(
      dialect,
      piece.map((product) => [
        product.id,
        Number(product.id),
        product.name,
        product.group,
        product.leadDays ?? null,
        product.packSize ?? null,
        otherNamesAsText(product),
      ]),
    );
    await sql`
      insert into products (id, number, name, "group", lead_days, pack_size, other_names)
      select value ->> 0, cast(value ->> 1 as bigint), value ->> 2, value ->> 3,
        cast(value ->> 4 as integer), cast(value ->> 5 as integer), value ->> 6
      from ${rows} where true`.execute(transaction);
    await yieldToEventLoop();
  }
}

function* piecesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += ROWS_PER_STATEMENT)
    yield items.slice(at, at + ROWS_PER_STATEMENT);
}

/** The source of the current list; undefined when there is none. */
export async function currentList(database: Database): Promise<CurrentList | undefined> {
  const row = await database.selectFrom('product_list').selectAll().executeTakeFirstOrThrow();
  if (row.imported_at === null) return undefined;
  return {
    revision: row.revision,
    products: row.products,
    fileName: row.file_name,
    importedBy: row.imported_by === '' ? undefined : row.imported_by,
    importedAt: row.imported_at,
  };
}

export async function currentRevision(database: Kysely<Schema>): Promise<number> {
  const row = await database.selectFrom('product_list').select('revision').executeTakeFirstOrThrow();
  return row.revision;
}

/** The hash of the last imported file of PRODUCT_LIST; empty when none was imported. */
export async function configuredFileHash(database: Database): Promise<string> {
  const row = await database.selectFrom('product_list').select('configured_hash').executeTakeFirstOrThrow();
  return row.configured_hash;
}

/** All products by number, with their revision; read in pieces, so that nothing is blocked for long. */
export async function readProducts(
  database: Database,
): Promise<{ readonly revision: number; readonly products: readonly Product[] }> {
  for (;;) {
    const revision = await currentRevision(database);
    const products: Product[] = [];
    for await (const some of storedProducts(database)) {
      for (const product of some) products.push(product);
      if (products.length > MAX_PRODUCTS) break;
    }
    // If a new list was imported between two pieces, read again.
    if ((await currentRevision(database)) === revision) return { revision, products };
  }
}

/** Products by number, in pieces; other work runs in between. */
async function* storedProducts(database: Kysely<Schema>): AsyncGenerator<readonly Product[]> {
  for (let after = -1; ; ) {
    const rows = await database
      .selectFrom('products')
      .selectAll()
      .where('number', '>', after)
      .orderBy('number')
      .limit(ROWS_PER_STATEMENT)
      .execute();
    yield rows.map(({ id, name, group, lead_days, pack_size, other_names }) => ({
      id,
      name,
      group,
      leadDays: lead_days ?? undefined,
      packSize: pack_size ?? undefined,
      ...(other_names !== '' && { otherNames: otherNamesIn(other_names) }),
    }));
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_STATEMENT) return;
    after = last.number;
    await yieldToEventLoop();
  }
}
