import type { App } from '@slack/bolt';
import type { ServiceImport } from '../health/serviceFacts.ts';
import type { ListenerMiddleware } from './middleware.ts';

/** What a feature or engine adds to the running bot. The bot registers all listeners, then runs all jobs. */
export interface Part {
  /** Registers listeners for requests from Slack. */
  listeners?(app: ListeningApp, middleware: ListenerMiddleware): void;
  readonly jobs?: readonly Job[];
}

export type ListeningApp = Pick<App, 'command' | 'action' | 'view' | 'options' | 'event'>;

/** Repeated work. A failure is logged, and the next round retries. */
export interface Job {
  /** For the log, such as `reading the stores`. */
  readonly name: string;
  /** It runs at full multiples of this, one at a time; when undefined, in each round of rounds.ts. */
  readonly everyMs?: number | undefined;
  /**
   * Resolves with false while something that failed before is not done yet: that failure stays. With 'again' where a part
   * could not be done and the next round must try it.
   */
  run(): Promise<unknown>;
  /** What it reads from the service; undefined when it reads nothing. */
  readonly reads?: ServiceImport | undefined;
  /** True to run even while the clock is wrong or the database is another's, and before the first import is done. */
  readonly isIndependent?: boolean | undefined;
}
