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

/** The response to one HTTP call, its body unread. */
export interface ReceivedResponse {
  readonly operation: OperationName;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** From the request to the headers of the response, in milliseconds. */
  readonly elapsedMs: number;
}

/** Look at every HTTP call, for logs, metrics and tracing. What a hook throws ends the call with that error. */
export interface RequestHooks {
  beforeRequest?(request: SentRequest): void | Promise<void>;
  afterResponse?(response: ReceivedResponse): void | Promise<void>;
}
