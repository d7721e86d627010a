import type { Logger } from 'pino';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { RetailDataOperations } from 'retail-data-client/client/client';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Job } from './ask/part.ts';
import type { Digests } from './composeDigests.ts';
import type { Database } from './database/connection.ts';
import { deletableDaysBefore, type OldDays } from './database/oldDays.ts';
import type { ServiceImport } from './health/serviceFacts.ts';
import { startSalesImport, startStockImport } from './imports.ts';
import { readSalesState } from './sales/import/state.ts';
import { syncSales } from './sales/import/sync.ts';
import type { Settings } from './settings/settings.ts';
import { stockWantedUntil } from './stock/digestReadiness.ts';
import { oldestSnapshot } from './stock/import/snapshots.ts';
import { stockDayOf } from './stock/import/state.ts';
import { syncStock } from './stock/import/sync.ts';
import { DIRECTORY_REFRESH_MS, type StoreDirectory } from './stores/directory.ts';
import type { StoreNames } from './stores/storeNames.ts';
import type { StartWorker } from './workers/worker.ts';

/** The jobs that read stock, sales and stores from the service. */
export function composeImports({
  settings,
  database,
  client,
  calendar,
  clock,
  log,
  signal,
  owner,
  oldDays,
  digests: { time, subscriptions, outbox },
  directory,
  stores,
  mayWork,
  startProcess,
  imports,
}: {
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
  readonly digests: Pick<Digests, 'time' | 'subscriptions' | 'outbox'>;
  readonly directory: Pick<StoreDirectory, 'refresh' | 'all'>;
  readonly stores: Pick<StoreNames, 'take'>;
  /** False while the clock is wrong, or when another key has taken the database. */
  readonly mayWork: () => Promise<boolean>;
  readonly startProcess: StartWorker;
  readonly imports: Readonly<Record<'stock' | 'sales' | 'stores', ServiceImport>>;
}): Readonly<Record<'stock' | 'sales' | 'stores', Job>> {
  const service = {
    databasePlace: settings.databaseUrl,
    baseUrl: settings.baseUrl,
    subscriptionKey: settings.subscriptionKey,
    totalHeader: settings.totalHeader,
  };
  const readStock = async () => {
    const now = await time.now();
    const isNew = await syncStock(
      {
        client,
        database,
        calendar,
        log,
        time,
        signal,
        owner,
        async keepFrom(day) {
          const first = calendar.addDays(day, 1 - settings.stockRetentionDays);
          return deletableDaysBefore(oldDays, 'stock', await oldestSnapshot(database), first);
        },
        openImport: (at) => startStockImport(startProcess, { ...service, now: at }),
        leaseClock: clock,
      },
      now,
      stockWantedUntil(await subscriptions.active(), calendar, now),
    );
    if (isNew) outbox.wake();
    const day = await stockDayOf(database, calendar.latestStockDay(now));
    return isNew || day === undefined || (day.state !== 'waiting' && day.read_again_at === null);
  };
  const readSales = async () => {
    await syncSales({
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
      openImport: async (lease) => startSalesImport(startProcess, { ...service, now: clock.now() }, lease),
    });
    return (await readSalesState(database)).failures === 0;
  };
  const readStores = async () => {
    await directory.refresh();
    await stores.take(await directory.all());
  };
  return {
    stock: { name: 'reading the stock', run: readStock, reads: imports.stock },
    sales: { name: 'reading the sales', run: readSales, reads: imports.sales },
    stores: {
      name: 'reading the stores',
      everyMs: DIRECTORY_REFRESH_MS,
      run: readStores,
      reads: imports.stores,
      isIndependent: true,
    },
  };
}
