import type { AnswerReader, Labels, Reader } from '../../ask/reader.ts';
import { type Column, fileRows, type Part, type Report, table } from '../../figures/report.ts';
import type { SheetContent } from '../../figures/sheet.ts';
import { formatDays } from '../../parse/dates/period.ts';
import type { OverviewAnswer } from '../answer.ts';
import { lackingIn, type SalesRowOf } from '../query.ts';
import { differenceOf, NO_SALES, returnsOf } from '../sums.ts';
import { courseChart } from '../view/chart.ts';
import { changeColumn, figureColumns, kindColumns, ofKind, type RowOfKind } from '../view/columns.ts';
import { fileName } from '../view/fileName.ts';
import { earlierLine, headline, nothingSold, periodIn, subjectOf, whyNotCompared } from '../view/periods.ts';
import { listOfRows } from '../view/rows.ts';
import { asOfText, firstSalesText, notOpenText, sourceText } from '../view/source.ts';
import type { ListName } from '../words/enOverview.ts';
import { salesWords } from '../words/words.ts';
import { changed, isSold } from './read.ts';

/** Products or stores that a line names. */
const NAMED = 2;
const TOP_STORES = 3;
const NEW_OR_STOPPED = 5;
const TABLE_ROWS = 10;

/** What a period sold, and what rose and fell. */
export function overviewReport(overview: OverviewAnswer, reader: AnswerReader): Report {
  const { now, course } = overview;
  const isSoldAt = now.totals.rows > 0;
  const isWhole = isSoldAt && lackingIn(now).length === 0;
  const sums = isWhole ? sumLines(overview, reader) : partLines(overview, reader);
  const lists = isWhole ? listLines(overview, reader) : [];
  return {
    lines: [...sums, ...lists],
    body: () => {
      if (isWhole && course !== undefined) {
        return [tableOf(overview, reader), { chart: courseChart(course, { isLine: true }, reader) }];
      }
      return isSoldAt ? [daysTable(overview, reader)] : [];
    },
    notes: () => [
      ...sourceText({ ...now.source, missing: [] }, reader),
      ...(isSoldAt ? notOpenText(overview, reader) : []),
    ],
    file: () => overviewFile(overview, reader),
  };
}

function sumLines(overview: OverviewAnswer, reader: AnswerReader): string[] {
  const { now, before, change, year } = overview;
  const words = salesWords(reader.language.t);
  const returns = returnsOf(now.totals);
  return [
    headline(overview, now.totals.millilitres, reader),
    words.overview.sold(now.totals, change),
    ...firstSalesText(now, words),
    ...(before === undefined
      ? []
      : change === undefined
        ? [whyNotCompared(overview, reader)]
        : // The headline has its per cent.
          [earlierLine(overview, { perOpenDay: change.perOpenDay }, reader)]),
    ...(year?.change === undefined ? [] : [earlierLine(year, year.change, reader)]),
    ...(returns === undefined ? [] : [words.returns(returns)]),
  ];
}

/** The days that are known, without a sum: that of a part would be taken for the whole. */
function partLines(overview: OverviewAnswer, reader: AnswerReader): string[] {
  const { now, before, known } = overview;
  const { format, t } = reader.language;
  const words = salesWords(t);
  if (now.totals.rows === 0) {
    const none = nothingSold({ ...overview, before: undefined }, reader);
    return (before?.totals.rows ?? 0) === 0 ? [none] : [none, earlierLine(overview, {}, reader)];
  }
  const days = known.map(({ key, now: { millilitres } = NO_SALES }) => {
    return `${format.shortDay(key)} (${format.litres(millilitres)} l)`;
  });
  const subject = subjectOf(overview, (named) => words.about(false, named), reader);
  return [
    words.sidesHeading(subject, format.rangeInHeading(now.days, reader.today)),
    words.overview.lacking(lackingIn(now)),
    // Other renderings have a table.
    ...(reader.rendering === 'plain' ? [words.overview.days(format.list(days, 0))] : []),
  ];
}

function listLines(overview: OverviewAnswer, reader: AnswerReader): string[] {
  const { change, novelty } = overview;
  const { language, rendering } = reader;
  const { format } = language;
  const words = salesWords(language.t).overview;
  const isPerOpenDay = change?.perOpenDay !== undefined;
  const listed = (
    found: readonly SalesRowOf[],
    labels: Labels,
    most: number,
    figure: (row: SalesRowOf) => string,
  ) => listOfRows(found, most, namesOf(found.slice(0, most), labels), figure, format);
  // A figure and its unit stay in one line.
  const volume = ({ now = NO_SALES }: SalesRowOf) => `${format.litres(now.millilitres)}\u00a0l`;
  const difference = ({ change: of }: SalesRowOf) =>
    of === undefined ? '' : `${format.litresChange(differenceOf(of))}\u00a0l`;
  const line = (name: ListName, found: readonly SalesRowOf[], labels: Labels, most = NAMED) => {
    if (found.length === 0) return [];
    const isTop = name === 'products' || name === 'stores';
    const list = listed(isTop ? found.slice(0, most) : found, labels, most, isTop ? volume : difference);
    return [words.list(name, list, !isTop && isPerOpenDay)];
  };
  const { products, stores } = reader;
  const ranked = rankedIn(overview);
  const isOfProducts = ranked.by === 'product';
  // The change of the only product or store is the headline's.
  const both = (sign: 1 | -1, ofProducts: ListName, ofStores: ListName) => [
    ...(overview.products.length > 1 ? line(ofProducts, changed(overview.products, sign), products) : []),
    ...(overview.stores.length > 1 ? line(ofStores, changed(overview.stores, sign), stores) : []),
  ];
  const { unit = 'week', fresh, stopped } = novelty ?? {};
  return [
    // Other renderings have a table.
    ...(rendering === 'plain'
      ? line(isOfProducts ? 'products' : 'stores', ranked.rows, isOfProducts ? products : stores, TOP_STORES)
      : []),
    ...(isOfProducts && overview.stores.length > 1
      ? line('stores', overview.stores.filter(isSold), stores, TOP_STORES)
      : []),
    ...both(1, 'rises', 'storeRises'),
    ...both(-1, 'falls', 'storeFalls'),
    ...(fresh === undefined || fresh.found.length === 0
      ? []
      : [words.fresh(unit, listed(fresh.found, products, NEW_OR_STOPPED, volume), fresh.periods)]),
    ...(stopped === undefined || stopped.found.length === 0
      ? []
      : [words.stopped(unit, listed(stopped.found, products, NEW_OR_STOPPED, volume), stopped.periods)]),
  ];
}

/** What the table ranks: products, or the stores of one product. */
function rankedIn({ products, stores, question: { selection } }: OverviewAnswer) {
  const { ids, names } = selection.product;
  return ids.length === 1 && names.length === 0
    ? ({ by: 'store', rows: stores.filter(isSold) } as const)
    : ({ by: 'product', rows: products.filter(isSold) } as const);
}

/** Names without their number, which narrow columns have no room for; with it where two would be the same. */
function namesOf(rows: readonly SalesRowOf[], labels: Labels): (row: SalesRowOf) => string {
  const names = rows.map(({ key }) => labels.nameOf(key));
  const isShared = (name: string | undefined) => names.filter((other) => other === name).length > 1;
  return ({ key }) => {
    const name = labels.nameOf(key);
    return name === undefined || isShared(name) ? labels.label(key) : name;
  };
}

function tableOf(overview: OverviewAnswer, reader: AnswerReader): Part {
  const { by, rows } = rankedIn(overview);
  const words = salesWords(reader.language.t);
  const { title, name } = words.groupings[by];
  const shown = rows.slice(0, TABLE_ROWS);
  const nameIn = namesOf(shown, by === 'product' ? reader.products : reader.stores);
  const { litres, items } = figureColumns(words);
  const label: Column<SalesRowOf> = { title, kind: 'text', of: nameIn };
  const { before, change } = overview;
  const isCompared = before !== undefined && change !== undefined;
  const caption = isCompared
    ? words.comparison.caption(name, periodIn(before.days, reader))
    : words.caption(false, name);
  const last = isCompared ? changeColumn(shown, reader.language) : items;
  return table(caption, [label, litres, last], shown, rows.length, reader.language.format);
}

/** The days that are known, the latest first. */
function daysTable({ known }: OverviewAnswer, reader: Reader): Part {
  const { t, format } = reader.language;
  const words = salesWords(t);
  const { title, name } = words.groupings.day;
  const { litres, items } = figureColumns(words);
  const day: Column<SalesRowOf> = { title, kind: 'text', of: ({ key }) => format.day(key) };
  return table(words.caption(false, name), [day, litres, items], known.toReversed(), known.length, format);
}

/** Every product and store; of a period that lacks days, each day that is known. */
function overviewFile(
  { question, now, products, stores, known }: OverviewAnswer,
  reader: Reader,
): SheetContent {
  const words = salesWords(reader.language.t);
  const { litres, items, returnedLitres, returnedItems } = figureColumns(words);
  const columns: readonly Column<RowOfKind>[] = [
    ...kindColumns(question.days, reader),
    // A single day stays a plain date, which existing readers of these files expect.
    { title: words.overview.sheet.date, kind: 'date', of: () => formatDays(question.days) },
    litres,
    items,
    returnedLitres,
    returnedItems,
  ];
  const rows = [...ofKind('product', products), ...ofKind('store', stores), ...ofKind('day', known)];
  return {
    name: fileName(question, reader),
    asOf: asOfText([{ ...now.source, missing: lackingIn(now) }], reader),
    ...fileRows(columns, rows.filter(isSold)),
  };
}
