import type { AnswerReader, Reader } from '../../ask/reader.ts';
import { type Column, fileRows, type Part, type Report, table } from '../../figures/report.ts';
import type { SheetContent } from '../../figures/sheet.ts';
import { shareOf } from '../../text/numbers.ts';
import { isShareOfStores, type SalesAnswer, volumeOf } from '../answer.ts';
import { isCut } from '../filters.ts';
import { measured, openDaysIn, type SalesPeriod, type SalesRowOf } from '../query.ts';
import type { SalesFigures } from '../reader.ts';
import { isInColumns, type SideSum } from '../sides.ts';
import { NO_SALES, returnsOf } from '../sums.ts';
import type { SalesWords } from '../words/en.ts';
import { salesWords } from '../words/words.ts';
import { chartOf } from './chart.ts';
import { changeColumn, figureColumns, keyColumns } from './columns.ts';
import { fileName } from './fileName.ts';
import { comparedLines, headline, nothingSold, periodIn, subjectOf } from './periods.ts';
import { labelOf, leftOut, newestFirst } from './rows.ts';
import { bareName, rowsBelow, sideName, sideRows, sidesText } from './sides.ts';
import { asOfText, firstSalesText, notOpenText, sourceText } from './source.ts';

/** The answer to `/sales`: the sums, their course and the rows, of one period or two. */
export function salesReport(answer: SalesAnswer, reader: AnswerReader): Report {
  const { question, now, before } = answer;
  const words = salesWords(reader.language.t);
  const none = noneLine(answer, reader);
  const periods = before === undefined ? [now] : [now, before];
  return {
    lines: none === undefined ? linesOf(answer, reader) : [none],
    body: () => (none === undefined ? bodyOf(answer, reader) : []),
    notes: (left) => [
      ...(none === undefined ? notesOf(answer, left, reader) : []),
      ...sourceText(now.source, reader),
      ...(before === undefined || none !== undefined ? [] : earlierSource(now, before, reader)),
    ],
    incomplete:
      none !== undefined && question.returns !== true
        ? ''
        : [...new Set(periods.flatMap(({ source }) => words.incomplete(source.missing)))].join(' '),
    file: () => fileOf(answer, reader),
  };
}

/** Says that nothing was sold, or returned; undefined where something was. */
function noneLine(answer: SalesAnswer, reader: AnswerReader): string | undefined {
  const { question, now, before, rows } = answer;
  if (now.totals.rows === 0 && (before?.totals.rows ?? 0) === 0) return nothingSold(answer, reader);
  if (question.returns !== true || rows.length > 0) return undefined;
  const words = salesWords(reader.language.t);
  const period = reader.language.format.rangeInHeading(now.days, reader.today);
  return `${subjectOf(answer, (named) => words.noneOf(true, named), reader)}, ${period}.`;
}

function linesOf(answer: SalesAnswer, reader: AnswerReader): string[] {
  const { question, now } = answer;
  const words = salesWords(reader.language.t);
  const { millilitres, items } = measured(now.totals, question.returns === true);
  const period = reader.language.format.rangeInHeading(now.days, reader.today);
  return [
    ...(sidesText(answer, period, reader) ?? [
      headline(answer, millilitres, reader),
      words.units(items),
      ...daysLine(answer, words),
    ]),
    ...returnedLine(answer, words),
    ...shareLines(answer, reader),
    ...averageLine(answer, words),
    ...firstSalesText(now, words),
    ...comparedLines(answer, reader),
  ];
}

/** The best and the weakest day, and the average of the open days, where days are rows. */
function daysLine({ question, now, before, rows }: SalesAnswer, words: SalesWords): string[] {
  const { openDays, totals } = now;
  if (question.by !== 'day' || before !== undefined || question.returns === true || isCut(question))
    return [];
  const [best, ...others] = rows.toSorted((one, other) => soldIn(other) - soldIn(one));
  const worst = others.at(-1);
  if (best === undefined || worst === undefined || openDays.length === 0) return [];
  const dayOf = (row: SalesRowOf) => ({ day: row.key, millilitres: soldIn(row) });
  return [words.days(dayOf(best), dayOf(worst), Math.round(totals.millilitres / openDays.length))];
}

function soldIn({ now = NO_SALES }: SalesRowOf): number {
  return now.millilitres;
}

function averageLine({ question, now }: SalesAnswer, words: SalesWords): string[] {
  const { length } = now.openDays;
  if (!isOfAverage(question) || length === 0) return [];
  return [words.averageLine(Math.round(volumeOf(now.totals, question) / length))];
}

/** Lines for the total's share of all sales, and for what the rows' shares are of. */
function shareLines({ question, now, allSales, rowCount }: SalesAnswer, { language }: Reader): string[] {
  if (question.kind === 'compare' || question.share !== true) return [];
  const { wholeOfShares, partOfAll, partOfStores } = salesWords(language.t);
  const part = isShareOfStores(question.selection, question.by) ? partOfStores : partOfAll;
  const all = allSales === undefined ? 0 : volumeOf(allSales, question);
  const volume = volumeOf(now.totals, question);
  const percent = shareOf(volume, all);
  return [
    ...(percent === undefined ? [] : [part(question.returns === true, percent, all)]),
    ...(rowCount > 1 ? [wholeOfShares(volume)] : []),
  ];
}

/** Returns that the sums of one period have; not where rows are returns. */
function returnedLine({ question, now, before }: SalesAnswer, words: SalesWords): string[] {
  const returns = before === undefined && question.returns !== true ? returnsOf(now.totals) : undefined;
  return returns === undefined ? [] : [words.returns(returns)];
}

function bodyOf(answer: SalesAnswer, reader: AnswerReader): Part[] {
  const chart = chartOf(answer, reader);
  return [...(chart === undefined ? [] : [{ chart }]), tableOf(answer, reader)];
}

function notesOf(answer: SalesAnswer, left: number, reader: Reader): string[] {
  const { question, second, now, before } = answer;
  const { t } = reader.language;
  const words = salesWords(t);
  const { products, stores, days } = now.totals;
  return [
    // They count what was sold, of which the rows of returns are a part.
    ...(before === undefined && question.returns !== true ? [words.spread(products, stores, days)] : []),
    ...leftOut(left, question.by, t),
    ...(second === undefined
      ? []
      : [words.fileHasBoth(words.groupings[question.by].name, words.groupings[second].name)]),
    ...notOpenText(answer, reader),
  ];
}

function earlierSource(now: SalesPeriod, before: SalesPeriod, reader: AnswerReader): string[] {
  const source = sourceText(now.source, reader);
  const period = periodIn(before.days, reader);
  return sourceText(before.source, reader)
    .filter((words) => !source.includes(words))
    .map((words) => `${period}: ${words}`);
}

/** A row of a table: one of a grouping, or a side. */
type TableRow = SalesRowOf & { readonly label: string };

function tableOf(answer: SalesAnswer, reader: AnswerReader): Part {
  const { question, before, sides } = answer;
  const { t, format } = reader.language;
  const words = salesWords(t);
  const labeled = (row: SalesRowOf) => ({ ...row, label: labelOf(row, answer, reader) });
  const { title, name } = words.groupings[question.by];
  const isOfReturns = question.returns === true;
  const label: Column<TableRow> = { title, kind: 'text', of: (row) => row.label };
  const caption =
    before === undefined
      ? words.caption(isOfReturns, name)
      : words.comparison.caption(name, periodIn(before.days, reader));
  if (sides !== undefined && isInColumns(question)) {
    const rows = newestFirst(answer.rows, question).map(labeled);
    return table(caption, [label, ...sideColumns(answer, sides, reader)], rows, answer.rowCount, format);
  }
  const { of = 'store' } = question.selection.sides ?? {};
  const ofSides = sideRows(answer).map((side): TableRow => {
    return { key: '', now: side.sum, label: sideName(side, of, reader) };
  });
  const below = rowsBelow(answer);
  const rows = [...ofSides, ...newestFirst(below.rows, question).map(labeled)];
  const { litres, share, average, items, returnedLitres, returnedItems } = figureColumns(words);
  const last =
    question.kind === 'compare'
      ? changeColumn(answer.rows, reader.language)
      : question.share === true
        ? { ...share, title: words.share, of: (row: SalesRowOf) => shareOfTotal(row, answer) }
        : isOfAverage(question)
          ? { ...average, title: words.average, of: (row: SalesRowOf) => averageOf(row, answer) }
          : isOfReturns
            ? returnedItems
            : items;
  const columns = [label, isOfReturns ? returnedLitres : litres, last];
  return table(caption, columns, rows, ofSides.length + below.count, format);
}

/** A column for each side, a row for each day, week, product or store. */
function sideColumns({ question }: SalesAnswer, sides: readonly SideSum[], reader: Reader) {
  const { of = 'store' } = question.selection.sides ?? {};
  return sides.map((side): Column<SalesRowOf> => {
    const values = new Map(side.rows.map(({ key, now = NO_SALES }) => [key, volumeOf(now, question)]));
    return {
      title: bareName(side, of, reader),
      kind: 'decimal',
      of: ({ key }) => (values.get(key) ?? 0) / 1000,
    };
  });
}

/** A row's share of the total in per cent; the only row's share of all sales. Undefined when the total is 0. */
function shareOfTotal({ now: sum = NO_SALES }: SalesRowOf, answer: SalesAnswer): number | undefined {
  const { question, now, allSales, rowCount } = answer;
  const whole: SalesFigures = rowCount === 1 ? (allSales ?? now.totals) : now.totals;
  return shareOf(volumeOf(sum, question), volumeOf(whole, question));
}

/** A day is its own average. */
function isOfAverage(question: SalesAnswer['question']): boolean {
  return question.kind === 'sales' && question.average === true && question.by !== 'day';
}

/** Litres of a row per open day of the period or, for weeks and their like, of the row. Undefined without open days. */
function averageOf({ key, second = '', now: sum = NO_SALES }: SalesRowOf, answer: SalesAnswer) {
  const { question, now } = answer;
  const and = question.kind === 'sales' ? question.and : undefined;
  const openDays = openDaysIn(now.openDays, question.by, key);
  const { length } = and === undefined ? openDays : openDaysIn(openDays, and, second);
  return length === 0 ? undefined : Math.round(volumeOf(sum, question) / length) / 1000;
}

/** Every row; those of sides with the name of their side. */
function fileOf(answer: SalesAnswer, reader: Reader): SheetContent {
  const { question, now, before, sides } = answer;
  const words = salesWords(reader.language.t);
  const { of } = question.selection.sides ?? {};
  const periods = before === undefined ? [now] : [now, before];
  const sources = periods.map(({ source }) => source);
  const about = { name: fileName(question, reader), asOf: asOfText(sources, reader) };
  const keys = keyColumns(answer, reader);
  const { litres, share, average, items, returnedLitres, returnedItems, rows, ...earlier } =
    figureColumns(words);
  if (before !== undefined) {
    const { change, changePercent } = earlier;
    const columns = [
      ...keys,
      litres,
      earlier.litresIn(before),
      change,
      changePercent(answer.rows),
      items,
      earlier.itemsIn(before),
    ];
    return { ...about, ...fileRows(columns, newestFirst(answer.rows, question)) };
  }
  const ofShare =
    question.kind === 'sales' && question.share === true
      ? [{ ...share, of: (row: SalesRowOf) => shareOfTotal(row, answer) }]
      : [];
  const ofAverage = isOfAverage(question)
    ? [{ ...average, of: (row: SalesRowOf) => averageOf(row, answer) }]
    : [];
  const columns = [...keys, litres, ...ofShare, ...ofAverage, items, returnedLitres, returnedItems, rows];
  const inColumns = isInColumns(question);
  const withSides = of !== undefined && (inColumns || sideRows(answer).length > 0);
  if (!withSides) return { ...about, ...fileRows(columns, newestFirst(answer.rows, question)) };
  const sided = (sides ?? []).flatMap((each) => {
    const side = sideName(each, of, reader);
    return (inColumns ? newestFirst(everyRow(each, answer), question) : each.rows).map((row) => ({
      ...row,
      side,
    }));
  });
  const ofSide: Column<(typeof sided)[number]> = {
    title: words.sheet.side,
    kind: 'text',
    of: (row) => row.side,
  };
  return { ...about, ...fileRows([ofSide, ...columns], sided) };
}

/** A side's rows, with one of 0 for each day or week in which it sold nothing. */
function everyRow({ rows }: SideSum, answer: SalesAnswer): readonly SalesRowOf[] {
  const sold = new Map(rows.map((row) => [row.key, row]));
  return answer.rows.map(({ key }) => sold.get(key) ?? { key });
}
