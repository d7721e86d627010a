import type { AnswerReader, Reader } from '../ask/reader.ts';
import { selectionLabel } from '../ask/selectionLabel.ts';
import type { Formatter } from '../language/formatter.ts';
import { isNone } from '../parse/selection.ts';
import type { Chart } from '../slack/chart.ts';
import { chartBlocks } from '../slack/chartBlocks.ts';
import { context, escapeMrkdwn, type Message, section, withoutMarks } from '../slack/message.ts';
import { type Cell, type Column, type Table, topRows } from '../slack/table.ts';
import type { StockAnswer } from './answer.ts';
import { coverDays, roundedDays, type StockRow } from './daysOfCover.ts';
import type { NamedProducts } from './reader/figures.ts';
import { ORDER_DAYS, type Reorder, reorderOf } from './reorder.ts';
import { changeSince, notThere, stockProductMessage } from './view/product.ts';
import { orderInSentence, orderInTable } from './view/reorder.ts';
import type { Whose } from './words/en.ts';
import { stockWords } from './words/words.ts';

/** The answer to `/stock`: a sentence, then the products. */
export function stockMessage(answer: StockAnswer, reader: AnswerReader): Message {
  const [only] = answer.rows;
  if (answer.detail !== undefined && only !== undefined) {
    return stockProductMessage(answer, only, answer.detail, reader);
  }
  const { t } = reader.language;
  const sentence = [
    sentenceOf(answer, reader),
    ...(answer.question.kind === 'products' ? [] : notThere(answer, reader)),
  ].join(' ');
  const orders = ordersOf(answer);
  const { blocks, shown } = topRows(tableOf(answer, orders, reader), reader.rendering);
  const left = answer.rowCount - shown;
  const lines = [sentence, ...ordersLine(orders, reader)];
  return {
    text: withoutMarks(lines.join(' ')),
    blocks: [
      section(lines.join('\n')),
      ...changesChart(answer, reader),
      ...blocks,
      context(
        [
          ...(left > 0 ? [stockWords(t).notShown(left)] : []),
          ...sourceOf(answer, reader),
          ...(orders.size > 0 ? [stockWords(t).source.order(ORDER_DAYS)] : []),
        ].join(' · '),
      ),
    ],
  };
}

/** The day of the stock, and the basis of changes and days of cover. */
function sourceOf(answer: StockAnswer, reader: Reader): string[] {
  const words = stockWords(reader.language.t).source;
  const { snapshot, totals, against } = answer;
  return [
    words.of(snapshot.businessDate, escapeMrkdwn(totals.updatedTime, 20)),
    words.allStores,
    against.dayBefore === undefined ? words.noEarlier : words.changeSince(against.dayBefore),
    ...coverSource(answer, reader),
  ];
}

function coverSource({ withoutSales, window }: StockAnswer, { language }: Reader): string[] {
  const { t, format } = language;
  if (withoutSales) return [];
  if (window === undefined) return [stockWords(t).source.noSales];
  const missing = window.missing.length === 0 ? '' : format.days(window.missing);
  return [stockWords(t).source.cover(window.daysKnown, format.range(window), missing)];
}

function sentenceOf(answer: StockAnswer, reader: Reader): string {
  const words = stockWords(reader.language.t);
  const { question, scope, snapshot, totals, rowCount, rowsOut } = answer;
  const day = snapshot.businessDate;
  const of = whoseOf(answer, reader);
  switch (question.kind) {
    case 'products':
      return [
        words.products(rowCount, totals.units, sumChange(answer), day),
        ...notThere(answer, reader),
      ].join(' ');
    case 'overview':
      return totals.products === 0
        ? words.empty[scope](day)
        : words.overview(totals, of, day, sumChange(answer), newlyOut(answer));
    case 'out':
      return words.out(rowCount, of, day, newlyOut(answer));
    case 'low':
      // `count` excludes products of other suppliers, whose sales and so days of cover aren't known.
      return answer.window === undefined
        ? words.lowUnknown(question.days)
        : words.low({ ...totals, count: rowCount, out: rowsOut }, of, question.days, day);
    case 'fewer':
      return words.fewer(rowCount, rowsOut, of, question.units, day);
    case 'over':
      return answer.window === undefined
        ? words.overUnknown(question.days)
        : words.over({ ...totals, count: rowCount, unsold: answer.rowsUnsold }, of, question.days, day);
    case 'changes':
      return changesSentence(answer, reader);
  }
}

const NAMED = 3;

function changesSentence(answer: StockAnswer, reader: Reader): string {
  const words = stockWords(reader.language.t);
  const { against, snapshot, rowCount, totals, appeared, gone } = answer;
  const day = snapshot.businessDate;
  const of = whoseOf(answer, reader);
  if (against.dayBefore === undefined) return words.firstStock(day);
  const named = ({ count, first }: NamedProducts) => {
    const names = first.slice(0, NAMED).map((id) => escapeMrkdwn(reader.products.label(id), 80));
    return { names, left: count - names.length };
  };
  const found = { count: rowCount, by: totals.units - (totals.unitsBefore ?? 0) };
  return [
    rowCount === 0
      ? words.unchanged(of, against.dayBefore, day)
      : words.changed(found, of, against.dayBefore, day, newlyOut(answer)),
    ...(appeared.count === 0 ? [] : [words.appeared(named(appeared))]),
    ...(gone.count === 0 ? [] : [words.gone(named(gone))]),
  ].join(' ');
}

/** The products that the sentence is about: a scope, or those the list is narrowed to. */
function whoseOf({ question, scope, totals, unknown }: StockAnswer, reader: Reader): Whose {
  const { selection } = question;
  const { ids, names } = selection.product;
  if (isNone(selection.product) && isNone(selection.without.product)) return scope;
  const product = { ids: ids.filter((id) => !unknown.includes(id)), names };
  const label = selectionLabel({ ...selection, product }, (products) => products, reader, 'rule');
  const isOwn = product.ids.length === 0 && (names.length > 0 || scope === 'mine');
  return { count: totals.products, label: label.replace(/^, /, ''), isOwn };
}

/** The change of the answer's total units since the day before. */
function sumChange({ totals, against }: StockAnswer) {
  return changeSince(totals.units, totals.unitsBefore, against.dayBefore);
}

function newlyOut({ totals, against }: StockAnswer) {
  if (totals.newlyOut === 0 || against.dayBefore === undefined) return undefined;
  return { count: totals.newlyOut, since: against.dayBefore };
}

const NONE = '–';

/** What to order of the products that run low. */
function ordersOf({ question, rows, snapshot }: StockAnswer): ReadonlyMap<StockRow, Reorder> {
  if (question.kind !== 'low') return new Map();
  return new Map(
    rows.flatMap((row) => {
      const order = reorderOf(row, snapshot.businessDate);
      return order === undefined ? [] : [[row, order]];
    }),
  );
}

function tableOf(
  { question, against, withoutSales, rows }: StockAnswer,
  orders: ReadonlyMap<StockRow, Reorder>,
  reader: AnswerReader,
): Table {
  const { t, format } = reader.language;
  const { captions, captionsWithoutSales, columns } = stockWords(t).table;
  const withDay = against.dayBefore !== undefined;
  const number = (value: number, text = format.units(value)): Cell => ({ value, text });
  const changed = (row: StockRow, earlier: number | undefined): Cell =>
    earlier === undefined ? NONE : number(row.stock - earlier, format.change(row.stock - earlier));
  const right = (title: string): Column => ({ title, align: 'right' });
  const column: Readonly<Record<Figure, Column>> = {
    units: right(columns.units),
    day: right(columns.change),
    cover: right(columns.days),
    stores: right(columns.stores),
    order: { title: columns.order, align: 'left' },
  };
  const left = new Set<Figure>([
    ...(withDay ? [] : ['day' as const]),
    ...(withoutSales ? ['cover' as const] : []),
    ...(orders.size === 0 ? ['order' as const] : []),
  ]);
  const shown = ORDERS[question.kind].filter((figure) => !left.has(figure)).slice(0, MAX_FIGURES);
  const cells = (row: StockRow): Readonly<Record<Figure, Cell>> => ({
    units: number(row.stock),
    day: changed(row, row.dayBefore),
    cover: row.cover?.kind === 'days' ? coverCell(row.cover.days, format) : NONE,
    stores: number(row.storesWithStock),
    order: orderCell(orders.get(row), reader),
  });
  return {
    caption: { ...captions, ...(withoutSales ? captionsWithoutSales : {}) }[question.kind],
    columns: [{ title: columns.product, align: 'left' }, ...shown.map((figure) => column[figure])],
    rows: rows.map((row) => {
      const cell = cells(row);
      return [reader.products.label(row.productId), ...shown.map((figure) => cell[figure])];
    }),
  };
}

type Figure = 'units' | 'day' | 'cover' | 'stores' | 'order';

/** A phone shows three columns: the name and two figures. The file has all. */
const MAX_FIGURES = 2;

/** By importance for the question; later figures replace those that aren't known. */
const ORDERS: Readonly<Record<StockAnswer['question']['kind'], readonly Figure[]>> = {
  products: ['units', 'cover', 'day', 'stores'],
  overview: ['units', 'cover', 'day', 'stores'],
  out: ['units', 'day', 'stores'],
  low: ['cover', 'order', 'units'],
  fewer: ['units', 'cover', 'day'],
  over: ['cover', 'units'],
  changes: ['day', 'units'],
};

function coverCell(days: number, format: Formatter): Cell {
  const tenths = roundedDays(days, 1);
  return { value: tenths, text: format.tenths(tenths) };
}

/** The orders with the earliest days, of equal ones those that sell most, as in the digest. A phone shows no column. */
function ordersLine(
  orders: ReadonlyMap<StockRow, Reorder>,
  { products, language, today }: AnswerReader,
): string[] {
  if (orders.size === 0) return [];
  const urgency = ([{ cover }, { leadDays }]: [StockRow, Reorder]) => (coverDays(cover) ?? 0) - leadDays;
  const first = [...orders]
    .sort((one, other) => urgency(one) - urgency(other) || (other[0].sold ?? 0) - (one[0].sold ?? 0))
    .slice(0, NAMED);
  return [
    stockWords(language.t).orderFirst(
      first.map(([{ productId }, order]) => ({
        name: escapeMrkdwn(products.label(productId), 80),
        order: orderInSentence(order, today, language),
      })),
    ),
  ];
}

function orderCell(order: Reorder | undefined, { today, language }: AnswerReader): Cell {
  return order === undefined ? NONE : orderInTable(order, today, language);
}

const CHART_PRODUCTS = 10;

/** A bar for each of the largest changes; no chart for other questions. */
function changesChart({ question, rows }: StockAnswer, reader: Reader) {
  if (question.kind !== 'changes') return [];
  const { rendering, language, products } = reader;
  const { series, ...words } = stockWords(language.t).changesChart;
  const shown = rows.slice(0, CHART_PRODUCTS);
  const chart: Chart = {
    ...words,
    kind: 'bar',
    labels: shown.map(({ productId }) => products.label(productId, 20)),
    isInTime: false,
    series: [
      {
        name: series,
        values: shown.map(({ stock, dayBefore }) =>
          dayBefore === undefined ? undefined : stock - dayBefore,
        ),
      },
    ],
    written: language.format.change,
  };
  return chartBlocks(chart, rendering, language);
}
