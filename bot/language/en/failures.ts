import type { RetailDataError } from 'retail-data-client/core';

/** What kept the service from answering. Its `message` and `advice` are English, whoever reads them. */
export type Failure = Pick<RetailDataError, 'kind' | 'status' | 'message' | 'advice'>;

export const failures = () => ({
  /** What happened, and what to do now. */
  sentence: ({ message, advice }: Failure) => `${message} ${advice}`,
  /** What happened alone. */
  message: ({ message }: Failure) => message,
  /** What to do now. */
  advice: ({ advice }: Failure) => advice,
});
