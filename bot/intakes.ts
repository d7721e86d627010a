import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { type Clock, createCalendar } from 'retail-data-client/core';
import type { Database } from './database/connection.ts';
import type { SalesIntakeParts } from './sales/sync.ts';
import { startImportThread } from './salesImportThread.ts';
import type { Settings } from './settings/settings.ts';
import type { StockSyncOptions } from './stock/sync.ts';
import { startStockThread } from './stockImportThread.ts';

export interface IntakeNeeds {
  readonly settings: Settings;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** How sales are brought in: in a thread, as far back and for as long as the settings say. */
export function salesIntakeOf({ settings, ...needs }: IntakeNeeds): SalesIntakeParts {
  const { databaseFile, baseUrl, subscriptionKey, timeZone } = settings;
  return {
    ...needs,
    calendar: createCalendar(timeZone),
    owner: randomUUID(),
    historyDays: settings.salesHistoryDays,
    retentionDays: settings.salesRetentionDays,
    openImport: async (lease) =>
      startImportThread({
        databasePlace: databaseFile,
        baseUrl,
        subscriptionKey,
        lease,
        now: needs.clock.now(),
      }),
  };
}

/** How stock is brought in; `onThread` false keeps it in this thread, by whose clock a test goes. */
export function stockIntakeOf(
  settings: Settings,
  onThread: boolean,
): Pick<StockSyncOptions, 'openImport' | 'retentionDays'> {
  const { databaseFile, baseUrl, subscriptionKey, stockRetentionDays } = settings;
  return {
    retentionDays: stockRetentionDays,
    ...(onThread && {
      openImport: (now: number) =>
        startStockThread({ databasePlace: databaseFile, baseUrl, subscriptionKey, now }),
    }),
  };
}
