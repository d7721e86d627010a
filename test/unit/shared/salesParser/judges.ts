import { RetailDataError, type SalesRow } from 'retail-data-client';
import { dailySalesOperation, type SalesDay } from '../../../../shared/operations/dailySales.ts';
import { safeParse } from '../../../../shared/operations/schema.ts';
import { SalesParser } from '../../../../shared/salesParser/salesParser.ts';
import type { Random } from '../../../../tools/random.ts';

/** The rows of a body, or the error that refuses it; `delivered` is what came out before the error. */
export interface Verdict {
  readonly rows: readonly SalesRow[] | undefined;
  readonly delivered: readonly SalesRow[];
  readonly error: unknown;
}

/** What JSON.parse and the schema say of a whole body. */
export function judgeWhole(body: Uint8Array): Verdict {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    const { data, error } = safeParse(dailySalesOperation.answer, JSON.parse(text));
    return { rows: data && flattenSales(data), delivered: [], error };
  } catch (error) {
    return { rows: undefined, delivered: [], error };
  }
}

/** What the parser says of the same body in chunks. */
export function judgeChunks(chunks: Iterable<Uint8Array>): Verdict {
  const parser = new SalesParser((text) => text);
  const delivered: SalesRow[] = [];
  try {
    for (const chunk of chunks) {
      parser.push(chunk);
      for (const row of parser.takeRows()) delivered.push(row);
    }
    parser.finish();
    for (const row of parser.takeRows()) delivered.push(row);
    return { rows: delivered, delivered, error: undefined };
  } catch (error) {
    return { rows: undefined, delivered, error };
  }
}

/** Cuts a body into chunks of 1 to `most` bytes. */
export function* cut(body: Uint8Array, random: Random, most: number): Generator<Uint8Array> {
  for (let at = 0; at < body.length; ) {
    const length = 1 + random.below(most);
    yield body.subarray(at, at + length);
    at += length;
  }
}

const FIELDS = [
  'salesDate',
  'storeId',
  'productId',
  'salesVolume',
  'salesQuantity',
  'lastChangedDate',
  'lastChangedTime',
] as const;

/** How the two differ, in words; undefined when they agree. */
export function difference(expected: Verdict, found: Verdict, body: Uint8Array): string | undefined {
  if (found.error !== undefined && !(found.error instanceof RetailDataError)) {
    return `the parser broke: ${String(found.error)}`;
  }
  if ((expected.rows === undefined) !== (found.rows === undefined)) {
    if (found.rows === undefined && hasKeyTwice(body)) return undefined;
    return expected.rows === undefined
      ? `only JSON.parse refuses: ${String(expected.error)}`
      : `only the parser refuses: ${String(found.error)}`;
  }
  if (expected.rows === undefined || found.rows === undefined) return undefined;
  if (expected.rows.length !== found.rows.length) {
    return `${expected.rows.length} rows became ${found.rows.length}`;
  }
  for (const [index, row] of expected.rows.entries()) {
    const other = found.rows[index];
    const field = FIELDS.find((name) => !Object.is(row[name], other?.[name]));
    if (field !== undefined) {
      return `row ${index}: ${field} ${String(row[field])} became ${String(other?.[field])}`;
    }
  }
  return undefined;
}

const KNOWN_KEY = /"(?:salesDate|storeSales|storeId|sales)"\s*:/g;

/**
 * The one thing that the parser refuses and JSON.parse does not: JSON.parse takes the last of two equal keys, but rows
 * of the first may have been given by then. Written anew, a document has each key once.
 */
function hasKeyTwice(body: Uint8Array): boolean {
  const text = new TextDecoder().decode(body);
  const count = (written: string) => written.match(KNOWN_KEY)?.length ?? 0;
  return count(text) > count(JSON.stringify(JSON.parse(text)));
}

/** The rows of an answer, in the order of the answer. */
function flattenSales(days: readonly SalesDay[]): SalesRow[] {
  const rows: SalesRow[] = [];
  for (const { salesDate, storeSales } of days) {
    for (const { storeId, sales } of storeSales) {
      for (const { productId, salesVolume, salesQuantity, lastChanged } of sales) {
        rows.push({
          salesDate,
          storeId,
          productId,
          salesVolume,
          salesQuantity,
          lastChangedDate: lastChanged.date,
          lastChangedTime: lastChanged.time,
        });
      }
    }
  }
  return rows;
}
