import type { RetailDataOperations } from 'retail-data-client/client/client';
import { toLitres, toMillilitres } from 'retail-data-client/litres';
import type { Database } from '../database/connection.ts';
import { isOfKey, recordedIdentity, replaceKey, type ServiceIdentity } from '../database/identity.ts';
import { toMillionths } from './dayRows.ts';
import { forgetPauses } from './state.ts';

/** The new key was not taken, and nothing was changed; the message says why and what to do. */
export class RenewalError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RenewalError';
  }
}

export interface RenewalOptions {
  readonly database: Database;
  /** The service, and the new key. */
  readonly identity: ServiceIdentity;
  /** Asks with the new key, and is bound to no database. */
  readonly client: Pick<RetailDataOperations, 'dailySales'>;
  readonly now: number;
  /** Any day of the past, for a database that holds none. */
  readonly yesterday: string;
  /** Told each line of what is compared. */
  readonly tell: (line: string) => void;
}

/** `unbound`: no key was ever accepted for this database, so the next start takes any. */
export type Renewal = 'renewed' | 'already' | 'unbound';

/**
 * Such a part of the products and of the rows has to agree. Products belong to one supplier, so of another supplier's
 * sales nothing agrees, and of a wholesaler's, who reads several, a part; late corrections and a product that comes or
 * goes touch a few rows in a hundred.
 */
const LEAST_SHARE = 0.8;

/**
 * Binds the database to a renewed key once that key has been seen to read the same supplier's sales. Stock would prove
 * nothing: every key reads that of the whole chain. Asks for one day of sales, and for no stock.
 * @throws RenewalError, ForeignDatabaseError when the service is another, RetailDataError
 */
export async function renewKey(options: RenewalOptions): Promise<Renewal> {
  const { database, identity, now } = options;
  const recorded = await recordedIdentity(database, identity.baseUrl);
  if (recorded === undefined) return 'unbound';
  if (isOfKey(recorded, identity.subscriptionKey)) return 'already';
  await requireSameSupplier(options);
  const isReplaced = await database.transaction().execute(async (transaction) => {
    if (!(await replaceKey(transaction, recorded, identity.subscriptionKey, now))) return false;
    // Refusals of the old key say nothing of the new one.
    await forgetPauses(transaction, now);
    return true;
  });
  if (!isReplaced) {
    throw new RenewalError(
      'The key of the database was renewed by somebody else meanwhile, so nothing was changed here. Run this again.',
    );
  }
  return 'renewed';
}

async function requireSameSupplier({ database, client, yesterday, tell }: RenewalOptions): Promise<void> {
  const day = await newestDay(database);
  if (day === undefined) {
    if (await holdsFigures(database)) {
      throw new RenewalError(
        'The database holds figures, but no day of sales that the new key could be compared with, and stock is the same for every supplier. Start the bot with the old key until it has read a day with sales, or give DATABASE_URL a new file.',
      );
    }
    // A key that the service refuses must not be bound to anything.
    await client.dailySales({ fromSalesDate: yesterday, toSalesDate: yesterday }).toArray({ limit: 1 });
    tell('The database holds no figures, so there is nothing to compare; the service accepts the new key.');
    return;
  }
  const held = await heldRows(database, day);
  const read = await readRows(client, day);
  if (read.size === 0) {
    throw new RenewalError(
      `The new key reads no sales of ${day}, of which the database holds ${held.size} rows. Set the renewed key of the same supplier; if it is that, ask the owner of the service why it reads nothing.`,
    );
  }
  const products = compareProducts(held, read, await ownProducts(database));
  const rows = compareRows(held, read);
  tell(`Compared sales of ${day}, the newest day with sales in the database:`);
  tell(`  products sold     ${products.held} held, ${products.read} read, ${products.both} in both`);
  tell(`  own products      ${products.own} of the ${products.read} read are own products of the database`);
  tell(
    `  rows              ${held.size} held, ${read.size} read, ${rows.same} with the same litres and items`,
  );
  tell(`  litres            ${litresOf(held)} held, ${litresOf(read)} read`);
  const shares = [products.both / products.either, products.own / products.read, rows.same / rows.either];
  if (shares.some((share) => share < LEAST_SHARE)) {
    throw new RenewalError(
      `The new key does not read the same supplier's sales: at least ${LEAST_SHARE * 100} % of products and of rows must agree. Set the renewed key of the same supplier, or give DATABASE_URL a new file for another one.`,
    );
  }
}

async function newestDay(database: Database): Promise<string | undefined> {
  const newest = await database
    .selectFrom('sales_day')
    .select('sales_date')
    .where('generation', 'is not', null)
    .where('rows', '>', 0)
    .orderBy('sales_date', 'desc')
    .executeTakeFirst();
  return newest?.sales_date;
}

async function holdsFigures(database: Database): Promise<boolean> {
  const stock = await database.selectFrom('stock_snapshot').select('business_date').executeTakeFirst();
  const own = await database.selectFrom('own_product').select('product_id').executeTakeFirst();
  return stock !== undefined || own !== undefined;
}

/** Volume in millilitres, quantity in millionths of an item, as the database keeps them. */
interface Figures {
  readonly productId: string;
  readonly millilitres: number;
  readonly quantity: number;
}

/** Rows of a day by store and product. */
type Rows = ReadonlyMap<string, Figures>;

async function heldRows(database: Database, day: string): Promise<Rows> {
  const rows = await database
    .selectFrom('sales_day')
    .innerJoin('sales_row', 'sales_row.generation', 'sales_day.generation')
    .innerJoin('sales_product', 'sales_product.key', 'sales_row.product')
    .innerJoin('sales_store', 'sales_store.key', 'sales_row.store')
    .select(['product_id', 'store_id', 'sales_row.millilitres', 'sales_row.quantity'])
    .where('sales_day.sales_date', '=', day)
    .execute();
  return new Map(
    rows.map(({ product_id: productId, store_id, millilitres, quantity }) => [
      placeOf(store_id, productId),
      { productId, millilitres, quantity },
    ]),
  );
}

async function readRows(client: RenewalOptions['client'], day: string): Promise<Rows> {
  const rows = new Map<string, Figures>();
  for await (const row of client.dailySales({ fromSalesDate: day, toSalesDate: day })) {
    if (row.salesDate !== day) continue;
    const { storeId, productId, salesVolume, salesQuantity } = row;
    const figures = { millilitres: toMillilitres(salesVolume), quantity: toMillionths(salesQuantity) };
    rows.set(placeOf(storeId, productId), { productId, ...figures });
  }
  return rows;
}

function placeOf(storeId: string, productId: string): string {
  return JSON.stringify([storeId, productId]);
}

async function ownProducts(database: Database): Promise<ReadonlySet<string>> {
  const rows = await database.selectFrom('own_product').select('product_id').execute();
  return new Set(rows.map(({ product_id }) => product_id));
}

function compareProducts(held: Rows, read: Rows, own: ReadonlySet<string>) {
  const heldIds = productsOf(held);
  const readIds = productsOf(read);
  const both = countIn(readIds, heldIds);
  return {
    held: heldIds.size,
    read: readIds.size,
    both,
    either: heldIds.size + readIds.size - both,
    own: countIn(readIds, own),
  };
}

function productsOf(rows: Rows): ReadonlySet<string> {
  return new Set([...rows.values()].map(({ productId }) => productId));
}

function countIn(ids: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return [...ids].filter((id) => others.has(id)).length;
}

function compareRows(held: Rows, read: Rows) {
  let common = 0;
  let same = 0;
  for (const [place, figures] of held) {
    const other = read.get(place);
    if (other === undefined) continue;
    common += 1;
    if (other.millilitres === figures.millilitres && other.quantity === figures.quantity) same += 1;
  }
  return { same, either: held.size + read.size - common };
}

function litresOf(rows: Rows): number {
  return toLitres([...rows.values()].reduce((sum, { millilitres }) => sum + millilitres, 0));
}
