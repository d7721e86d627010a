import { periodPart } from '../ask/fileName.ts';
import type { Labels } from '../ask/reader.ts';
import { column } from '../ask/sheet.ts';
import type { ChosenSource, DigestSheet } from '../digest/kind.ts';
import type { Catalog } from '../language/language.ts';
import { formatDays } from '../parse/dates/period.ts';
import type { PickedIds } from '../parse/selection.ts';
import { withoutMarks } from '../slack/message.ts';
import type { DayRange } from '../text/dayRange.ts';
import { lackingIn, type ReadPeriod } from './answer/period.ts';
import type { SalesQuestion } from './question.ts';
import type { SalesGroupSum, SalesSumsQuestion } from './reader.ts';
import { salesWords } from './words/words.ts';

/** Reads every product and store of a sales digest, for the file in its thread. */
export async function readDigestSheet(
  {
    read,
    timeZone,
    products,
    stores,
  }: {
    readonly read: (of: SalesSumsQuestion) => Promise<ReadPeriod>;
    readonly timeZone: string;
    readonly products: Pick<Labels, 'nameOf'>;
    readonly stores: Pick<Labels, 'nameOf'>;
  },
  {
    days,
    picked,
    title,
  }: {
    readonly days: DayRange;
    readonly picked: PickedIds;
    readonly title: (days: DayRange) => string;
  },
  t: Catalog,
): Promise<DigestSheet> {
  const byProduct = await read({ ...days, by: 'product', picked });
  const byStore = await read({ ...days, by: 'store', picked });
  const words = salesWords(t);
  const lacking = lackingIn(byProduct.period);
  const asOf = [
    words.digest.source(days, byProduct.period.source.asOf, timeZone),
    ...(lacking.length === 0 ? [] : [withoutMarks(words.source.missing(lacking))]),
  ].join(' · ');
  return sheetOf(
    days,
    title(days),
    asOf,
    { groups: byProduct.groups, names: products },
    { groups: byStore.groups, names: stores },
    t,
  );
}

/** The question for all products of a sales digest. */
export function listQuestion({ dataFrom, dataDay, selection }: ChosenSource): SalesQuestion {
  return {
    command: 'sales',
    kind: 'sales',
    days: { from: dataFrom, to: dataDay },
    by: 'product',
    selection,
  };
}

interface Rows {
  readonly groups: readonly SalesGroupSum[];
  readonly names: Pick<Labels, 'nameOf'>;
}

/** Every product and store, in exact figures. */
function sheetOf(
  { from, to }: DayRange,
  title: string,
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
    title,
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
