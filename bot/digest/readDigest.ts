import { createAnswerCache, figuresStamp } from '../database/answerCache.ts';
import type { Database } from '../database/connection.ts';
import { type IdsNamed, pickedNow } from '../parse/selection.ts';
import { contentOf } from './key.ts';
import type { ChosenSource, Digest, DigestKinds } from './kind.ts';
import type { DigestSource } from './sources.ts';

export type ReadDigest = (source: DigestSource) => Promise<Digest | undefined>;

/** Enough, because most channels have the same settings. */
const CACHED = 12;

/**
 * Reads the data of digests, once for all channels that show the same. Gives undefined for a day that is not stored.
 */
export function createReadDigest(database: Database, kinds: DigestKinds, choose: Choose): ReadDigest {
  const cached = createAnswerCache<Digest | undefined>(CACHED);
  return async (source) => {
    const chosen = choose(source);
    const { kind, dataFrom, dataDay, scope, picked, showsSales } = chosen;
    // What a question is about may be of now, such as stores that are open.
    if (chosen.question !== undefined) return kinds.of(kind).read(chosen);
    const question = [contentOf(kind), dataFrom, dataDay, scope, picked, showsSales];
    return cached(await figuresStamp(database), question, () => kinds.of(kind).read(chosen));
  };
}

/** Adds the numbers of products and stores to a source; those of a group or name as they are now. */
export type Choose = (source: DigestSource) => ChosenSource;

export function createChoose(idsNamed: IdsNamed, areStoresKnown: () => boolean): Choose {
  return (source) => {
    const { selection, storesFound } = source;
    const named: IdsNamed = (meaning, name) => {
      if (meaning === 'product' || areStoresKnown()) return idsNamed(meaning, name);
      return selection.store.names.includes(name) ? storesFound : [];
    };
    return { ...source, picked: pickedNow(selection, named) };
  };
}
