import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { RetailDataOperations } from 'retail-data-client/client/client';
import type { Clock } from 'retail-data-client/clock/clock';
import type { RetailDataErrorKind } from 'retail-data-client/errors/errors';
import { type Feature, featureOf } from './ask/asking.ts';
import type { Database } from './database/connection.ts';
import { type DigestKinds, digestKinds } from './digest/kind.ts';
import type { NameLookup } from './parse/nameLookup.ts';
import { idsNamed } from './parse/names.ts';
import type { NameOfMany } from './parse/narrowing.ts';
import type { ProductNames } from './products/productNames.ts';
import type { FiguresReader } from './readers.ts';
import { askSales } from './sales/asking.ts';
import { salesDigestKind } from './sales/digestKind.ts';
import { createLiveSales } from './sales/live/turns.ts';
import { askStock } from './stock/asking.ts';
import { stockDigestKind } from './stock/digestKind.ts';
import { askStores } from './stores/asking.ts';
import type { StoreDirectory } from './stores/directory.ts';
import type { StoreNames } from './stores/storeNames.ts';

/** What can be asked, and what digests can be of. */
export function composeFeatures(parts: {
  readonly database: Database;
  readonly client: RetailDataOperations;
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly figures: FiguresReader;
  /** The kind of error that the latest call for stock ended with; undefined when the service answered it. */
  readonly stockFailure: () => Promise<RetailDataErrorKind | undefined>;
  readonly directory: StoreDirectory;
  readonly stores: StoreNames;
  readonly products: ProductNames;
  /** Ends what is still read from the service for a question. */
  readonly ending: AbortSignal;
}): { readonly features: readonly Feature[]; readonly kinds: DigestKinds } {
  const { database, client, clock, calendar, figures, stockFailure, directory, stores, products, ending } =
    parts;
  const vocabulary: NameLookup = { products, stores };
  const namedNow = (name: NameOfMany) => idsNamed(name, vocabulary);
  const stock = featureOf(askStock({ stock: figures, directory, idsNamed: namedNow, failure: stockFailure }));
  const sales = featureOf(
    askSales({
      sales: figures,
      live: createLiveSales(client, clock, ending),
      calendar,
      clock,
      stores: () => directory.held()?.stores,
      idsNamed: namedNow,
      groupOf: (productId) => products.groupOf(productId),
    }),
  );
  return {
    features: [stock, sales, featureOf(askStores(directory, calendar, clock))],
    kinds: digestKinds(
      stockDigestKind({ database, calendar, figures, products, ask: stock.ask }),
      salesDigestKind({ calendar, sales: figures, products, stores, ask: sales.ask }),
    ),
  };
}
