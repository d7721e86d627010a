import type { RetailDataOperations } from 'retail-data-client/client/client';
import type { Clock } from 'retail-data-client/clock/clock';
import { RetailDataError } from 'retail-data-client/errors/errors';
import { toMillilitres } from 'retail-data-client/litres';
import type { Database } from '../../database/connection.ts';
import {
  ForeignDatabaseError,
  isOwn,
  isReplaced,
  type RecordedIdentity,
  readIdentity,
  recordIdentity,
  replaceKey,
  type ServiceIdentity,
} from '../../database/identity.ts';
import { toMillionths } from '../../text/numbers.ts';
import { forgetPauses } from './state.ts';
import { endSync } from './sync.ts';

/** Why this service and key can use the database. */
type Claim =
  | { readonly kind: 'own' }
  /** The database has no data of any supplier. */
  | { readonly kind: 'empty'; readonly recorded: RecordedIdentity | undefined }
  /** The key is new and belongs to the same supplier: it reads the sales that are stored for `day`. */
  | { readonly kind: 'renewed'; readonly recorded: RecordedIdentity; readonly day: string };

type Sales = Pick<RetailDataOperations, 'dailySales'>;

/**
 * The part of products and rows that must match. Products belong to one supplier, so another supplier's sales match
 * nothing, and those of a wholesaler, who reads several suppliers, only in part. Late corrections and new or removed
 * products change a few rows in a hundred.
 */
const MIN_SHARE = 0.8;

const RETRY_MS = 15_000;

const INSTEAD = 'Set the old key again, or give DATABASE_URL a new file.';

/**
 * Decides whether this service and key can use the database; changes nothing. A renewed key is compared by a day of
 * sales: stock proves nothing, since every key reads the whole chain's.
 * @throws ForeignDatabaseError; RetailDataError when the service doesn't answer
 */
export async function judgeDatabase(
  database: Database,
  identity: ServiceIdentity,
  client: Sales,
): Promise<Claim> {
  const recorded = await readIdentity(database);
  if (recorded !== undefined && isOwn(recorded, identity)) return { kind: 'own' };
  if (recorded === undefined || !(await isFilled(database))) return { kind: 'empty', recorded };
  if (recorded.base_url !== identity.baseUrl) {
    throw new ForeignDatabaseError(
      `The database was filled from ${recorded.base_url}, but RETAIL_DATA_BASE_URL is ${identity.baseUrl}. Set the old value again, or give DATABASE_URL a new file.`,
    );
  }
  if (isReplaced(recorded, identity.subscriptionKey)) {
    throw new ForeignDatabaseError(
      'RETAIL_DATA_SUBSCRIPTION_KEY is an old key, which a newer one has replaced in this database. Set the newer key.',
    );
  }
  const day = await newestDay(database);
  if (day === undefined) {
    throw new ForeignDatabaseError(
      `The database was filled with another RETAIL_DATA_SUBSCRIPTION_KEY and has no day of sales to compare the new key with. ${INSTEAD}`,
    );
  }
  await requireSameSupplier(database, day, await readRows(client, day));
  return { kind: 'renewed', recorded, day };
}

/**
 * Claims the database for this service and key. While the service doesn't answer whether a new key belongs to the same
 * supplier, it waits and tries again.
 * @param onWait called before each further attempt, with the reason
 * @throws ForeignDatabaseError
 */
export async function claimDatabase(
  database: Database,
  identity: ServiceIdentity,
  client: Sales,
  clock: Clock,
  onWait: (cause: string) => void,
  signal?: AbortSignal,
): Promise<Claim> {
  for (;;) {
    try {
      const claim = await judgeDatabase(database, identity, client);
      if (claim.kind === 'own' || (await take(database, claim, identity, clock.now()))) return claim;
    } catch (error) {
      if (!(error instanceof RetailDataError)) throw error;
      onWait(error.message);
      await clock.sleep(RETRY_MS, signal);
    }
  }
}

/** False when another process claimed the database first. */
function take(
  database: Database,
  claim: Exclude<Claim, { kind: 'own' }>,
  identity: ServiceIdentity,
  now: number,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const isTaken = await (claim.kind === 'empty'
      ? recordIdentity(transaction, claim.recorded, identity, now)
      : replaceKey(transaction, claim.recorded, identity, now));
    const { recorded } = claim;
    if (!isTaken || recorded === undefined) return isTaken;
    // Refusals of another key say nothing about this one.
    await forgetPauses(transaction);
    if (!isOwn(recorded, identity)) await endSync(transaction);
    return true;
  });
}

/**
 * Whether the database still belongs to this service and key. A running process never takes it back from another key.
 * What it writes before it notices is harmless: a key is replaced only by one of the same supplier; in a database that
 * was empty, a running sync of sales has lost its lease, and stock is the same for every supplier of a service.
 */
export async function isStillOwn(database: Database, identity: ServiceIdentity): Promise<boolean> {
  const recorded = await readIdentity(database);
  return recorded === undefined || isOwn(recorded, identity);
}

async function isFilled(database: Database): Promise<boolean> {
  const stock = await database.selectFrom('stock_snapshot').select('business_date').executeTakeFirst();
  const own = await database.selectFrom('own_product').select('product_id').executeTakeFirst();
  return stock !== undefined || own !== undefined || (await newestDay(database)) !== undefined;
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

/** Volume in millilitres and quantity in millionths of an item, as the database stores them. */
interface Sold {
  readonly productId: string;
  readonly millilitres: number;
  readonly quantity: number;
}

/** Rows of a day, by store and product. */
type Rows = ReadonlyMap<string, Sold>;

/** @throws ForeignDatabaseError when `read` belongs to another supplier than the stored rows */
async function requireSameSupplier(database: Database, day: string, read: Rows): Promise<void> {
  const stored = await storedRows(database, day);
  const storedIds = productsOf(stored);
  const readIds = productsOf(read);
  const both = countIn(readIds, storedIds);
  const same = sameRows(stored, read);
  const own = await database.selectFrom('own_product').select('product_id').execute();
  const ownIds = new Set(own.map(({ product_id }) => product_id));
  const shares = [
    both / (storedIds.size + readIds.size - both),
    countIn(readIds, ownIds) / readIds.size,
    same / new Set([...stored.keys(), ...read.keys()]).size,
  ];
  // Without any rows the second share is NaN, which fails the comparison.
  if (shares.every((share) => share >= MIN_SHARE)) return;
  throw new ForeignDatabaseError(
    `RETAIL_DATA_SUBSCRIPTION_KEY belongs to another supplier than the database: of the ${stored.size} rows that are stored for the sales of ${day}, it reads ${same}. ${INSTEAD}`,
  );
}

async function storedRows(database: Database, day: string): Promise<Rows> {
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

/** @throws ForeignDatabaseError when the service refuses the key */
async function readRows(client: Sales, day: string): Promise<Rows> {
  const rows = new Map<string, Sold>();
  try {
    for await (const row of client.dailySales({ fromSalesDate: day, toSalesDate: day })) {
      if (row.salesDate !== day) continue;
      const { storeId, productId, salesVolume, salesQuantity } = row;
      rows.set(placeOf(storeId, productId), {
        productId,
        millilitres: toMillilitres(salesVolume),
        quantity: toMillionths(salesQuantity),
      });
    }
  } catch (error) {
    if (!(error instanceof RetailDataError) || error.kind !== 'authentication') throw error;
    throw new ForeignDatabaseError(
      `The service rejects RETAIL_DATA_SUBSCRIPTION_KEY, and the database was filled with another key. Set the key from your profile at the service, or give DATABASE_URL a new file.`,
    );
  }
  return rows;
}

function placeOf(storeId: string, productId: string): string {
  return JSON.stringify([storeId, productId]);
}

function productsOf(rows: Rows): ReadonlySet<string> {
  return new Set([...rows.values()].map(({ productId }) => productId));
}

function countIn(ids: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return [...ids].filter((id) => others.has(id)).length;
}

function sameRows(stored: Rows, read: Rows): number {
  return [...stored].filter(([place, { millilitres, quantity }]) => {
    const other = read.get(place);
    return other?.millilitres === millilitres && other.quantity === quantity;
  }).length;
}
