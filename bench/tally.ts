import { isDeepStrictEqual } from 'node:util';

/** What a contender counted in an answer. `quantity` is items sold or units in stock; stock has no millilitres. */
export interface Tally {
  rows: number;
  quantity: number;
  millilitres: number;
  /** Bytes of the body as it travelled; only the contender that reads nothing else counts them. */
  bytes: number;
}

export function emptyTally(): Tally {
  return { rows: 0, quantity: 0, millilitres: 0, bytes: 0 };
}

/**
 * Says how a count differs from what was written, or nothing. A contender that throws the bytes away is judged by
 * their number alone, every other one by what it read.
 */
export function differenceOf(counted: Tally, written: Tally): string | undefined {
  const bytesOnly = counted.bytes > 0;
  const expected = bytesOnly ? { ...emptyTally(), bytes: written.bytes } : { ...written, bytes: 0 };
  if (isDeepStrictEqual(counted, expected)) return undefined;
  return `it counted ${JSON.stringify(counted)}, the answer has ${JSON.stringify(expected)}`;
}
