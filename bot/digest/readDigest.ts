import type { Calendar } from 'retail-data-client/calendar/calendar';
import { createAnswerCache } from '../database/answerCache.ts';
import type { Database } from '../database/connection.ts';
import type { ProductNames } from '../products/productNames.ts';
import { readSalesDigest, type SalesDigest } from '../sales/digest.ts';
import type { SalesReader } from '../sales/reader.ts';
import type { StockDigest, StockDigestQuestion, StockDigestReader } from '../stock/digest.ts';
import { figuresStamp } from '../stock/queries.ts';
import type { ProductChoice } from './choice.ts';
import type { DigestSource } from './sources.ts';

export type Digest =
  | { readonly kind: 'stock'; readonly stock: StockDigest }
  | { readonly kind: 'sales'; readonly sales: SalesDigest };

export type ReadDigest = (source: DigestSource) => Promise<Digest | undefined>;

/** Hundreds of channels mostly want the same. */
const KEPT = 12;

/** Reads the figures of digests, for many channels once. Undefined for stock of a day that is not held. */
export function createReadDigest(
  database: Database,
  calendar: Calendar,
  figures: SalesReader & StockDigestReader,
  products: Pick<ProductNames, 'idsOfGroup'>,
): ReadDigest {
  const cached = createAnswerCache<Digest | undefined>(KEPT);
  return async (source) => {
    const productIds = productIdsOf(source.products, products);
    const question = [
      source.content,
      source.dataFrom,
      source.dataDay,
      source.products.kind,
      productIds,
      source.showsSales,
    ];
    return cached(await figuresStamp(database), question, () => read(figures, calendar, source, productIds));
  };
}

async function read(
  figures: SalesReader & StockDigestReader,
  calendar: Calendar,
  source: DigestSource,
  productIds: readonly string[] | undefined,
): Promise<Digest | undefined> {
  if (source.content === 'sales') {
    return {
      kind: 'sales',
      sales: await readSalesDigest(figures, calendar, {
        days: { from: source.dataFrom, to: source.dataDay },
        productIds,
      }),
    };
  }
  const stock = await figures.stockDigest(stockQuestionOf(source, productIds));
  return stock === undefined ? undefined : { kind: 'stock', stock };
}

export function stockQuestionOf(
  { dataDay, products, showsSales }: DigestSource,
  productIds: readonly string[] | undefined,
): StockDigestQuestion {
  return {
    businessDate: dataDay,
    scope: products.kind === 'all' ? 'all' : 'mine',
    withoutSales: !showsSales,
    productIds,
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
