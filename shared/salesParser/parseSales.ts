import type { SalesRow } from '../operations/salesRow.ts';
import { SalesParser } from './salesParser.ts';

/** Rows in a batch at least, but for the last: one chunk of the network may hold only a few. */
const BATCH_ROWS = 2_048;

/** The rows of a body of daily sales, in batches, each row checked. Memory stays bounded whatever the size. */
export async function* parseSales(
  body: AsyncIterable<Uint8Array>,
  redact: (text: string) => string,
): AsyncGenerator<SalesRow[], void, undefined> {
  const decoder = new SalesParser(redact);
  let broken: { readonly error: unknown } | undefined;
  const chunks = body[Symbol.asyncIterator]();
  try {
    while (broken === undefined) {
      try {
        const next = await chunks.next();
        if (next.done === true) break;
        decoder.push(next.value);
      } catch (error) {
        broken = { error };
      }
      if (decoder.waitingRows >= BATCH_ROWS) yield decoder.takeRows();
    }
  } finally {
    await chunks.return?.();
  }
  // What was whole before an answer broke off is valid, and the read goes on behind it.
  if (decoder.waitingRows > 0) yield decoder.takeRows();
  if (broken !== undefined) throw broken.error;
  decoder.finish();
}
