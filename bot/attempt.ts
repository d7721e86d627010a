import type { Logger } from 'pino';
import { RetailDataError } from 'retail-data-client/core';
import { RemoteError } from './workers/channel.ts';

/** Runs a piece of work; what fails once is tried again in its next round, and the log says what and why. */
export type Attempt = (what: string, work: () => Promise<void>) => Promise<void>;

/** Says nothing of what fails because the bot stops. */
export function createAttempt(log: Logger, signal: AbortSignal): Attempt {
  return async (what, work) => {
    try {
      await work();
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof RetailDataError || (error instanceof RemoteError && error.kind !== undefined)) {
        const { kind, status, message } = error;
        if (kind === 'authentication') log.error({ kind, status }, `${what}: ${message} ${NEW_KEY}`);
        else log.warn({ kind, status }, `${what}: ${message}`);
      } else log.error({ err: error }, `${what} failed`);
    }
  };
}

/** No further try helps: a person has to. */
const NEW_KEY =
  'Set RETAIL_DATA_SUBSCRIPTION_KEY to the key from your profile at the service, and start the bot again.';
