import { weekdayOf } from 'retail-data-client/calendar/calendar';
import { dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import type { Claim } from '../../ask/asking.ts';
import type { AnswerReader, Labels, Reader } from '../../ask/reader.ts';
import { NAME_CHARACTERS } from '../../ask/selectionLabel.ts';
import { type Column, fileRows, type Report } from '../../figures/report.ts';
import type { SheetContent } from '../../figures/sheet.ts';
import { type DayRange, daysIn } from '../../text/dayRange.ts';
import type { SalesRowOf } from '../query.ts';
import { type Change, differenceOf, LEAST_MEAN, NO_SALES } from '../sums.ts';
import { figureColumns, kindColumns, ofKind, type RowOfKind } from '../view/columns.ts';
import { fileName } from '../view/fileName.ts';
import { comparedLines, headline, nothingSold, periodIn } from '../view/periods.ts';
import { listOfRows, nameText } from '../view/rows.ts';
import { asOfText, notOpenText, sourceText } from '../view/source.ts';
import { salesWords } from '../words/words.ts';
import { changeOf, partOf, type ReasonsAnswer } from './answer.ts';

/** Rows are listed until they make up this part of all changes, up or down. */
const MOST_OF_CHANGES = 0.8;
const LISTED = 10;
/** Names in a line about some of the rows. */
const NAMED = 3;
const SUNDAY = 7;

/** What makes up a change, by product and by store apart. */
export function reasonsReport(answer: ReasonsAnswer, reader: AnswerReader): Report {
  const { now, before, change } = answer;
  const isSold = now.totals.rows > 0 || (before?.totals.rows ?? 0) > 0;
  return {
    lines: isSold
      ? [headline(answer, now.totals.millilitres, reader), ...comparedLines(answer, reader)]
      : [nothingSold(answer, reader)],
    body: () =>
      change === undefined || !isSold
        ? []
        : [
            { lines: listOf('product', answer.products, change, reader) },
            { lines: listOf('store', answer.stores, change, reader) },
            { lines: besides(answer, reader) },
          ],
    notes: () => [...notOpenText(answer, reader), ...sourceText(now.source, reader)],
    incomplete: salesWords(reader.language.t).incomplete(now.source.missing).join(' '),
    file: () => fileOf(answer, reader),
  };
}

/** Says so where the change isn't the one that was asked about. */
export function denial({ change }: ReasonsAnswer, claimed: Claim, { language }: Reader): string | undefined {
  if (change === undefined) return undefined;
  const size = differenceOf(change);
  const isSo = claimed === 'fall' ? size < 0 : size > 0;
  return isSo ? undefined : salesWords(language.t).reasons.denied(claimed, size, change);
}

/** The rows that make up most of the change, and the sum of the others: together they are all of it. */
function listOf(
  by: 'product' | 'store',
  rows: readonly SalesRowOf[],
  whole: Change,
  reader: AnswerReader,
): string[] {
  const words = salesWords(reader.language.t).reasons;
  const sizes = rows.map((row) => Math.abs(partOf(row)));
  const all = sizes.reduce((sum, size) => sum + size, 0);
  // The change of the only row is the headline's.
  if (all === 0 || rows.length === 1) return [];
  let size = 0;
  let count = 0;
  while (count < Math.min(LISTED, rows.length) && size < all * MOST_OF_CHANGES) {
    size += sizes[count] ?? 0;
    count += 1;
  }
  // One row alone is no "others".
  if (rows.length === count + 1) count += 1;
  const others = rows.slice(count);
  const labels = by === 'product' ? reader.products : reader.stores;
  const isPerOpenDay = whole.perOpenDay !== undefined;
  const line = (name: string, millilitres: number, perOpenDay: number) =>
    words.row(name, millilitres, isPerOpenDay && Math.abs(perOpenDay) >= LEAST_MEAN ? perOpenDay : undefined);
  const left = (total: number, of: (row: SalesRowOf) => number) =>
    rows.slice(0, count).reduce((rest, row) => rest - of(row), total);
  return [
    words.list(by, count, rows.length, (size / all) * 100, isPerOpenDay),
    ...rows
      .slice(0, count)
      .map((row) => line(nameText(labels.label(row.key, NAME_CHARACTERS)), changeOf(row), partOf(row))),
    ...(others.length === 0
      ? []
      : [
          line(
            words.others(by, others.length),
            left(whole.millilitres, changeOf),
            left(differenceOf(whole), partOf),
          ),
        ]),
  ];
}

/** What happened besides. None of it is a part of the change to be added to the rows. */
function besides(answer: ReasonsAnswer, reader: AnswerReader): string[] {
  const { now, before = now, products, stores, daysOut } = answer;
  const { t, format } = reader.language;
  const words = salesWords(t).reasons;
  const named = (labels: Labels, rows: readonly SalesRowOf[], figure: (row: SalesRowOf) => string) =>
    listOfRows(rows, NAMED, ({ key }) => labels.label(key, NAME_CHARACTERS), figure, format);
  const periods = [periodIn(before.days, reader), periodIn(now.days, reader)] as const;
  const change = (row: SalesRowOf) => `${format.litresChange(changeOf(row))}\u00a0l`;
  const line = (
    kind: keyof typeof words.besides,
    labels: Labels,
    rows: readonly SalesRowOf[],
    figure = change,
  ) => (rows.length === 0 ? [] : [words.besides[kind](named(labels, rows, figure), ...periods)]);
  const isIn = (sum = NO_SALES) => sum.millilitres > 0;
  const come = (rows: readonly SalesRowOf[]) => rows.filter((row) => isIn(row.now) && !isIn(row.before));
  const gone = (rows: readonly SalesRowOf[]) => rows.filter((row) => !isIn(row.now) && isIn(row.before));
  const out = products.filter(({ key }) => daysOut.has(key));
  const closed = [now.days, before.days].map(closedIn);
  const returned = [now, before].map(({ totals }) => totals.returnedMillilitres);
  return [
    ...(closed.flat().length === 0 ? [] : [words.closed(closed[0] ?? [], closed[1] ?? [])]),
    ...line('storesCome', reader.stores, come(stores)),
    ...line('storesGone', reader.stores, gone(stores)),
    ...line('productsCome', reader.products, come(products)),
    ...line('productsGone', reader.products, gone(products)),
    ...line('out', reader.products, out, ({ key }) => words.daysOut(daysOut.get(key) ?? 0)),
    ...(returned[0] === returned[1] ? [] : [words.returned(returned[0] ?? 0, returned[1] ?? 0)]),
  ];
}

/** Days on which stores were closed, without Sundays. */
function closedIn(days: DayRange): readonly string[] {
  return daysIn(days).filter((day) => !isOpenDay(dayOf(day)) && weekdayOf(day) !== SUNDAY);
}

/** Every product and every store: the changes of each kind add up to the whole. */
function fileOf(answer: ReasonsAnswer, reader: AnswerReader): SheetContent {
  const words = salesWords(reader.language.t);
  const { litres, litresIn, items, itemsIn, changePercent } = figureColumns(words);
  const { now, before = now } = answer;
  const all = [...ofKind('product', answer.products), ...ofKind('store', answer.stores)];
  const columns: readonly Column<RowOfKind>[] = [
    ...kindColumns(now.days, reader),
    litres,
    litresIn(before),
    { title: words.sheet.change, kind: 'decimal', of: (row) => changeOf(row) / 1000 },
    changePercent(all),
    items,
    itemsIn(before),
  ];
  return {
    name: fileName(answer.question, reader),
    asOf: asOfText([now.source], reader),
    ...fileRows(columns, all),
  };
}
