import type { OperationName } from '../errors/errors.ts';

/** One HTTP call that is about to be made; a retry and a further page are calls of their own. */
export interface SentRequest {
  readonly operation: OperationName;
  readonly method: 'GET' | 'PUT';
  /** Path below the base URL. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** May be added to. The subscription key is not among them: the transport adds it last. */
  readonly headers: Record<string, string>;
}

/** How one HTTP call ended: its answer read and checked to the end, left by the caller, or failed. */
export interface EndedAttempt {
  readonly operation: OperationName;
  /** 1 for the first, 2 for its first retry. Each page of a read begins at 1. */
  readonly attempt: number;
  /** Not set when there was no answer. */
  readonly status: number | undefined;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** From the request to the last byte, in milliseconds; the time you take for the rows of a page is in it. */
  readonly elapsedMs: number;
  /** Why it failed; it may be repeated all the same. */
  readonly error: unknown;
}

/** Look at every HTTP call, for logs, metrics and tracing. What a hook throws ends the call with that error. */
export interface RequestHooks {
  beforeRequest?(request: SentRequest): void | Promise<void>;
  afterAttempt?(attempt: EndedAttempt): void | Promise<void>;
}
