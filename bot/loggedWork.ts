import type { Logger } from 'pino';
import { RetailDataError } from 'retail-data-client/errors/errors';
import { databaseFailure } from './database/connection.ts';
import type { Metrics } from './health/metrics.ts';
import type { ServiceImport } from './health/serviceFacts.ts';
import type { Outages } from './health/watch.ts';
import { RemoteError } from './workers/channel.ts';
import type { UnderWay } from './workers/underWay.ts';

/** Runs one round of periodic work and logs a failure; the next round retries. */
export type RunLogged = (
  what: string,
  /** Resolves with false while something that failed before is not done yet: that failure stays. */
  work: () => Promise<unknown>,
  /** What `work` reads from the service; undefined when it reads nothing. */
  reads?: ServiceImport,
) => Promise<void>;

export interface LoggedWork {
  readonly run: RunLogged;
  /** Why the last import failed, if the service wasn't the cause; undefined once an import has succeeded. */
  importFailure(): string | undefined;
}

/** Reports an outage once instead of in every round, and ignores failures while the bot stops. */
export function createLoggedWork(
  databaseUrl: string,
  outages: Outages,
  metrics: Pick<Metrics, 'count'>,
  log: Logger,
  underWay: Pick<UnderWay, 'track'>,
  signal: AbortSignal,
): LoggedWork {
  /** Failures of imports that aren't the service's, by the name of the work. */
  const failures = new Map<string, string>();
  return {
    importFailure: () => [...failures.values()][0],

    async run(what, work, reads) {
      try {
        if ((await underWay.track(work)) === false) return;
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
          return;
        }
        if (reads?.days !== undefined) {
          const why = cause ?? (error instanceof Error ? error.message : String(error));
          failures.set(what, `${what} failed (${why})`);
        }
        if (cause === undefined) log.error({ err: error }, `${what} failed`);
        else {
          log.debug({ err: error }, `${what} failed`);
          outages.database.failed(what, cause);
        }
      }
    },
  };
}

/** No retry helps, so a person must act. */
const NEW_KEY =
  'Set RETAIL_DATA_SUBSCRIPTION_KEY to the key from your profile at the service, and start the bot again.';
