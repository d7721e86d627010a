import type { Askable } from '../ask/asking.ts';
import { periodPart } from '../ask/fileName.ts';
import type { Labels } from '../ask/reader.ts';
import type { DigestKind } from '../digest/kind.ts';
import type { Query } from '../figures/query.ts';
import { column } from '../figures/sheet.ts';
import type { Catalog } from '../language/language.ts';
import { formatDays } from '../parse/dates/period.ts';
import { withoutMarks } from '../slack/message.ts';
import type { DayRange } from '../text/dayRange.ts';
import { lackingIn, type SalesResult, type SalesRowOf } from './query.ts';
import type { SalesQuestion } from './question.ts';
import { NO_SALES } from './sums.ts';
import { salesWords } from './words/words.ts';

/** The file in the thread of a sales digest, with every product and store, and the question for all products. */
export function digestFiles({
  read,
  timeZone,
  products,
  stores,
  title,
  ask,
}: {
  readonly read: (of: Query) => Promise<SalesResult>;
  readonly timeZone: string;
  readonly products: Pick<Labels, 'nameOf'>;
  readonly stores: Pick<Labels, 'nameOf'>;
  readonly title: (days: DayRange, t: Catalog) => string;
  readonly ask: (question: SalesQuestion) => Askable;
}): Pick<DigestKind, 'sheet' | 'list'> {
  return {
    async sheet({ dataFrom, dataDay, picked }, t) {
      const days = { from: dataFrom, to: dataDay };
      const asked = { measure: 'sold', period: days, selection: picked, keep: {} } as const;
      const { now: period, rows: ofProducts } = await read({ ...asked, rows: ['product'] });
      const ofStores = await read({ ...asked, rows: ['store'] });
      const { digest, fileName, groupings, sheet, source } = salesWords(t);
      const lacking = lackingIn(period);
      const rows = (what: string, sums: readonly SalesRowOf[], names: Pick<Labels, 'nameOf'>) =>
        sums.map(({ key, now: group = NO_SALES }) => [
          what,
          key,
          names.nameOf(key),
          // A single day stays a plain date, which existing readers of these files expect.
          formatDays(days),
          group.millilitres / 1000,
          group.quantity,
          group.returnedMillilitres / 1000,
          group.returnedQuantity,
        ]);
      return {
        name: `${fileName.sales}-${periodPart(days, t)}`,
        title: title(days, t),
        asOf: [
          digest.source(days, period.source.asOf, timeZone),
          ...(lacking.length === 0 ? [] : [withoutMarks(source.missing(lacking))]),
        ].join(' · '),
        columns: [
          column.text(digest.sheet.what),
          column.text(digest.sheet.id),
          column.text(digest.sheet.name),
          column.date(digest.sheet.date),
          column.decimal(sheet.litres),
          column.quantity(sheet.items),
          column.decimal(sheet.returnedLitres),
          column.quantity(sheet.returnedItems),
        ],
        rows: [
          ...rows(groupings.product.name, ofProducts, products),
          ...rows(groupings.store.name, ofStores.rows, stores),
        ],
      };
    },
    list: ({ dataFrom, dataDay, selection }) =>
      ask({
        command: 'sales',
        kind: 'sales',
        days: { from: dataFrom, to: dataDay },
        by: 'product',
        selection,
      }),
  };
}
