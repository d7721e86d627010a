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

export interface OutageOptions {
  /** As it is called in the log. */
  readonly name: string;
  /** Host or file. */
  readonly host: string;
  readonly log: Logger;
  readonly clock: Pick<Clock, 'now'>;
  /** Aborted while the bot stops: what fails from then on says nothing. */
  readonly signal: AbortSignal;
}

/** Logs an error when it begins to fail, and one line when it is over. */
export function createOutage<Part extends string = string>(options: OutageOptions): Outage<Part> {
  const { name, host, log, clock, signal } = options;
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
