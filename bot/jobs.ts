import type { Logger } from 'pino';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { RetailDataOperations } from 'retail-data-client/client/client';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Digests } from './composeDigests.ts';
import { type Database, isPostgres } from './database/connection.ts';
import { deletableDaysBefore, type OldDays } from './database/oldDays.ts';
import { createDamageCheck } from './health/damage.ts';
import type { Outage } from './health/outage.ts';
import type { ServiceImport } from './health/serviceFacts.ts';
import { startSalesImport, startStockImport } from './imports.ts';
import type { RunLogged } from './loggedWork.ts';
import type { ProductFileWatch } from './products/watchProductFile.ts';
import { syncSales } from './sales/import/sync.ts';
import { ownProductIds } from './sales/queries.ts';
import type { Settings } from './settings/settings.ts';
import { stockWantedUntil } from './stock/digestReadiness.ts';
import { oldestSnapshot } from './stock/import/snapshots.ts';
import { syncStock } from './stock/import/sync.ts';
import { DIRECTORY_REFRESH_MS, type StoreDirectory } from './stores/directory.ts';
import type { StoreNames } from './stores/storeNames.ts';

/** Short, so that stock is read a second time one minute after the first; most rounds make no call. */
const STOCK_MS = 15_000;
const SALES_MS = 60_000;
/** Apart from the sweep, which may send to many channels for minutes. */
const RECONCILE_MS = 15_000;
const THREAD_FILES_MS = 15_000;
const PRODUCT_LIST_MS = 15_000;
const DAMAGE_MS = 15 * 60_000;
const DATABASE_RETRY_MS = 5_000;
/** How long a first digest waits for sales, which determine one's own products. */
export const FIRST_SALES_MS = 5 * 60_000;

/** Runs all periodic work until `signal` is aborted. */
export async function startJobs(parts: {
  readonly settings: Settings;
  readonly database: Database;
  readonly client: RetailDataOperations;
  readonly calendar: Calendar;
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Identifies this process among the replicas. */
  readonly owner: string;
  readonly oldDays: OldDays;
  readonly digests: Digests;
  readonly directory: Pick<StoreDirectory, 'refresh' | 'all'>;
  readonly stores: Pick<StoreNames, 'take'>;
  readonly productFile: Pick<ProductFileWatch, 'check'>;
  /** Whether this start created the database file. */
  readonly isNewFile: boolean;
  /** Gets reports about damage in the database. */
  readonly damage: Pick<Outage<'damage'>, 'failed' | 'works'>;
  /** False while the clock is wrong, or when another key has taken the database. */
  readonly mayWork: () => Promise<boolean>;
  readonly runLogged: RunLogged;
  readonly imports: Readonly<Record<'stock' | 'sales' | 'stores', ServiceImport>>;
}): Promise<void> {
  const { settings, database, client, calendar, clock, log, signal, owner, oldDays } = parts;
  const { directory, stores, productFile, mayWork, runLogged, imports } = parts;
  const { time, subscriptions, scheduler, reconciler, sendThreadFiles } = parts.digests;
  const every = (everyMs: number, work: () => Promise<void>) => runEvery(work, everyMs, clock, signal);
  const runWhenRight = (what: string, work: () => Promise<void>, reads?: ServiceImport) =>
    runLogged(
      what,
      async () => {
        if (await mayWork()) await work();
      },
      reads,
    );
  const service = {
    databasePlace: settings.databaseUrl,
    baseUrl: settings.baseUrl,
    subscriptionKey: settings.subscriptionKey,
  };
  const readStores = () =>
    runLogged(
      'reading the stores',
      async () => {
        await directory.refresh();
        await stores.take(await directory.all());
      },
      imports.stores,
    );
  const reconcile = () =>
    runWhenRight('reconciling digests', async () => {
      if (await reconciler.run()) scheduler.wake();
    });
  const readStock = () =>
    runWhenRight(
      'reading the stock',
      async () => {
        const now = await time.now();
        const isNew = await syncStock(
          {
            client,
            database,
            calendar,
            log,
            signal,
            owner,
            async keepFrom(day) {
              const first = calendar.addDays(day, 1 - settings.stockRetentionDays);
              return deletableDaysBefore(oldDays, 'stock', await oldestSnapshot(database), first);
            },
            openImport: (at) => startStockImport({ ...service, now: at }),
            leaseClock: clock,
          },
          now,
          stockWantedUntil(await subscriptions.active(), calendar, now),
        );
        if (isNew) scheduler.wake();
      },
      imports.stock,
    );
  const readSales = () =>
    runWhenRight(
      'reading the sales',
      () =>
        syncSales({
          database,
          calendar,
          clock,
          log,
          signal,
          owner,
          historyDays: settings.salesHistoryDays,
          retentionDays: settings.salesRetentionDays,
          oldDays,
          mayWork,
          openImport: async (lease) => startSalesImport({ ...service, now: clock.now() }, lease),
        }),
      imports.sales,
    );

  const file = settings.databaseUrl;
  const hasFile = !isPostgres(file) && file !== ':memory:';
  const checkDamage = createDamageCheck(file, parts.isNewFile, calendar, clock, parts.damage, signal);

  const independent = [
    every(PRODUCT_LIST_MS, () => runLogged('reading the product list', productFile.check)),
    ...(hasFile
      ? [every(DAMAGE_MS, () => runLogged('looking for damage in the database', checkDamage))]
      : []),
  ];
  const firstStores = readStores();
  let isFirst: boolean | undefined;
  while (isFirst === undefined && !signal.aborted) {
    await runLogged('looking for sales that are stored', async () => {
      isFirst = (await ownProductIds(database)).length === 0;
    });
    // Retry: nothing else works without the database either.
    if (isFirst === undefined) await clock.sleep(DATABASE_RETRY_MS, signal).catch(() => undefined);
  }
  // Stock first, so that /stock works while months of sales are imported.
  if (isFirst === true) await readStock();
  const stockJob = every(STOCK_MS, readStock);
  const firstSales = readSales();
  // Without sales a first digest would show the products of the whole chain.
  if (isFirst === true) await atMost(firstSales, FIRST_SALES_MS, clock);
  await Promise.all([
    ...independent,
    firstStores.then(() => every(DIRECTORY_REFRESH_MS, readStores)),
    stockJob,
    scheduler.run(),
    every(RECONCILE_MS, reconcile),
    every(THREAD_FILES_MS, () => runWhenRight('sending the files of digests', sendThreadFiles)),
    firstSales.then(() => every(SALES_MS, readSales)),
  ]);
}

/** Waits for `work`, at most `milliseconds`; `work` continues after that. */
async function atMost(work: Promise<void>, milliseconds: number, clock: Clock): Promise<void> {
  const done = new AbortController();
  await Promise.race([work, clock.sleep(milliseconds, done.signal).catch(() => undefined)]);
  done.abort();
}

/**
 * Runs `work` now and at every full multiple of `everyMs`, one at a time, until `signal` is aborted. Skips multiples
 * that pass while `work` runs.
 */
export async function runEvery(
  work: () => Promise<void>,
  everyMs: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await work();
    try {
      await clock.sleep(everyMs - (clock.now() % everyMs), signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}
