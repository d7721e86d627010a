import type { Narrowed } from '../language/en/sales.ts';
import type { Catalog } from '../language/language.ts';
import { type Group, isInTime } from '../parser/groupings.ts';
import type { NameOfMany, SalesFigures } from '../parser/question.ts';
import { percentOf } from '../questions/percent.ts';
import { returnsOf } from '../questions/returns.ts';
import { isOverTime } from '../questions/sales.ts';
import type { SalesAnswer, SalesSource, SideSum } from '../questions/salesAnswer.ts';
import type { SalesGroupSum, SalesFigures as SalesSums } from '../sales/reader.ts';
import { context, escapeMrkdwn, type Message, type MessageBlock, section } from '../slack/message.ts';
import { type Chart, chartBlocks } from './chart.ts';
import { groupLabel, isLine, shortLabel } from './groupings.ts';
import { withoutMarks } from './phrases.ts';
import type { Reader } from './reader.ts';
import { sparkline } from './sparkline.ts';
import { type Table, topRows } from './table.ts';

/** The answer to `/sales` of a period: the sums first, then what they consist of. */
export function salesMessage(answer: SalesAnswer, reader: Reader): Message {
  const { sales } = reader.language.t;
  const { question, totals, days, source } = answer;
  const isOfReturns = question.returns === true;
  const narrowed = narrowedOf(question, reader);
  if (totals.rows === 0) return noSales(sales.none(false, narrowed, days), answer, reader);
  if (isOfReturns && answer.groups.length === 0) {
    const text = `${sales.none(true, narrowed, days)}. ${incomplete(source, sales)}`.trim();
    return { text, blocks: [section(text), context(sourceInWords(source, reader).join(' · '))] };
  }
  const { millilitres, items } = figuresOf(totals, question);
  const sentence =
    sidesInWords(answer, reader) ?? sales.total(isOfReturns, narrowed, days, millilitres, items);
  const { blocks, shown } = topRows(tableOf(answer, reader), reader.rendering);
  return {
    text: withoutMarks(`${sentence} ${incomplete(source, sales)}`.trim()),
    blocks: [
      section(sentence),
      ...courseBlocks(answer, reader),
      ...blocks,
      context(
        [
          sales.spread(totals.products, totals.stores, totals.days),
          ...leftOut(
            rowsBelow(answer).count + sideRows(answer).length - shown,
            question.by,
            reader.language.t,
          ),
          ...(isOfReturns ? [] : returnsInWords(totals, sales)),
          ...notOpenInWords(answer, reader),
          ...sourceInWords(source, reader),
        ].join(' · '),
      ),
    ],
  };
}

/** What an answer without sales has beside its question. */
type None = Pick<SalesAnswer, 'source' | 'notOpen'> & { readonly question: Pick<SalesFigures, 'storeIds'> };

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
  const { missing, empty } = none.source;
  if (missing.length > 0) return words.notRead;
  const notOpen = notOpenInWords(none, reader);
  if (notOpen.length > 0 && none.notOpen.length >= none.question.storeIds.length)
    return words.stores(notOpen);
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

const NAME_CHARACTERS = 80;

/** The names of what narrows the sales, escaped. */
export function narrowedOf(
  {
    productIds,
    storeIds,
    names,
    without,
  }: Pick<SalesFigures, 'productIds' | 'storeIds' | 'names' | 'without'>,
  { products, stores }: Reader,
): Narrowed {
  const many = (all: readonly NameOfMany[] = []) =>
    all.map((name) => ({ ...name, words: escapeMrkdwn(name.words, NAME_CHARACTERS) }));
  const named = (ids: readonly string[] = [], { label }: Pick<Reader['stores'], 'label'>) =>
    ids.map((id) => escapeMrkdwn(label(id), NAME_CHARACTERS));
  return {
    products: named(productIds, products),
    stores: named(storeIds, stores),
    withoutProducts: named(without?.productIds, products),
    withoutStores: named(without?.storeIds, stores),
    named: many(names),
    withoutNamed: many(without?.names),
  };
}

/** Sides that a sentence names; the table has them all. */
const SIDES_NAMED = 4;

/** What each side sold and, of two, how the first compares; undefined where nothing is set beside each other. */
function sidesInWords({ question, days, sides }: SalesAnswer, reader: Reader): string | undefined {
  const { sales } = reader.language.t;
  const { of } = question.sides ?? {};
  if (sides === undefined || of === undefined) return undefined;
  const apart = {
    ...question,
    ...(of === 'product' ? { productIds: [] } : { storeIds: [] }),
    names: question.names?.filter(({ meaning }) => meaning !== of) ?? [],
  };
  const each = sides.map((side) => ({
    name: escapeMrkdwn(bareName(side, of, reader), NAME_CHARACTERS),
    count: side.count,
    ...figuresOf(side.sum, question),
  }));
  const named = each.slice(0, SIDES_NAMED);
  const isOfReturns = question.returns === true;
  const sums = sales.sides(
    isOfReturns,
    narrowedOf(apart, reader),
    days,
    of,
    named,
    each.length - named.length,
  );
  const [one, other, third] = each;
  if (one === undefined || other === undefined || third !== undefined) return sums;
  const [volume, items] = [one.millilitres - other.millilitres, one.items - other.items];
  const difference = sales.difference(
    one.name,
    other.name,
    { millilitres: volume, percent: percentOf(volume, other.millilitres) },
    { items, percent: percentOf(items, other.items) },
  );
  return `${sums} ${difference}`;
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
  return question.by === question.sides?.of ? (sides ?? []) : [];
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

export function leftOut(left: number, by: Group, { sales, groupings }: Catalog): string[] {
  return left > 0 ? [sales.notShown(left, groupings[by])] : [];
}

function returnsInWords(totals: SalesSums, sales: Catalog['sales']): string[] {
  const returns = returnsOf(totals);
  if (returns === undefined) return [];
  return [sales.returns(returns.returnedMillilitres, returns.returnedQuantity, returns.percent)];
}

/** The sides in columns, a row for each day or week. */
function coursesTable(answer: SalesAnswer, sides: readonly SideSum[], reader: Reader): Table {
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
    newestLast: true,
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
  if (answer.sides !== undefined && isOverTime(question)) return coursesTable(answer, answer.sides, reader);
  const { of = 'store' } = question.sides ?? {};
  const sides = sideRows(answer).map((side) => ({ ...side.sum, label: sideName(side, of, reader) }));
  const { groups } = rowsBelow(answer);
  const rows = [
    ...sides,
    ...groups.map((group) => ({ ...group, label: groupLabel(question.by, group.key, days, reader) })),
  ];
  const { t, format: figures } = reader.language;
  const { columns } = t.sales;
  const onlyReturns = question.returns === true;
  const largest = Math.max(...rows.map((row) => Math.abs(volumeOf(row, question))), 0);
  const withReturns = !onlyReturns && rows.some((group) => returnsOf(group) !== undefined);
  const litres = (millilitres: number) => ({
    value: millilitres / 1000,
    text: figures.litresBeside(millilitres, largest),
  });
  return {
    caption: t.sales.caption(onlyReturns, t.groupings[question.by].name),
    columns: [
      { title: t.groupings[question.by].title, align: 'left' },
      { title: onlyReturns ? columns.returnedLitres : columns.litres, align: 'right' },
      { title: onlyReturns ? columns.returnedItems : columns.items, align: 'right' },
      ...(withReturns ? [{ title: columns.returnedLitres, align: 'right' } as const] : []),
    ],
    newestLast: isInTime(question.by) && question.top === undefined,
    rows: rows.map((row) => {
      const { millilitres, items } = figuresOf(row, question);
      const returned = litres(row.returnedMillilitres);
      return [
        row.label,
        litres(millilitres),
        { value: items, text: figures.quantity(items) },
        ...(withReturns ? [returnsOf(row) === undefined ? { ...returned, text: '–' } : returned] : []),
      ];
    }),
  };
}

/** What was asked for: what was sold, or what was brought back. */
function figuresOf(sum: SalesSums, { returns }: SalesFigures) {
  return returns === true
    ? { millilitres: sum.returnedMillilitres, items: sum.returnedQuantity }
    : { millilitres: sum.millilitres, items: sum.quantity };
}

function volumeOf(sum: SalesSums, question: SalesFigures): number {
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

/** One line, or one for each side. */
function seriesOf({ question, groups, sides = [] }: SalesAnswer, reader: Reader): Chart['series'] {
  const litres = (all: readonly SalesGroupSum[]) => {
    const values = new Map(all.map((group) => [group.key, volumeOf(group, question) / 1000]));
    return groups.map(({ key }) => values.get(key) ?? 0);
  };
  const { of } = question.sides ?? {};
  if (of === undefined || !isOverTime(question)) {
    return [{ name: reader.language.t.sales.unit, values: litres(groups) }];
  }
  return sides.map((side) => ({ name: bareName(side, of, reader), values: litres(side.groups) }));
}

/** A course over days or weeks; products and stores are read from the table. */
function chartOf(answer: SalesAnswer, reader: Reader): Chart {
  const { question, days, groups } = answer;
  const { t } = reader.language;
  const { by } = question;
  return {
    title: t.sales.chart(question.returns === true, t.groupings[by].name),
    kind: isLine(by) ? 'line' : 'bar',
    // The largest few days are a list and no course.
    labels:
      isInTime(by) && question.top === undefined
        ? groups.map(({ key }) => shortLabel(by, key, days, reader))
        : [],
    along: t.groupings[by].title,
    unit: t.sales.unit,
    series: seriesOf(answer, reader),
  };
}
