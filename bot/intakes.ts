import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { type Clock, createCalendar } from 'retail-data-client/core';
import type { Database } from './database/connection.ts';
import { startSalesImport, startStockImport } from './imports.ts';
import type { SalesSyncOptions } from './sales/sync.ts';
import type { Settings } from './settings/settings.ts';
import type { StockSyncOptions } from './stock/sync.ts';

export interface IntakeNeeds {
  readonly settings: Settings;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** How sales are brought in: in a thread, as far back and for as long as the settings say. */
export function salesIntakeOf({ settings, ...needs }: IntakeNeeds): SalesSyncOptions {
  const { databaseUrl, baseUrl, subscriptionKey, timeZone } = settings;
  return {
    ...needs,
    calendar: createCalendar(timeZone),
    owner: randomUUID(),
    historyDays: settings.salesHistoryDays,
    retentionDays: settings.salesRetentionDays,
    openImport: async (lease) =>
      startSalesImport(
        { databasePlace: databaseUrl, baseUrl, subscriptionKey, now: needs.clock.now() },
        lease,
      ),
  };
}

/** How stock is brought in; `onThread` false keeps it in this thread, by whose clock a test goes. */
export function stockIntakeOf(
  settings: Settings,
  onThread: boolean,
): Pick<StockSyncOptions, 'openImport' | 'retentionDays'> {
  const { databaseUrl, baseUrl, subscriptionKey, stockRetentionDays } = settings;
  return {
    retentionDays: stockRetentionDays,
    ...(onThread && {
      openImport: (now: number) =>
        startStockImport({ databasePlace: databaseUrl, baseUrl, subscriptionKey, now }),
    }),
  };
}
