import type { Askable } from '../ask/asking.ts';
import { periodPart } from '../ask/fileName.ts';
import type { Labels } from '../ask/reader.ts';
import { column } from '../ask/sheet.ts';
import type { DigestKind } from '../digest/kind.ts';
import type { Catalog } from '../language/language.ts';
import { formatDays } from '../parse/dates/period.ts';
import { withoutMarks } from '../slack/message.ts';
import type { DayRange } from '../text/dayRange.ts';
import { lackingIn, type ReadPeriod } from './answer/period.ts';
import type { SalesQuestion } from './question.ts';
import type { SalesGroupSum, SalesSumsQuestion } from './reader.ts';
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
  readonly read: (of: SalesSumsQuestion) => Promise<ReadPeriod>;
  readonly timeZone: string;
  readonly products: Pick<Labels, 'nameOf'>;
  readonly stores: Pick<Labels, 'nameOf'>;
  readonly title: (days: DayRange, t: Catalog) => string;
  readonly ask: (question: SalesQuestion) => Askable;
}): Pick<DigestKind, 'sheet' | 'list'> {
  return {
    async sheet({ dataFrom, dataDay, picked }, t) {
      const days = { from: dataFrom, to: dataDay };
      const { period, groups } = await read({ ...days, by: 'product', picked });
      const ofStores = await read({ ...days, by: 'store', picked });
      const { digest, fileName, groupings, sheet, source } = salesWords(t);
      const lacking = lackingIn(period);
      const rows = (what: string, sums: readonly SalesGroupSum[], names: Pick<Labels, 'nameOf'>) =>
        sums.map((group) => [
          what,
          group.key,
          names.nameOf(group.key),
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
          ...rows(groupings.product.name, groups, products),
          ...rows(groupings.store.name, ofStores.groups, stores),
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
