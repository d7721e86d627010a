import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';

/** Whether something that the bot depends on works, as reported by the code that uses it. */
export interface Outage<Part extends string = string> {
  /** Reports that one part fails. */
  failed(part: Part, cause: string): void;
  /** Reports that a part works again. The outage is over when no part fails. */
  works(part: Part): void;
  /** The latest cause of the outage, or the cause for one part; undefined if it works. */
  cause(part?: Part): string | undefined;
}

/**
 * Logs an error when an outage begins, and one line when it is over. `host` may also be a file. Failures after `signal`
 * was aborted are ignored, because the bot is stopping.
 */
export function createOutage<Part extends string = string>(
  name: string,
  host: string,
  log: Logger,
  clock: Pick<Clock, 'now'>,
  signal: AbortSignal,
): Outage<Part> {
  /** The cause for each failing part, latest last. */
  const causes = new Map<Part, string>();
  let since = 0;
  const latest = () => [...causes.values()].at(-1);

  return {
    cause: (part) => (part === undefined ? latest() : causes.get(part)),

    failed(part, cause) {
      if (signal.aborted) return;
      const isNew = causes.size === 0;
      causes.delete(part);
      causes.set(part, cause);
      if (!isNew) return;
      since = clock.now();
      log.error({ outage: name, host, cause }, `an outage of ${name} has begun: ${cause}`);
    },

    works(part) {
      if (!causes.delete(part) || causes.size > 0) return;
      const seconds = Math.round((clock.now() - since) / 1_000);
      log.info({ outage: name, host, seconds }, `the outage of ${name} is over`);
    },
  };
}
