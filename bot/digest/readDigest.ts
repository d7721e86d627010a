import { createAnswerCache, figuresStamp } from '../database/answerCache.ts';
import type { Database } from '../database/connection.ts';
import type { Names, ProductGroups } from '../parse/nameLookup.ts';
import { candidates } from '../parse/names.ts';
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
    const { kind, dataFrom, dataDay, products, productIds, storeIds, showsSales } = chosen;
    const question = [contentOf(kind), dataFrom, dataDay, products.kind, productIds, storeIds, showsSales];
    return cached(await figuresStamp(database), question, () => kinds.of(kind).read(chosen));
  };
}

/** Adds the numbers of products and stores to a source; those of a group or name as they are now. */
export type Choose = (source: DigestSource) => ChosenSource;

export function createChoose(
  groups: Pick<ProductGroups, 'idsOfGroup'>,
  stores: Names,
  areStoresKnown: () => boolean,
): Choose {
  const idsOf = ({ products: choice }: DigestSource) =>
    choice.kind === 'group' ? groups.idsOfGroup(choice.group) : undefined;
  const storesNamed = (name: string) => candidates(name, stores, Number.MAX_SAFE_INTEGER).map(({ id }) => id);
  return (source) => {
    const { products, stores: choice } = source;
    return {
      ...source,
      productIds: products.kind === 'products' ? products.productIds : idsOf(source),
      storeIds:
        choice.kind === 'all'
          ? undefined
          : [
              ...new Set([
                ...choice.storeIds,
                ...(areStoresKnown() ? choice.names.flatMap(storesNamed) : choice.found),
              ]),
            ],
    };
  };
}
