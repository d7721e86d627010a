import type { SalesRow } from '../operations/salesRow.ts';
import { SalesParser } from './salesParser.ts';

/** Rows in a batch at least, but for the last: one chunk of the network may hold only a few. */
const BATCH_ROWS = 2_048;

/** The rows of a body of daily sales, in batches, each row checked. Memory stays bounded whatever the size. */
export async function* parseSales(
  body: AsyncIterable<Uint8Array>,
  redact: (text: string) => string,
): AsyncGenerator<SalesRow[], void, undefined> {
  const parser = new SalesParser(redact);
  let broken: { readonly error: unknown } | undefined;
  const chunks = body[Symbol.asyncIterator]();
  try {
    while (broken === undefined) {
      try {
        const next = await chunks.next();
        if (next.done === true) break;
        parser.push(next.value);
      } catch (error) {
        broken = { error };
      }
      if (parser.waitingRows >= BATCH_ROWS) yield parser.takeRows();
    }
  } finally {
    await chunks.return?.();
  }
  // What was whole before an answer broke off is valid, and the read goes on behind it.
  if (parser.waitingRows > 0) yield parser.takeRows();
  if (broken !== undefined) throw broken.error;
  parser.finish();
}
