import { DeadlineError, RateLimitError, RetailDataError } from '../errors/errors.ts';

/** Notes on an error that ends a read how many rows had come; one for lack of time or calls says it too. */
export function namingRows(error: unknown, rowsReceived: number): unknown {
  if (!(error instanceof RetailDataError)) return error;
  error.rowsReceived = rowsReceived;
  if (error instanceof DeadlineError || (error instanceof RateLimitError && rowsReceived > 0)) {
    const rows = rowsReceived === 1 ? '1 row' : `${rowsReceived} rows`;
    error.message += ` ${rows} had been received by then.`;
  }
  return error;
}
