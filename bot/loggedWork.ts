import type { Logger } from 'pino';
import { RetailDataError } from 'retail-data-client/errors/errors';
import type { Health } from './composeHealth.ts';
import { databaseFailure } from './database/connection.ts';
import type { ImportKind } from './health/metrics.ts';
import { RemoteError } from './workers/channel.ts';

export const STOCK_WORK = 'reading the stock';
export const SALES_WORK = 'reading the sales';
export const STORES_WORK = 'reading the stores';
const IMPORTS: Readonly<Record<string, ImportKind>> = {
  [STOCK_WORK]: 'stock',
  [SALES_WORK]: 'sales',
  [STORES_WORK]: 'stores',
};

/** Runs a piece of work; what fails once is tried again in its next round, and the log says what and why. */
export type RunLogged = (what: string, work: () => Promise<void>) => Promise<void>;

export interface LoggedWork {
  readonly run: RunLogged;
  /** Why stock or sales could not be taken in the last time, where neither service nor database was the cause. */
  importFailure(): string | undefined;
}

/** What fails because of an outage is told once, and not in every round; what fails because the bot stops is not told. */
export function createLoggedWork(
  databaseUrl: string,
  { outages, metrics }: Pick<Health, 'outages' | 'metrics'>,
  log: Logger,
  signal: AbortSignal,
): LoggedWork {
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
        if (kind !== undefined) metrics.countImportFailure(kind);
        const cause = databaseFailure(error, databaseUrl);
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
