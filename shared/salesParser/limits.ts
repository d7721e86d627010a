import { UnexpectedResponseError } from '../errors/errors.ts';
import { dailySalesOperation } from '../operations/dailySales.ts';
import type { SalesRow } from '../operations/salesRow.ts';

const GIGABYTE = 1024 * 1024 * 1024;

/**
 * The longest answer of daily sales that is read: a kilobyte for each of the rows it may have, eight times what the
 * longest one takes. An answer that goes on for ever with what is legal, such as white space, ends there.
 */
const LONGEST_SALES_BYTES = GIGABYTE;

/** The same bytes; `count` is told of each chunk. @throws UnexpectedResponseError when there is no end to them. */
export async function* boundedBytes(
  body: AsyncIterable<Uint8Array>,
  count: (length: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > LONGEST_SALES_BYTES) throw tooMuch('1 GB');
    count(chunk.length);
    yield chunk;
  }
}

/** The same batches; an answer with more rows than the service's own cap contradicts its interface. */
export async function* boundedRows(
  batches: AsyncIterable<readonly SalesRow[]>,
  most: number,
): AsyncGenerator<readonly SalesRow[], void, undefined> {
  let rows = 0;
  for await (const batch of batches) {
    rows += batch.length;
    if (rows > most) throw tooMuch(`${most} sales`);
    yield batch;
  }
}

function tooMuch(limit: string): UnexpectedResponseError {
  return new UnexpectedResponseError(
    `${dailySalesOperation.title}: the answer has more than ${limit}, which is more than one call can give; the rest of it was not read.`,
    'Rows given before are valid. Read with a page size; if it happens again, tell the operator of the service.',
    { operation: dailySalesOperation.name, status: 200 },
  );
}
