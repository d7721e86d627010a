import type { Actor } from '../../access/actor.ts';
import type { Rendering } from '../../slack/message.ts';
import type { Labels, Reader } from '../../views/reader.ts';

/** How somebody reads figures in that rendering. */
export type ReaderFor = (actor: Actor, rendering: Rendering) => Reader;

export function createReaderFor(timeZone: string, products: Labels, stores: Labels): ReaderFor {
  return ({ language }, rendering) => ({ language, rendering, timeZone, products, stores });
}
