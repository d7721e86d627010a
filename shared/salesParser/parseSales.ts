import { failureOf } from '../errors/failures.ts';
import type { OpenAnswer } from '../http/body.ts';
import { dailySalesOperation } from '../operations/dailySales.ts';
import type { SalesRow } from '../operations/salesRow.ts';
import { SalesParser } from './salesParser.ts';

/** Rows in a batch at least, but for the last: one chunk of the network may hold only a few. */
const BATCH_ROWS = 2_048;

export interface SalesParsing {
  redact(text: string): string;
  /** An answer with more rows contradicts the service's interface. */
  readonly mostRows: number;
  /** Told of the length of each chunk. */
  came(length: number): void;
}

/** The rows of an answer of daily sales, in batches, each row checked. Memory stays bounded whatever the size. */
export async function* parseSales(
  { body, end, failed }: Pick<OpenAnswer, 'body' | 'end' | 'failed'>,
  { redact, mostRows, came }: SalesParsing,
): AsyncGenerator<SalesRow[], void, undefined> {
  const parser = new SalesParser(redact);
  let rows = 0;
  let broken: { readonly error: unknown } | undefined;
  const takeRows = () => {
    const batch = parser.takeRows();
    rows += batch.length;
    if (rows > mostRows)
      throw failureOf('tooLong', dailySalesOperation, { limit: `${mostRows} sales` }, { status: 200 });
    return batch;
  };
  const chunks = body[Symbol.asyncIterator]();
  try {
    while (broken === undefined) {
      try {
        const next = await chunks.next();
        if (next.done === true) break;
        came(next.value.length);
        parser.push(next.value);
      } catch (error) {
        broken = { error };
      }
      if (parser.waitingRows >= BATCH_ROWS) yield takeRows();
    }
    // What was whole before an answer broke off is valid, and the read goes on behind it.
    if (parser.waitingRows > 0) yield takeRows();
    if (broken !== undefined) throw broken.error;
    parser.finish();
  } catch (error) {
    throw await failed(error);
  } finally {
    await chunks.return?.();
    await end();
  }
}
