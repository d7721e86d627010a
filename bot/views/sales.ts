import type { SalesAnswer, SalesSource } from '../answers/salesAnswer.ts';
import type { DayRange, Group, SalesFigures } from '../grammar/question.ts';
import { returnsOf } from '../insight/returns.ts';
import type { SalesFigures as SalesSums } from '../sales/reader.ts';
import { context, type Message, type MessageBlock, section } from '../slack/message.ts';
import { type Chart, chartBlocks } from './chart.ts';
import { type Figures, figuresIn } from './figures.ts';
import { daysInWords, listInWords, rangeInWords, withoutMarks } from './phrases.ts';
import type { Reader } from './reader.ts';
import { sparkOf } from './spark.ts';
import { type Table, topRows } from './table.ts';

const TITLES = { product: 'Product', store: 'Store', day: 'Day', week: 'Week' } as const;

/** The answer to `/sales` of a period: the sums first, then what they consist of. */
export function salesMessage(answer: SalesAnswer, reader: Reader): Message {
  const figures = figuresIn(reader.locale);
  const { question, totals } = answer;
  const period = rangeInWords(answer.days, figures);
  const narrowed = narrowedInWords(question, reader);
  if (totals.rows === 0) return noSales(`No sales${narrowed} on ${period}`, answer.source, reader);
  const sentence = `Sales${narrowed}, ${period}: *${figures.litres(totals.millilitres)} litres*, *${figures.counted(totals.quantity, 'item')}*.`;
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
          ...returnsInWords(totals, figures),
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

/** " of product 1101 Pale Ale in store 143", escaped; empty when nothing narrows. */
export function narrowedInWords({ productIds, storeIds }: SalesFigures, reader: Reader): string {
  const products = productIds.map((id) => reader.products.label(id));
  const stores = storeIds.map((id) => reader.stores.label(id));
  return [
    products.length === 0 ? '' : ` of product${products.length === 1 ? '' : 's'} ${listInWords(products)}`,
    stores.length === 0 ? '' : ` in store${stores.length === 1 ? '' : 's'} ${listInWords(stores)}`,
  ].join('');
}

/** As of when, where from, and which days are not in it. */
export function sourceInWords(source: SalesSource, { locale, timeZone }: Reader): string[] {
  const figures = figuresIn(locale);
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
export function incomplete({ missing }: SalesSource, figures: Figures): string {
  return missing.length === 0 ? '' : `Not read yet and not in it: ${daysInWords(missing, figures)}.`;
}

export function leftOut(left: number, by: Group, figures: Figures): string[] {
  return left > 0 ? [`${figures.counted(left, `more ${by}`)} not shown`] : [];
}

function returnsInWords(totals: SalesSums, figures: Figures): string[] {
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
  const figures = figuresIn(reader.locale);
  switch (by) {
    case 'product':
      return reader.products.label(key);
    case 'store':
      return reader.stores.label(key);
    case 'day':
      return figures.day(key);
    case 'week':
      return figures.week(key, within);
  }
}

export function columnTitle(by: Group): string {
  return TITLES[by];
}

function tableOf({ question, days, groups }: SalesAnswer, reader: Reader): Table {
  const figures = figuresIn(reader.locale);
  const largest = Math.max(...groups.map(({ millilitres }) => Math.abs(millilitres)), 0);
  const withReturns = groups.some((group) => returnsOf(group) !== undefined);
  return {
    caption: `Sales by ${question.by}, in litres and items`,
    columns: [
      { title: columnTitle(question.by), align: 'left' },
      { title: 'Litres', align: 'right' },
      { title: 'Items', align: 'right' },
      ...(withReturns ? [{ title: 'Returned litres', align: 'right' } as const] : []),
    ],
    rows: groups.map((group) => [
      groupLabel(question.by, group.key, days, reader),
      {
        value: group.millilitres / 1000,
        text: figures.litresBeside(group.millilitres, largest),
      },
      { value: group.quantity, text: figures.quantity(group.quantity) },
      ...(withReturns
        ? [
            {
              value: group.returnedMillilitres / 1000,
              text:
                returnsOf(group) === undefined
                  ? '–'
                  : figures.litresBeside(group.returnedMillilitres, largest),
            },
          ]
        : []),
    ]),
  };
}

/** More of them run over several lines of a phone. */
const MOST_STEPS = 62;

/** Slack's chart, or a line of text where there are none, such as in a window. */
function courseBlocks(answer: SalesAnswer, reader: Reader): MessageBlock[] {
  const figures = figuresIn(reader.locale);
  const chart = chartOf(answer, figures);
  if (reader.rendering === 'dataTable') return chartBlocks(chart);
  const { labels, title } = chart;
  if (labels.length < 2 || labels.length > MOST_STEPS) return [];
  const spark = sparkOf({
    title,
    values: answer.groups.map(({ millilitres }) => millilitres),
    span: `${labels[0]} – ${labels.at(-1)}`,
    written: figures.litres,
  });
  return [section(spark)];
}

/** A course over days or weeks; products and stores are read from the table. */
function chartOf({ question, days, groups }: SalesAnswer, figures: Figures): Chart {
  const { by } = question;
  const inTime = by === 'day' || by === 'week';
  return {
    title: `Litres per ${by}`,
    kind: by === 'week' ? 'bar' : 'line',
    labels: inTime
      ? groups.map(({ key }) => (by === 'day' ? figures.shortDay(key) : figures.shortWeek(key, days)))
      : [],
    along: columnTitle(by),
    unit: 'Litres',
    series: [{ name: 'Litres', values: groups.map(({ millilitres }) => millilitres / 1000) }],
  };
}
