/** Which key a question carries: the configured one, one that cannot be right, or none. */
export type KeyChoice = 'own' | 'wrong' | 'none';

/** One GET. There is no other method: nothing is ever changed. */
export interface Question {
  /** Path below the base URL, starting with a slash. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly key: KeyChoice;
  readonly signal?: AbortSignal | undefined;
}

export interface Reply {
  readonly status: number;
  /** As they were sent, their case kept. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Decoded from its content encoding. */
  readonly text: string;
}

/**
 * How a question reaches the service as it is, before any client reads it. Follows no redirect and asks for gzip.
 * @throws TransportFailure when no whole answer came.
 */
export type Exchange = (question: Question) => Promise<Reply>;
