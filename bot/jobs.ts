import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';
import { RetailDataError } from 'retail-data-client/errors/errors';
import type { Database } from './database/connection.ts';
import type { Reconciler } from './digest/reconcile.ts';
import type { Scheduler } from './digest/scheduler.ts';
import type { ImportKind } from './health/metrics.ts';
import type { Outage } from './health/outage.ts';
import { ownProductIds } from './sales/queries.ts';
import { DIRECTORY_REFRESH_MS, type StoreDirectory } from './stores/directory.ts';
import type { StoreNames } from './stores/storeNames.ts';
import { RemoteError } from './workers/channel.ts';

const STOCK_WORK = 'reading the stock';
const SALES_WORK = 'reading the sales';
const STORES_WORK = 'reading the stores';
const IMPORTS: Readonly<Record<string, ImportKind>> = {
  [STOCK_WORK]: 'stock',
  [SALES_WORK]: 'sales',
  [STORES_WORK]: 'stores',
};

/** Asks nothing most times; often, so that the second look at a stock comes a minute after the first. */
const STOCK_MS = 15_000;
const SALES_MS = 60_000;
/** A sweep that sends to many channels takes minutes, and an unclear digest does not wait for its end. */
const RECONCILE_MS = 15_000;
const THREAD_FILES_MS = 15_000;
const PRODUCT_LIST_MS = 15_000;
const DAMAGE_MS = 15 * 60_000;
const DATABASE_RETRY_MS = 5_000;
/** A first digest waits that long for one's own products, which the sales tell. */
export const FIRST_SALES_MS = 5 * 60_000;

/** What runs periodically; ends when `signal` is aborted. */
export async function startJobs({
  database,
  clock,
  signal,
  runLogged,
  directory,
  storeNames,
  checkProductFile,
  syncStock,
  syncSales,
  scheduler,
  reconciler,
  sendThreadFiles,
  checkDamage,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly runLogged: RunLogged;
  readonly directory: Pick<StoreDirectory, 'refresh' | 'all'>;
  readonly storeNames: Pick<StoreNames, 'take'>;
  readonly checkProductFile: () => Promise<void>;
  readonly syncStock: () => Promise<void>;
  readonly syncSales: () => Promise<void>;
  readonly scheduler: Pick<Scheduler, 'run' | 'wake'>;
  readonly reconciler: Pick<Reconciler, 'run'>;
  readonly sendThreadFiles: () => Promise<void>;
  /** Looks through the file of the database, when that is due; undefined where there is none. */
  readonly checkDamage: (() => Promise<void>) | undefined;
}): Promise<void> {
  const every = (everyMs: number, work: () => Promise<void>) => runEvery(work, everyMs, clock, signal);
  const stores = () =>
    runLogged(STORES_WORK, async () => {
      await directory.refresh();
      await storeNames.take(await directory.all());
    });
  const reconcile = () =>
    runLogged('reconciling digests', async () => {
      if (await reconciler.run()) scheduler.wake();
    });
  const stock = () => runLogged(STOCK_WORK, syncStock);
  const sales = () => runLogged(SALES_WORK, syncSales);

  const independent = [
    every(PRODUCT_LIST_MS, () => runLogged('reading the product list', checkProductFile)),
    ...(checkDamage === undefined
      ? []
      : [every(DAMAGE_MS, () => runLogged('looking for damage in the database', checkDamage))]),
  ];
  const firstStores = stores();
  let isFirst: boolean | undefined;
  while (isFirst === undefined && !signal.aborted) {
    await runLogged('looking for sales that are stored', async () => {
      isFirst = (await ownProductIds(database)).length === 0;
    });
    // The database may be away for a moment; without it there is no digest either.
    if (isFirst === undefined) await clock.sleep(DATABASE_RETRY_MS, signal).catch(() => undefined);
  }
  // The stock goes first and goes on by itself: /stock can be asked already while the sales of months come in.
  if (isFirst === true) await stock();
  const stockJob = every(STOCK_MS, stock);
  const firstSales = sales();
  // A first digest would otherwise be of the whole chain.
  if (isFirst === true) await atMost(firstSales, FIRST_SALES_MS, clock);
  await Promise.all([
    ...independent,
    firstStores.then(() => every(DIRECTORY_REFRESH_MS, stores)),
    stockJob,
    scheduler.run(),
    every(RECONCILE_MS, reconcile),
    every(THREAD_FILES_MS, () => runLogged('sending the files of digests', sendThreadFiles)),
    firstSales.then(() => every(SALES_MS, sales)),
  ]);
}

/** Waits for the work, but no longer than that; the work goes on. */
async function atMost(work: Promise<void>, milliseconds: number, clock: Clock): Promise<void> {
  const done = new AbortController();
  await Promise.race([work, clock.sleep(milliseconds, done.signal).catch(() => undefined)]);
  done.abort();
}

/**
 * Does `work` now and at every full step of the clock after it, one at a time, until `signal` is aborted. A step that
 * passed while `work` was busy is not made up for.
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

/** Runs a piece of work; what fails once is tried again in its next round, and the log says what and why. */
export type RunLogged = (what: string, work: () => Promise<void>) => Promise<void>;

export interface LoggedWork {
  readonly run: RunLogged;
  /** Why stock or sales could not be taken in the last time, where neither service nor database was the cause. */
  importFailure(): string | undefined;
}

export function createLoggedWork({
  log,
  signal,
  outages,
  databaseFailure,
  onImportFailed,
}: {
  readonly log: Logger;
  /** Says nothing of what fails because the bot stops. */
  readonly signal: AbortSignal;
  /** What fails because of them is told once, and not in every round. */
  readonly outages: {
    readonly service: Pick<Outage, 'failed'>;
    readonly database: Pick<Outage, 'failed' | 'works'>;
  };
  /** What to tell of an error of the database; undefined of any other. */
  readonly databaseFailure: (error: unknown) => string | undefined;
  /** Told of each failure to read something in, whatever the cause. */
  readonly onImportFailed: (kind: ImportKind) => void;
}): LoggedWork {
  /** Failures of our own, by the work. */
  const failures = new Map<string, string>();
  return {
    importFailure: () => [STOCK_WORK, SALES_WORK].map((what) => failures.get(what)).find((text) => text),

    async run(what, work) {
      try {
        await work();
        failures.delete(what);
        outages.database.works(what);
      } catch (error) {
        if (signal.aborted) return;
        const kind = IMPORTS[what];
        if (kind !== undefined) onImportFailed(kind);
        const cause = databaseFailure(error);
        if (error instanceof RetailDataError || (error instanceof RemoteError && error.kind !== undefined)) {
          const { kind, status, message } = error;
          const isAsked = kind !== 'rateLimit' || status !== undefined;
          log[isAsked ? 'debug' : 'warn']({ kind, status }, `${what}: ${message}`);
          if (isAsked)
            outages.service.failed('calls', kind === 'authentication' ? `${message} ${NEW_KEY}` : message);
        } else if (cause !== undefined) {
          log.debug({ err: error }, `${what} failed`);
          outages.database.failed(what, cause);
        } else {
          failures.set(what, `${what} failed (${error instanceof Error ? error.message : String(error)})`);
          log.error({ err: error }, `${what} failed`);
        }
      }
    },
  };
}

/** No further try helps: a person has to. */
const NEW_KEY =
  'Set RETAIL_DATA_SUBSCRIPTION_KEY to the key from your profile at the service, and start the bot again.';
