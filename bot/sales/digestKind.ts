import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Askable } from '../ask/asking.ts';
import { periodPart } from '../ask/fileName.ts';
import type { Labels, Reader } from '../ask/reader.ts';
import { column } from '../ask/sheet.ts';
import type { DigestKind, DigestSheet } from '../digest/kind.ts';
import type { Catalog } from '../language/language.ts';
import { formatDays } from '../parse/dates/period.ts';
import type { DayRange } from '../text/dayRange.ts';
import { readSalesDigest, SALES_DIGEST, type SalesDigest } from './digest.ts';
import { resolveSales } from './digestReadiness.ts';
import { salesDigestMessage } from './digestView.ts';
import type { SalesQuestion } from './question.ts';
import type { SalesGroupSum, SalesReader } from './reader.ts';
import { salesWords } from './words/words.ts';

/** The daily digest of yesterday's sales, or of the days since the previous digest. */
export function salesDigestKind({
  calendar,
  sales,
  products,
  stores,
  ask,
}: {
  readonly calendar: Calendar;
  readonly sales: Pick<SalesReader, 'salesOf' | 'daysOf' | 'newestDay'>;
  readonly products: Pick<Labels, 'nameOf'>;
  readonly stores: Pick<Labels, 'nameOf'>;
  readonly ask: (question: SalesQuestion) => Askable;
}): DigestKind {
  return {
    ...SALES_DIGEST,
    needs: 'view_sales',
    derivesFromSales: false,
    dataAt(dueAt) {
      const day = calendar.latestSalesDay(dueAt);
      return {
        day,
        isOwn: day >= calendar.addDays(calendar.dayOf(dueAt), -1),
      };
    },
    resolve: (occasion) => resolveSales(sales, calendar, occasion),
    async read({ dataFrom, dataDay, productIds }) {
      const days = { from: dataFrom, to: dataDay };
      const digest = await readSalesDigest(sales, calendar, { days, productIds });
      return {
        view: (frame, reader) => salesDigestMessage(digest, frame, reader),
        why: (reader) => whyLines(digest, reader),
      };
    },
    async sheet({ dataFrom, dataDay, productIds }, t) {
      const days = { from: dataFrom, to: dataDay };
      const byProduct = await sales.salesOf({ ...days, by: 'product', productIds });
      const byStore = await sales.salesOf({ ...days, by: 'store', productIds });
      return sheetOf(
        days,
        salesWords(t).digest.source(days, byProduct.coverage.asOf, calendar.timeZone),
        { groups: byProduct.groups, names: products },
        { groups: byStore.groups, names: stores },
        t,
      );
    },
    list({ dataFrom, dataDay, products: choice }) {
      const days = { from: dataFrom, to: dataDay };
      const question = { command: 'sales', kind: 'sales', days, storeIds: [], by: 'product' } as const;
      if (choice.kind !== 'group') {
        return ask({ ...question, productIds: choice.kind === 'products' ? choice.productIds : [] });
      }
      // By name: a command may not have room for all product numbers of the group.
      const group = { meaning: 'product', kind: 'group', words: choice.group } as const;
      return ask({ ...question, productIds: [], names: [group] });
    },
  };
}

/** The lines of "Why these numbers?". */
function whyLines(
  { days, daysBefore, totals, before, asOf }: SalesDigest,
  { language, timeZone }: Reader,
): readonly string[] {
  const words = salesWords(language.t).digest.why;
  return [
    words.sales(days, totals, totals.returnedQuantity),
    before === undefined ? words.notCompared(daysBefore) : words.compared(daysBefore, before.millilitres),
    asOf === undefined ? words.uncorrected : words.corrected(asOf, timeZone),
  ];
}

interface Rows {
  readonly groups: readonly SalesGroupSum[];
  readonly names: Pick<Labels, 'nameOf'>;
}

/** Every product and store, in exact figures. */
function sheetOf(
  { from, to }: DayRange,
  asOf: string,
  products: Rows,
  stores: Rows,
  t: Catalog,
): DigestSheet {
  const { digest, fileName, groupings, sheet } = salesWords(t);
  const rows = (what: string, { groups, names }: Rows) =>
    groups.map((group) => [
      what,
      group.key,
      names.nameOf(group.key),
      // A single day stays a plain date, which existing readers of these files expect.
      formatDays({ from, to }),
      group.millilitres / 1000,
      group.quantity,
      group.returnedMillilitres / 1000,
      group.returnedQuantity,
    ]);
  return {
    name: `${fileName.sales}-${periodPart({ from, to }, t)}`,
    title: digest.title({ from, to }),
    asOf,
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
    rows: [...rows(groupings.product.name, products), ...rows(groupings.store.name, stores)],
  };
}
