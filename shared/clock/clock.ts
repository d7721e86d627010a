/**
 * Time as the client sees it. Whoever composes the client decides which: the system's, n8n's sleep, or a test's.
 */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** Resolves after that many milliseconds; rejects with the signal's reason when it is aborted before. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}
