import { createAnswerCache, figuresStamp } from '../database/answerCache.ts';
import type { Database } from '../database/connection.ts';
import type { ProductGroups } from '../parse/nameLookup.ts';
import { contentOf } from './key.ts';
import type { ChosenSource, Digest, DigestKinds } from './kind.ts';
import type { DigestSource } from './sources.ts';

export type ReadDigest = (source: DigestSource) => Promise<Digest | undefined>;

/** Enough, because most channels have the same settings. */
const CACHED = 12;

/**
 * Reads the data of digests, once for all channels that show the same. Gives undefined for a day that is not stored.
 */
export function createReadDigest(
  database: Database,
  kinds: DigestKinds,
  groups: Pick<ProductGroups, 'idsOfGroup'>,
): ReadDigest {
  const cached = createAnswerCache<Digest | undefined>(CACHED);
  return async (source) => {
    const chosen = withProducts(source, groups);
    const { kind, dataFrom, dataDay, products, productIds, showsSales } = chosen;
    const question = [contentOf(kind), dataFrom, dataDay, products.kind, productIds, showsSales];
    return cached(await figuresStamp(database), question, () => kinds.of(kind).read(chosen));
  };
}

/** A source with its product numbers; those of a group as they are now. */
export function withProducts(source: DigestSource, groups: Pick<ProductGroups, 'idsOfGroup'>): ChosenSource {
  const { products: choice } = source;
  const productIds = choice.kind === 'products' ? choice.productIds : undefined;
  return { ...source, productIds: choice.kind === 'group' ? groups.idsOfGroup(choice.group) : productIds };
}
