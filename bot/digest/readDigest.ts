import { LRUCache } from 'lru-cache';
import type { Calendar } from 'retail-data-client/core';
import type { Database } from '../database/connection.ts';
import type { ProductChoice } from '../products/choice.ts';
import type { ProductNames } from '../products/productNames.ts';
import type { SalesReader } from '../sales/reader.ts';
import { figuresStamp } from '../stock/figuresStamp.ts';
import { readSalesDigest, type SalesDigest } from './salesDigest.ts';
import type { DigestSource } from './sources.ts';
import type { StockDigest, StockDigestQuestion, StockDigestReader } from './stockDigest.ts';

export interface DigestReading {
  readonly database: Database;
  readonly calendar: Calendar;
  readonly figures: SalesReader & StockDigestReader;
  readonly products: Pick<ProductNames, 'idsOfGroup'>;
}

export type Digest =
  | { readonly kind: 'stock'; readonly stock: StockDigest }
  | { readonly kind: 'sales'; readonly sales: SalesDigest };

export type ReadDigest = (source: DigestSource) => Promise<Digest | undefined>;

/** Hundreds of channels mostly want the same. */
const KEPT = 12;

/** Reads the figures of digests, for many channels once. Undefined for stock of a day that is not held. */
export function createReadDigest(reading: DigestReading): ReadDigest {
  const kept = new LRUCache<string, { readonly stamp: string; readonly digest: Promise<Digest | undefined> }>(
    { max: KEPT },
  );
  return async (source) => {
    const productIds = productIdsOf(source.products, reading.products);
    const key = JSON.stringify([source.content, source.dataDay, source.products.kind, productIds]);
    const stamp = await figuresStamp(reading.database);
    const known = kept.get(key);
    if (known?.stamp === stamp) return known.digest;
    const digest = read(reading, source, productIds);
    kept.set(key, { stamp, digest });
    digest.catch(() => kept.delete(key));
    return digest;
  };
}

async function read(
  { figures, calendar }: DigestReading,
  source: DigestSource,
  productIds: readonly string[] | undefined,
): Promise<Digest | undefined> {
  if (source.content === 'sales') {
    return {
      kind: 'sales',
      sales: await readSalesDigest(figures, calendar, { day: source.dataDay, productIds }),
    };
  }
  const stock = await figures.stockDigest(stockQuestionOf(source, productIds));
  return stock === undefined ? undefined : { kind: 'stock', stock };
}

export function stockQuestionOf(
  { dataDay, products }: DigestSource,
  productIds: readonly string[] | undefined,
): StockDigestQuestion {
  return {
    businessDate: dataDay,
    scope: products.kind === 'all' ? 'all' : 'mine',
    ...(productIds === undefined ? {} : { productIds }),
  };
}

/** The products of a choice by number; undefined for all of a scope. */
export function productIdsOf(
  choice: ProductChoice,
  names: Pick<ProductNames, 'idsOfGroup'>,
): readonly string[] | undefined {
  if (choice.kind === 'products') return choice.productIds;
  return choice.kind === 'group' ? names.idsOfGroup(choice.group) : undefined;
}
