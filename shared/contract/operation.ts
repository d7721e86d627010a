import type * as z from 'zod';

/** The four operations of the service, by the names that errors and logs use. */
export type OperationName = 'permission' | 'dailySales' | 'stores' | 'accumulatedStock';

/**
 * One operation of the service as data (interface: "Endpoints"). The client is one loop over this.
 * `query` and `body` check what a caller gives, `answer` checks what the service gives.
 */
export interface Operation<Query, Body, Answer> {
  readonly name: OperationName;
  /** What a person calls the operation, for messages. */
  readonly title: string;
  readonly method: 'GET' | 'PUT';
  /** Path below the base URL. */
  readonly path: string;
  readonly query: z.ZodType<Query>;
  readonly body: z.ZodType<Body>;
  readonly answer: z.ZodType<Answer>;
  /** A faster way to say whether a value is an answer; the schema is then asked for the message only. */
  readonly accepts?: ((value: unknown) => value is Answer) | undefined;
  /** True when calls are counted against the budget of 20 a minute and 400 a day. */
  readonly throttled: boolean;
  /** The deadline over one call, body included, when the caller gives none; milliseconds. */
  readonly timeoutMs: number;
}
