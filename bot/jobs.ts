import type { Clock } from 'retail-data-client/core';
import type { Attempt } from './attempt.ts';
import type { Database } from './database/connection.ts';
import type { Reconciler } from './digest/reconcile.ts';
import type { Scheduler } from './digest/scheduler.ts';
import type { ProductListKeeping } from './products/keepProductList.ts';
import { repeat } from './repeat.ts';
import { ownProductIds } from './sales/queries.ts';
import { type SalesSyncOptions, syncSales } from './sales/sync.ts';
import { DIRECTORY_REFRESH_MS, type StoreDirectory } from './stores/directory.ts';
import type { StoreNames } from './stores/storeNames.ts';

export interface RoundsNeeds {
  readonly database: Database;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly attempt: Attempt;
  readonly directory: StoreDirectory;
  readonly storeNames: StoreNames;
  readonly products: ProductListKeeping;
  readonly salesIntake: SalesSyncOptions;
  /** One turn at the gate of freshness: asks for the stock when it is time. */
  readonly takeStock: () => Promise<void>;
  readonly scheduler: Pick<Scheduler, 'run'>;
  readonly reconciler: Pick<Reconciler, 'run'>;
  readonly sendThreadFiles: () => Promise<void>;
  /** Looks whether the database is still this service's and key's, or nobody's. */
  readonly checkOwner: () => Promise<void>;
}

/** Asks nothing most times; often, so that the second look at a stock comes a minute after the first. */
const STOCK_MS = 15_000;
const SALES_MS = 60_000;
/** A sweep that sends to many channels takes minutes, and an unclear digest does not wait for its end. */
const RECONCILE_MS = 15_000;
const THREAD_FILES_MS = 15_000;
const PRODUCT_LIST_MS = 15_000;
const OWNER_MS = 15_000;
/** A first digest waits that long for one's own products, which the sales tell. */
const FIRST_SALES_MS = 5 * 60_000;

/** Everything the bot does again and again without being asked; ends when the signal is aborted. */
export async function startRounds(needs: RoundsNeeds): Promise<void> {
  const { database, clock, signal, attempt, directory, storeNames, scheduler, reconciler } = needs;
  const refreshStores = () =>
    attempt('reading the stores', async () => {
      await directory.refresh();
      await storeNames.take(await directory.all());
    });
  const takeStock = () => attempt('reading the stock', needs.takeStock);
  const reconcile = () => attempt('reconciling digests', () => reconciler.run());
  const takeSales = () => attempt('reading the sales', () => syncSales(needs.salesIntake));
  const keepProducts = () => attempt('reading the product list', () => needs.products.check());
  const sendThreadFiles = () => attempt('sending the files of digests', needs.sendThreadFiles);
  const checkOwner = () => attempt('looking whose the database is', needs.checkOwner);

  const checking = repeat(checkOwner, OWNER_MS, clock, signal);
  const keeping = repeat(keepProducts, PRODUCT_LIST_MS, clock, signal);
  const firstStores = refreshStores();
  const isFirst = (await ownProductIds(database)).length === 0;
  // The stock goes first and goes on by itself: /stock can be asked already while the sales of months come in.
  if (isFirst) await takeStock();
  const stock = repeat(takeStock, STOCK_MS, clock, signal);
  const firstSales = takeSales();
  // A first digest would otherwise be of the whole chain.
  if (isFirst) await atMost(firstSales, FIRST_SALES_MS, clock);
  await Promise.all([
    firstStores.then(() => repeat(refreshStores, DIRECTORY_REFRESH_MS, clock, signal)),
    stock,
    scheduler.run(),
    repeat(reconcile, RECONCILE_MS, clock, signal),
    repeat(sendThreadFiles, THREAD_FILES_MS, clock, signal),
    keeping,
    checking,
    firstSales.then(() => repeat(takeSales, SALES_MS, clock, signal)),
  ]);
}

/** Waits for the work, but no longer than that; the work goes on. */
async function atMost(work: Promise<void>, milliseconds: number, clock: Clock): Promise<void> {
  const done = new AbortController();
  await Promise.race([work, clock.sleep(milliseconds, done.signal).catch(() => undefined)]);
  done.abort();
}
