import type { Origin } from '../errors/failures.ts';
import type { Schema } from './schema.ts';

/**
 * One operation of the service as data (interface: "Endpoints"). The client is one loop over this.
 * `query` and `body` check what a caller gives, `answer` checks what the service gives.
 */
export interface Operation<Query, Body, Answer> extends Origin {
  readonly method: 'GET' | 'PUT';
  /** Path below the base URL. */
  readonly path: string;
  readonly query: Schema<Query>;
  readonly body: Schema<Body>;
  readonly answer: Schema<Answer>;
  /** A faster way to say whether a value is an answer; the schema is then asked for the message only. */
  readonly isAnswer?: (value: unknown) => value is Answer;
  /** True when the service takes 20 calls a minute and 400 a day (interface: "Limits"). */
  readonly isRateLimited: boolean;
  /** The deadline over one call, body included, when the caller gives none; milliseconds. */
  readonly timeoutMs: number;
}
