import { DeadlineError, ThrottledError } from './errors.ts';

/** Adds to an error that ends a read for lack of time or calls how many rows had come; leaves any other as it is. */
export function namingRows(error: unknown, rowsReceived: number): unknown {
  const rows = rowsReceived === 1 ? '1 row' : `${rowsReceived} rows`;
  const said = `${rows} had been received by then.`;
  if (error instanceof DeadlineError) {
    const { message, advice, operation, cause } = error;
    return new DeadlineError(`${message} ${said}`, advice, { operation, rowsReceived, cause });
  }
  if (error instanceof ThrottledError && rowsReceived > 0) {
    const { message, advice, operation, status, retryAfterMs } = error;
    const fields = { operation, status, retryAfterMs, cause: error };
    return new ThrottledError(`${message} ${said}`, advice, fields);
  }
  return error;
}
