import type { Logger } from 'pino';
import { RetailDataError } from 'retail-data-client/errors/errors';
import { databaseFailure } from './database/connection.ts';
import type { Metrics } from './health/metrics.ts';
import type { ServiceImport } from './health/serviceFacts.ts';
import type { Outages } from './health/watch.ts';
import { RemoteError } from './workers/channel.ts';

/** Runs a piece of work; what fails once is tried again in its next round, and the log says what and why. */
export type RunLogged = (
  what: string,
  work: () => Promise<void>,
  /** What the work reads in from the service. */
  reads?: ServiceImport,
) => Promise<void>;

export interface LoggedWork {
  readonly run: RunLogged;
  /** Why figures could not be taken in the last time, where neither service nor database was the cause. */
  importFailure(): string | undefined;
}

/** What fails because of an outage is told once, and not in every round; what fails because the bot stops is not told. */
export function createLoggedWork(
  databaseUrl: string,
  outages: Outages,
  metrics: Pick<Metrics, 'count'>,
  log: Logger,
  signal: AbortSignal,
): LoggedWork {
  /** Failures of our own, by what reads figures in. */
  const failures = new Map<string, string>();
  return {
    importFailure: () => [...failures.values()][0],

    async run(what, work, reads) {
      try {
        await work();
        failures.delete(what);
        outages.database.works(what);
      } catch (error) {
        if (signal.aborted) return;
        if (reads !== undefined) metrics.count('retail_bot_import_failures_total', { kind: reads.kind });
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
          if (reads?.days !== undefined) {
            failures.set(what, `${what} failed (${error instanceof Error ? error.message : String(error)})`);
          }
          log.error({ err: error }, `${what} failed`);
        }
      }
    },
  };
}

/** No further try helps: a person has to. */
const NEW_KEY =
  'Set RETAIL_DATA_SUBSCRIPTION_KEY to the key from your profile at the service, and start the bot again.';
