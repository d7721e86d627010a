import type { AnswerReader, Reader } from '../ask/reader.ts';
import type { Formatter } from '../language/formatter.ts';
import type { Catalog } from '../language/language.ts';
import type { Narrowed } from '../language/narrowed.ts';
import type { NameOfMany } from '../parse/narrowing.ts';
import { type Chart, chartBlocks } from '../slack/chart.ts';
import { context, escapeMrkdwn, type Message, type MessageBlock, section } from '../slack/message.ts';
import { withoutMarks } from '../slack/phrases.ts';
import { sparkline } from '../slack/sparkline.ts';
import { type Cell, type Table, topRows } from '../slack/table.ts';
import { percentOf, shareOf } from '../text/percent.ts';
import {
  type CountedName,
  MOST_COURSES,
  type SalesAnswer,
  type SalesPeriod,
  type SalesSource,
  type SideSum,
} from './answer.ts';
import { isInColumns } from './answerSales.ts';
import { isInTime, type TimeGroup } from './groupings.ts';
import { groupLabel, isLine, type RowsOf, rowLabel, rowsInWords, shortLabel } from './groupingsView.ts';
import { isCut, type SalesQuestion } from './question.ts';
import type { SalesGroupSum, SalesFigures as SalesSums } from './reader.ts';
import { returnsOf } from './returns.ts';

/** The answer to `/sales` of a period: the sums first, then what they consist of. */
export function salesMessage(answer: SalesAnswer, reader: AnswerReader): Message {
  const { t, format } = reader.language;
  const { sales } = t;
  const { question, totals, days, source } = answer;
  const isOfReturns = question.returns === true;
  const narrowed = narrowedOf(question, answer.named, reader);
  const period = format.rangeInHeading(days, reader.today);
  if (totals.rows === 0) return noSales(sales.none(false, narrowed, period), answer, reader);
  if (isOfReturns && answer.groups.length === 0) {
    const text = `${sales.none(true, narrowed, period)}. ${incomplete(source, sales)}`.trim();
    return { text, blocks: [section(text), context(sourceInWords(source, reader).join(' · '))] };
  }
  const { millilitres, items } = figuresOf(totals, question);
  const lines = [
    ...(sidesInWords(answer, period, reader) ?? [
      sales.heading(isOfReturns, narrowed, period, millilitres),
      sales.exactly(millilitres, items),
    ]),
    ...sharesInWords(answer, reader),
    ...firstSalesInWords(answer, sales),
  ];
  const { blocks, shown } = topRows(tableOf(answer, reader), reader.rendering);
  return {
    text: withoutMarks(
      [lines.join('; '), incomplete(source, sales)].filter((part) => part !== '').join('. '),
    ),
    blocks: [
      section(lines.join('\n')),
      ...courseBlocks(answer, reader),
      ...blocks,
      context(
        [
          sales.spread(totals.products, totals.stores, totals.days),
          ...leftOut(rowsBelow(answer).count + sideRows(answer).length - shown, question, reader.language.t),
          ...(isOfReturns ? [] : returnsInWords(totals, sales)),
          ...notOpenInWords(answer, reader),
          ...sourceInWords(source, reader),
        ].join(' · '),
      ),
    ],
  };
}

/** From which day on sales are known, where a period begins before it. */
export function firstSalesInWords(
  { firstSales }: Pick<SalesPeriod, 'firstSales'>,
  sales: Catalog['sales'],
): readonly string[] {
  return firstSales === undefined ? [] : [sales.firstSales(firstSales)];
}

/** What an answer without sales has beside its question. */
type None = Pick<SalesAnswer, 'source' | 'notOpen'> & { readonly question: Pick<SalesQuestion, 'storeIds'> };

/** Nothing sold, and all that is known of why. */
export function noSales(beginning: string, none: None, reader: Reader): Message {
  const text = `${beginning}: ${whyNone(none, reader)}.`;
  const source = sourceInWords(none.source, reader);
  return {
    text: withoutMarks(text),
    blocks: [section(text), context(source.join(' · '))],
  };
}

function whyNone(none: None, reader: Reader): string {
  const words = reader.language.t.sales.whyNone;
  const { missing, empty, oldest } = none.source;
  if (missing.length > 0) return words.notRead;
  const notOpen = notOpenInWords(none, reader);
  if (notOpen.length > 0 && none.notOpen.length >= none.question.storeIds.length)
    return words.stores(notOpen);
  if (oldest !== undefined) return words.tooOld(oldest);
  if (empty === undefined) return words.unknown;
  const why = empty.length > 0 ? words.closed : words.nothingOfIt;
  return [why, ...notOpen].join('; ');
}

/** Stores that are named; more of them than a reader goes through are not. */
const NOT_OPEN_NAMED = 5;

/** Of the stores that were asked for, those that sell nothing now. */
export function notOpenInWords({ notOpen }: Pick<None, 'notOpen'>, { language, stores }: Reader): string[] {
  return notOpen
    .slice(0, NOT_OPEN_NAMED)
    .map(({ storeId, status }) =>
      language.t.sales.notOpen[status](escapeMrkdwn(stores.label(storeId), NAME_CHARACTERS)),
    );
}

const NAME_CHARACTERS = 40;

/** The names of what narrows the sales, escaped. */
export function narrowedOf(
  { productIds, storeIds, without }: Pick<SalesQuestion, 'productIds' | 'storeIds' | 'without'>,
  counted: readonly CountedName[],
  { products, stores, language }: Reader,
): Narrowed {
  const many = <Name extends NameOfMany>(all: readonly Name[] = []) =>
    all.map((name) => ({ ...name, words: escapeMrkdwn(name.words, NAME_CHARACTERS) }));
  const numbered = language.t.sales.numbered;
  const named = (ids: readonly string[] = [], of: 'product' | 'store') => {
    const labels = of === 'product' ? products : stores;
    return ids.map((id) =>
      labels.nameOf(id) === undefined ? numbered[of](id) : escapeMrkdwn(labels.label(id), NAME_CHARACTERS),
    );
  };
  return {
    products: named(productIds, 'product'),
    stores: named(storeIds, 'store'),
    withoutProducts: named(without?.productIds, 'product'),
    withoutStores: named(without?.storeIds, 'store'),
    named: many(counted),
    withoutNamed: many(without?.names),
  };
}

/** Sides that a sentence names; the table has them all. */
const SIDES_NAMED = 4;

/** A line for each side and, of two, how the first compares; undefined where nothing is set beside each other. */
function sidesInWords(
  { question, named: counted, sides }: SalesAnswer,
  period: string,
  reader: Reader,
): readonly string[] | undefined {
  const { sales } = reader.language.t;
  const { of } = question.sides ?? {};
  if (sides === undefined || of === undefined) return undefined;
  const apart = { ...question, ...(of === 'product' ? { productIds: [] } : { storeIds: [] }) };
  const others = counted.filter(({ meaning }) => meaning !== of);
  const each = sides.map((side) => ({
    name: escapeMrkdwn(bareName(side, of, reader), NAME_CHARACTERS),
    count: side.count,
    ...figuresOf(side.sum, question),
  }));
  const named = each.slice(0, SIDES_NAMED);
  const left = each.length - named.length;
  const sums = [
    sales.sidesHeading(question.returns === true, narrowedOf(apart, others, reader), period),
    ...named.map((side) => sales.sideSum(side, of)),
    ...(left === 0 ? [] : [sales.moreSides(left)]),
  ];
  const [one, other, third] = each;
  if (one === undefined || other === undefined || third !== undefined) return sums;
  const [volume, items] = [one.millilitres - other.millilitres, one.items - other.items];
  const difference = sales.difference(
    one.name,
    other.name,
    { millilitres: volume, percent: percentOf(volume, other.millilitres) },
    { items, percent: percentOf(items, other.items) },
  );
  return [...sums, difference];
}

/** With how many it stands for: "oslo (12 stores)". */
export function sideName(sum: SideSum, of: 'product' | 'store', reader: Reader): string {
  return reader.language.t.sales.side(bareName(sum, of, reader), sum.count, of);
}

/** As it was typed, or the label of the only one. */
function bareName({ side }: SideSum, of: 'product' | 'store', reader: Reader): string {
  const labels = of === 'product' ? reader.products : reader.stores;
  const names = [...side.ids.map((id) => labels.label(id)), ...side.names.map(({ words }) => words)];
  const named = names.slice(0, 2);
  return reader.language.format.list(named, names.length - named.length);
}

/** The sums of the sides, where the rows below are what they consist of. */
function sideRows({ question, sides }: SalesAnswer): readonly SideSum[] {
  return question.by === question.sides?.of && question.and === undefined ? (sides ?? []) : [];
}

/** The rows below the sums of the sides: what is a side of its own is among those. */
function rowsBelow(answer: SalesAnswer) {
  const sides = sideRows(answer);
  if (sides.length === 0) return { groups: answer.groups, count: answer.groupCount };
  const isOne = ({ side }: SideSum) => side.ids.length === 1 && side.names.length === 0;
  const parts = new Set(
    sides.filter((each) => !isOne(each)).flatMap(({ groups }) => groups.map(({ key }) => key)),
  );
  const groups = answer.groups.filter(({ key }) => parts.has(key));
  return { groups, count: answer.groupCount - (answer.groups.length - groups.length) };
}

/** As of when, where from, and which days are not in it. */
export function sourceInWords(source: SalesSource, { language, timeZone }: Reader): string[] {
  const words = language.t.sales.source;
  const from = () => {
    if (source.from === 'service') return words.service(source.asOf ?? 0, timeZone);
    return source.asOf === undefined ? words.nothing : words.asOf(source.asOf, timeZone);
  };
  return [
    from(),
    ...(source.missing.length === 0 ? [] : [words.missing(source.missing)]),
    ...(source.empty === undefined || source.empty.length === 0 ? [] : [words.empty(source.empty)]),
  ];
}

/** For the text that stands alone: an incomplete sum must not look like a whole one. */
export function incomplete({ missing }: SalesSource, sales: Catalog['sales']): string {
  return missing.length === 0 ? '' : sales.incomplete(missing);
}

export function leftOut(left: number, of: RowsOf, t: Catalog): string[] {
  return left > 0 ? [t.sales.notShown(left, rowsInWords(of, t).each)] : [];
}

function returnsInWords(totals: SalesSums, sales: Catalog['sales']): string[] {
  const returns = returnsOf(totals);
  if (returns === undefined) return [];
  return [sales.returns(returns.returnedMillilitres, returns.returnedQuantity, returns.percent)];
}

/** The sides in columns, a row for each day, week, product or store. */
function columnsTable(answer: SalesAnswer, sides: readonly SideSum[], reader: Reader): Table {
  const { question, days, groups } = answer;
  const { t, format: figures } = reader.language;
  const { of = 'store' } = question.sides ?? {};
  const columns = sides.map((side) => {
    const values = new Map(side.groups.map((group) => [group.key, volumeOf(group, question)]));
    return { name: bareName(side, of, reader), values };
  });
  const largest = Math.max(...columns.flatMap(({ values }) => [...values.values()].map(Math.abs)), 0);
  return {
    caption: t.sales.caption(question.returns === true, t.groupings[question.by].name),
    columns: [
      { title: t.groupings[question.by].title, align: 'left' },
      ...columns.map(({ name }) => ({ title: name, align: 'right' }) as const),
    ],
    newestLast: isInTime(question.by),
    rows: groups.map(({ key }) => [
      groupLabel(question.by, key, days, reader),
      ...columns.map(({ values }) => {
        const millilitres = values.get(key) ?? 0;
        return { value: millilitres / 1000, text: figures.litresBeside(millilitres, largest) };
      }),
    ]),
  };
}

function tableOf(answer: SalesAnswer, reader: Reader): Table {
  const { question, days } = answer;
  if (answer.sides !== undefined && isInColumns(question)) return columnsTable(answer, answer.sides, reader);
  const { of: sidesOf = 'store' } = question.sides ?? {};
  const sides = sideRows(answer).map((side) => ({ ...side.sum, label: sideName(side, sidesOf, reader) }));
  const { groups } = rowsBelow(answer);
  const rows = [
    ...sides,
    ...groups.map((group) => ({ ...group, label: rowLabel(group, question, days, reader) })),
  ];
  const { t, format: figures } = reader.language;
  const { columns } = t.sales;
  const of = rowsInWords(question, t);
  const onlyReturns = question.returns === true;
  const largest = Math.max(...rows.map((row) => Math.abs(volumeOf(row, question))), 0);
  return {
    caption: t.sales.caption(onlyReturns, of.name),
    columns: [
      { title: of.title, align: 'left' },
      { title: onlyReturns ? columns.returnedLitres : columns.litres, align: 'right' },
      {
        title: question.share === true ? columns.share : onlyReturns ? columns.returnedItems : columns.items,
        align: 'right',
      },
    ],
    newestLast: isInTime(question.by) && !isCut(question),
    rows: rows.map((row) => {
      const { millilitres, items } = figuresOf(row, question);
      return [
        row.label,
        { value: millilitres / 1000, text: figures.litresBeside(millilitres, largest) },
        question.share === true
          ? shareCell(shareOfTotal(row, answer), figures)
          : { value: items, text: figures.quantity(items) },
      ];
    }),
  };
}

/** The part of a row in what was asked for, in per cent; of the only row, its part in all sales. */
export function shareOfTotal(
  row: SalesSums,
  { question, totals, allSales, groupCount }: SalesAnswer,
): number | undefined {
  const whole = groupCount === 1 ? (allSales ?? totals) : totals;
  return shareOf(volumeOf(row, question), volumeOf(whole, question));
}

/** The part of what was asked for in all sales, and what the shares below are of. */
function sharesInWords(
  { question, totals, allSales, groupCount }: SalesAnswer,
  { language }: Reader,
): readonly string[] {
  if (question.share !== true) return [];
  const { wholeOfShares, partOfAll } = language.t.sales;
  const all = allSales === undefined ? 0 : volumeOf(allSales, question);
  const percent = shareOf(volumeOf(totals, question), all);
  return [
    ...(percent === undefined ? [] : [partOfAll(question.returns === true, percent, all)]),
    ...(groupCount > 1 ? [wholeOfShares(volumeOf(totals, question))] : []),
  ];
}

function shareCell(share: number | undefined, figures: Formatter): Cell {
  return share === undefined ? '–' : { value: share, text: figures.percent(share) };
}

/** What was asked for: what was sold, or what was brought back. */
function figuresOf(sum: SalesSums, { returns }: SalesQuestion) {
  return returns === true
    ? { millilitres: sum.returnedMillilitres, items: sum.returnedQuantity }
    : { millilitres: sum.millilitres, items: sum.quantity };
}

function volumeOf(sum: SalesSums, question: SalesQuestion): number {
  return figuresOf(sum, question).millilitres;
}

/** More of them run over several lines of a phone; the newest stay. */
const MOST_STEPS = 62;

/** Slack's chart, or a line of text where there are none, such as in a window. */
function courseBlocks(answer: SalesAnswer, reader: Reader): MessageBlock[] {
  const { t, format } = reader.language;
  const chart = chartOf(answer, reader);
  if (reader.rendering === 'dataTable') return chartBlocks(chart);
  const { labels, title } = chart;
  if (labels.length < 2) return [];
  const steps = labels.slice(-MOST_STEPS);
  const lines = chart.series.map(({ name, values }) =>
    sparkline(
      {
        title: chart.series.length > 1 ? escapeMrkdwn(name, NAME_CHARACTERS) : title,
        values: values.slice(-MOST_STEPS).map((litres) => Math.round(litres * 1000)),
        span: t.sales.span(steps[0] ?? '', steps.at(-1) ?? ''),
        written: format.litres,
      },
      t,
    ),
  );
  return [section(lines.join('\n'))];
}

/** One line, or one for each side or row of the other grouping. */
function seriesOf(answer: SalesAnswer, along: readonly string[], reader: Reader): Chart['series'] {
  const { question, days, groups, sides = [] } = answer;
  const litres = (all: readonly SalesGroupSum[], keyOf = ({ key }: SalesGroupSum) => key) => {
    const values = new Map(all.map((group) => [keyOf(group), volumeOf(group, question) / 1000]));
    return along.map((key) => values.get(key) ?? 0);
  };
  if (question.and !== undefined) {
    const firsts = [...Map.groupBy(groups, ({ key }) => key)];
    // Where rows are cut off, the last of them may lack some.
    const whole = groups.length < answer.groupCount ? firsts.slice(0, -1) : firsts;
    return whole.slice(0, MOST_COURSES).map(([key, ofFirst]) => ({
      name: groupLabel(question.by, key, days, reader),
      values: litres(ofFirst, ({ second = '' }) => second),
    }));
  }
  const { of } = question.sides ?? {};
  if (of === undefined || !isInColumns(question)) {
    return [{ name: reader.language.t.sales.series(question.returns === true), values: litres(groups) }];
  }
  return sides.map((side) => ({ name: bareName(side, of, reader), values: litres(side.groups) }));
}

/** The grouping that a course goes along; undefined where the rows are none in time. */
function courseOf({ by, and, ...question }: SalesAnswer['question']): TimeGroup | undefined {
  // The largest few days are a list and no course.
  if (isCut(question)) return undefined;
  if (and === undefined) return isInTime(by) ? by : undefined;
  return isInTime(and) && !isInTime(by) ? and : undefined;
}

/** All days or weeks of the rows, in their order. */
function keysAlong({ question, groups }: SalesAnswer): readonly string[] {
  if (question.and === undefined) return groups.map(({ key }) => key);
  return [...new Set(groups.map(({ second = '' }) => second))].sort();
}

/** A course over days or weeks; products and stores are read from the table. */
function chartOf(answer: SalesAnswer, reader: Reader): Chart {
  const { question, days } = answer;
  const { t } = reader.language;
  const by = courseOf(question);
  const along = by === undefined ? [] : keysAlong(answer);
  const series = seriesOf(answer, along, reader);
  return {
    title: t.sales.chart(question.returns === true, rowsInWords(question, t).name),
    kind: by !== undefined && isLine(by) ? 'line' : 'bar',
    labels:
      by === undefined || series.length === 0 ? [] : along.map((key) => shortLabel(by, key, days, reader)),
    along: t.groupings[by ?? question.by].title,
    unit: t.sales.unit,
    series,
  };
}
