import type { Calendar } from 'retail-data-client/calendar/calendar';
import { systemClock } from 'retail-data-client/clock/systemClock';
import { createCommands } from '../../../../bot/ask/commands.ts';
import type { Database } from '../../../../bot/database/connection.ts';
import { isKnown } from '../../../../bot/digest/key.ts';
import { type DigestKinds, digestKinds, typedKinds } from '../../../../bot/digest/kind.ts';
import { questionKind } from '../../../../bot/digest/questionKind.ts';
import type { OwnKinds } from '../../../../bot/outbox/message.ts';
import { createFiguresReader } from '../../../../bot/readers.ts';
import {
  MONTHLY_SALES_DIGEST,
  SALES_DIGEST,
  salesDigestKinds,
  WEEKLY_SALES_DIGEST,
} from '../../../../bot/sales/digestKinds.ts';
import { STOCK_DIGEST } from '../../../../bot/stock/digest.ts';
import { stockDigestKind } from '../../../../bot/stock/digestKind.ts';
import { NUMBERS_ONLY } from '../numbersOnly.ts';

export const NAMED_KINDS = [STOCK_DIGEST, SALES_DIGEST, WEEKLY_SALES_DIGEST, MONTHLY_SALES_DIGEST] as const;

/** What the digests of the bot are of. */
export const CONTENTS = [
  STOCK_DIGEST.content,
  SALES_DIGEST.content,
  WEEKLY_SALES_DIGEST.content,
  MONTHLY_SALES_DIGEST.content,
] as const;

/** As messages of the ledger. */
export const RENDERED: readonly [OwnKinds] = [(column) => isKnown(column, CONTENTS)];

/** The words by which they are typed. */
export const TYPED_CONTENTS = typedKinds(NAMED_KINDS);

/** Where nothing is called by a name. */
const NO_NAMES = { ...NUMBERS_ONLY, called: () => [], named: () => [], like: () => [] };

/** The digests of the bot on a database, without names and without a list to open. */
export function digestKindsOf(database: Database, calendar: Calendar): DigestKinds {
  const figures = createFiguresReader(database, calendar);
  const [products, stores] = [NUMBERS_ONLY, NUMBERS_ONLY];
  const ask = () => {
    throw new Error('nothing is asked here');
  };
  const live = () => ({ read: ask, end: () => undefined });
  const salesParts = { calendar, sales: figures, clock: systemClock, live, products, stores, ask };
  return digestKinds(
    questionKind({
      commands: createCommands([], []),
      gates: [],
      vocabulary: { products: NO_NAMES, stores: NO_NAMES },
      calendar,
      clock: systemClock,
      products,
      stores,
    }),
    stockDigestKind({ database, calendar, figures, directory: { stored: () => undefined }, products, ask }),
    ...salesDigestKinds(salesParts),
  );
}
