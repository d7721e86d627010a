import { type Formatter, formatterFor } from '../language/formatter.ts';
import { type Group, isInTime, type SalesFigures, type TimeGroup } from '../parser/question.ts';
import { returnsOf } from '../questions/returns.ts';
import type { SalesAnswer, SalesSource } from '../questions/salesAnswer.ts';
import type { SalesFigures as SalesSums } from '../sales/reader.ts';
import { context, type Message, type MessageBlock, section } from '../slack/message.ts';
import type { DayRange } from '../text/dayRange.ts';
import { type Chart, chartBlocks } from './chart.ts';
import { daysInWords, listInWords, rangeInWords, withoutMarks } from './phrases.ts';
import type { Reader } from './reader.ts';
import { sparkline } from './sparkline.ts';
import { type Table, topRows } from './table.ts';

const TITLES: Readonly<Record<Group, string>> = {
  product: 'Product',
  store: 'Store',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  weekday: 'Weekday',
};

/** What a day, week, month or weekday is called in a chart or beside another one. */
export function shortLabel(by: TimeGroup, key: string, within: DayRange, figures: Formatter): string {
  if (by === 'day') return figures.shortDay(key);
  if (by === 'week') return figures.shortWeek(key, within);
  return by === 'month' ? figures.month(key, within) : figures.weekday(Number(key));
}

/** The answer to `/sales` of a period: the sums first, then what they consist of. */
export function salesMessage(answer: SalesAnswer, reader: Reader): Message {
  const figures = formatterFor(reader.locale);
  const { question, totals } = answer;
  const period = rangeInWords(answer.days, figures);
  const narrowed = narrowedInWords(question, reader);
  if (totals.rows === 0) return noSales(`No sales${narrowed} on ${period}`, answer.source, reader);
  if (question.returns === true && answer.groups.length === 0) {
    const text = `No returns${narrowed} on ${period}. ${incomplete(answer.source, figures)}`.trim();
    return { text, blocks: [section(text), context(sourceInWords(answer.source, reader).join(' · '))] };
  }
  const [what, millilitres, quantity] =
    question.returns === true
      ? (['Returns', totals.returnedMillilitres, totals.returnedQuantity] as const)
      : (['Sales', totals.millilitres, totals.quantity] as const);
  const sentence = `${what}${narrowed}, ${period}: *${figures.litres(millilitres)} litres*, *${figures.counted(quantity, 'item')}*.`;
  const { blocks, shown } = topRows(tableOf(answer, reader), reader.rendering);
  return {
    text: withoutMarks(`${sentence} ${incomplete(answer.source, figures)}`.trim()),
    blocks: [
      section(sentence),
      ...courseBlocks(answer, reader),
      ...blocks,
      context(
        [
          `${figures.counted(totals.products, 'product')} in ${figures.counted(totals.stores, 'store')} on ${figures.counted(totals.days, 'day')} with sales`,
          ...leftOut(answer.groupCount - shown, question.by, figures),
          ...(question.returns === true ? [] : returnsInWords(totals, figures)),
          ...sourceInWords(answer.source, reader),
        ].join(' · '),
      ),
    ],
  };
}

/** Nothing sold, and all that is known of why. */
export function noSales(beginning: string, source: SalesSource, reader: Reader): Message {
  const { empty } = source;
  const why =
    source.missing.length > 0
      ? 'the sales of these days have not been read yet'
      : empty === undefined
        ? 'nothing was sold, the stores were closed, or the day is not delivered yet'
        : empty.length > 0
          ? 'the stores were closed, or nothing at all was sold'
          : 'nothing of it was sold';
  const text = `${beginning}: ${why}.`;
  return {
    text: withoutMarks(text),
    blocks: [section(text), context(sourceInWords(source, reader).join(' · '))],
  };
}

/** " of product 1101 Pale Ale in store 143 without store 7", escaped; empty when nothing narrows. */
export function narrowedInWords({ productIds, storeIds, without }: SalesFigures, reader: Reader): string {
  const list = (before: string, ids: readonly string[], names: Pick<Reader['stores'], 'label'>) =>
    ids.length === 0
      ? ''
      : ` ${before}${ids.length === 1 ? '' : 's'} ${listInWords(
          ids.map((id) => names.label(id)),
          reader.language.format,
        )}`;
  return [
    list('of product', productIds, reader.products),
    list('in store', storeIds, reader.stores),
    list('without product', without?.productIds ?? [], reader.products),
    list('without store', without?.storeIds ?? [], reader.stores),
  ].join('');
}

/** As of when, where from, and which days are not in it. */
export function sourceInWords(source: SalesSource, { locale, timeZone }: Reader): string[] {
  const figures = formatterFor(locale);
  return [
    source.from === 'service'
      ? `asked from the service at ${figures.instant(source.asOf ?? 0, timeZone)}: these days are not held here`
      : source.asOf === undefined
        ? 'no sales are held yet'
        : `as of ${figures.instant(source.asOf, timeZone)}`,
    ...(source.missing.length === 0
      ? []
      : [`:warning: *not read yet and not in it: ${daysInWords(source.missing, figures)}*`]),
    ...(source.empty === undefined || source.empty.length === 0
      ? []
      : [`no sales at all on ${daysInWords(source.empty, figures)}`]),
  ];
}

/** For the text that stands alone: an incomplete sum must not look like a whole one. */
export function incomplete({ missing }: SalesSource, figures: Formatter): string {
  return missing.length === 0 ? '' : `Not read yet and not in it: ${daysInWords(missing, figures)}.`;
}

export function leftOut(left: number, by: Group, figures: Formatter): string[] {
  return left > 0 ? [`${figures.counted(left, `more ${by}`)} not shown`] : [];
}

function returnsInWords(totals: SalesSums, figures: Formatter): string[] {
  const returns = returnsOf(totals);
  if (returns === undefined) return [];
  const { returnedMillilitres, returnedQuantity, percent } = returns;
  const share = percent === undefined ? '' : ` (${figures.percent(percent)} of the items sold)`;
  return [
    `returns of ${figures.litres(returnedMillilitres)} litres, ${figures.counted(returnedQuantity, 'item')}${share} are subtracted`,
  ];
}

/** What a group of a period is called in the reader's words. */
export function groupLabel(by: Group, key: string, within: DayRange, reader: Reader): string {
  const figures = formatterFor(reader.locale);
  switch (by) {
    case 'product':
      return reader.products.label(key);
    case 'store':
      return reader.stores.label(key);
    case 'day':
      return figures.day(key);
    case 'week':
      return figures.week(key, within);
    case 'month':
      return figures.month(key, within);
    case 'weekday':
      return figures.weekday(Number(key));
  }
}

export function columnTitle(by: Group): string {
  return TITLES[by];
}

function tableOf({ question, days, groups }: SalesAnswer, reader: Reader): Table {
  const figures = formatterFor(reader.locale);
  const onlyReturns = question.returns === true;
  const largest = Math.max(...groups.map((group) => Math.abs(volumeOf(group, question))), 0);
  const withReturns = !onlyReturns && groups.some((group) => returnsOf(group) !== undefined);
  const litres = (millilitres: number) => ({
    value: millilitres / 1000,
    text: figures.litresBeside(millilitres, largest),
  });
  return {
    caption: `${onlyReturns ? 'Returns' : 'Sales'} by ${question.by}, in litres and items`,
    columns: [
      { title: columnTitle(question.by), align: 'left' },
      { title: onlyReturns ? 'Returned litres' : 'Litres', align: 'right' },
      { title: onlyReturns ? 'Returned items' : 'Items', align: 'right' },
      ...(withReturns ? [{ title: 'Returned litres', align: 'right' } as const] : []),
    ],
    newestLast: isInTime(question.by) && question.top === undefined,
    rows: groups.map((group) => {
      const quantity = onlyReturns ? group.returnedQuantity : group.quantity;
      const returned = litres(group.returnedMillilitres);
      return [
        groupLabel(question.by, group.key, days, reader),
        litres(volumeOf(group, question)),
        { value: quantity, text: figures.quantity(quantity) },
        ...(withReturns ? [returnsOf(group) === undefined ? { ...returned, text: '–' } : returned] : []),
      ];
    }),
  };
}

/** What was asked for: the volume that was sold, or that was brought back. */
function volumeOf(group: SalesSums, { returns }: SalesFigures): number {
  return returns === true ? group.returnedMillilitres : group.millilitres;
}

/** More of them run over several lines of a phone; the newest stay. */
const MOST_STEPS = 62;

/** Slack's chart, or a line of text where there are none, such as in a window. */
function courseBlocks(answer: SalesAnswer, reader: Reader): MessageBlock[] {
  const figures = formatterFor(reader.locale);
  const chart = chartOf(answer, figures);
  if (reader.rendering === 'dataTable') return chartBlocks(chart);
  const { labels, title } = chart;
  if (labels.length < 2) return [];
  const steps = labels.slice(-MOST_STEPS);
  const line = {
    title,
    values: answer.groups.slice(-MOST_STEPS).map((group) => volumeOf(group, answer.question)),
    span: `${steps[0]} – ${steps.at(-1)}`,
    written: figures.litres,
  };
  return [section(sparkline(line, reader.language.t))];
}

/** A course over days or weeks; products and stores are read from the table. */
function chartOf({ question, days, groups }: SalesAnswer, figures: Formatter): Chart {
  const { by } = question;
  return {
    title: `${question.returns === true ? 'Returned litres' : 'Litres'} per ${by}`,
    kind: by === 'day' ? 'line' : 'bar',
    // The largest few days are a list and no course.
    labels:
      isInTime(by) && question.top === undefined
        ? groups.map(({ key }) => shortLabel(by, key, days, figures))
        : [],
    along: columnTitle(by),
    unit: 'Litres',
    series: [{ name: 'Litres', values: groups.map((group) => volumeOf(group, question) / 1000) }],
  };
}
