import { deserialize, serialize } from 'node:v8';
import { yieldToEventLoop } from './yieldToEventLoop.ts';

/** A long list on its way from one thread to another: whoever takes it unpacks a piece a turn. */
export type PackedList = readonly Uint8Array[];

/** Some milliseconds to unpack; a list of 66,000 products at once would hold up everything for a quarter of a second. */
const PIECE = 500;

export function packList(list: readonly unknown[]): PackedList {
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < list.length; from += PIECE) {
    pieces.push(new Uint8Array(serialize(list.slice(from, from + PIECE))));
  }
  return pieces;
}

/** What was packed, as values of their own. */
export async function unpackList(packed: PackedList): Promise<unknown[]> {
  const list: unknown[] = [];
  for (const [at, piece] of packed.entries()) {
    if (at > 0) await yieldToEventLoop();
    const values: unknown[] = deserialize(piece);
    for (const value of values) list.push(value);
  }
  return list;
}
