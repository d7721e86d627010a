import type { Askable } from '../ask/asking.ts';
import { periodPart } from '../ask/fileName.ts';
import type { Labels } from '../ask/reader.ts';
import type { DigestKind } from '../digest/kind.ts';
import type { Query } from '../figures/query.ts';
import { type Column, fileRows } from '../figures/report.ts';
import type { Catalog } from '../language/language.ts';
import { formatDays } from '../parse/dates/period.ts';
import { withoutMarks } from '../slack/message.ts';
import type { DayRange } from '../text/dayRange.ts';
import { lackingIn, type SalesResult, type SalesRowOf } from './query.ts';
import type { SalesQuestion } from './question.ts';
import { figureColumns } from './view/columns.ts';
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
      const words = salesWords(t);
      const { digest, fileName, groupings, source } = words;
      const lacking = lackingIn(period);
      const rows = (what: string, sums: readonly SalesRowOf[], names: Pick<Labels, 'nameOf'>) =>
        sums.map((row) => ({ ...row, what, name: names.nameOf(row.key) }));
      const { litres, items, returnedLitres, returnedItems } = figureColumns(words);
      const columns: readonly Column<ReturnType<typeof rows>[number]>[] = [
        { title: digest.sheet.what, kind: 'text', of: ({ what }) => what },
        { title: digest.sheet.id, kind: 'text', of: ({ key }) => key },
        { title: digest.sheet.name, kind: 'text', of: ({ name }) => name },
        // A single day stays a plain date, which existing readers of these files expect.
        { title: digest.sheet.date, kind: 'date', of: () => formatDays(days) },
        litres,
        items,
        returnedLitres,
        returnedItems,
      ];
      return {
        name: `${fileName.sales}-${periodPart(days, t)}`,
        title: title(days, t),
        asOf: [
          digest.source(days, period.source.asOf, timeZone),
          ...(lacking.length === 0 ? [] : [withoutMarks(source.missing(lacking))]),
        ].join(' · '),
        ...fileRows(columns, [
          ...rows(groupings.product.name, ofProducts, products),
          ...rows(groupings.store.name, ofStores.rows, stores),
        ]),
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
