import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';

/** Whether something that the bot needs can be used, as those tell who use it. */
export interface Outage<Part extends string = string> {
  /** One of the ways in which it is used fails. */
  failed(part: Part, cause: string): void;
  /** That way works again; the outage is over when none fails any more. */
  works(part: Part): void;
  /** Why it, or one of the ways in which it is used, fails; undefined while it does not. */
  cause(part?: Part): string | undefined;
}

/**
 * Logs an error when something begins to fail, and one line when that is over; `host` may be a file. What fails once
 * `signal` is aborted says nothing: the bot stops.
 */
export function createOutage<Part extends string = string>(
  name: string,
  host: string,
  log: Logger,
  clock: Pick<Clock, 'now'>,
  signal: AbortSignal,
): Outage<Part> {
  /** The latest cause of each part that fails, the newest last. */
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
