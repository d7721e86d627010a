import { fileNameOf, selectionParts } from '../../ask/fileName.ts';
import type { AnswerReader, Reader } from '../../ask/reader.ts';
import { selectionLabel } from '../../ask/selectionLabel.ts';
import { fileRows, type Part, type Report, table } from '../../figures/report.ts';
import type { SheetContent } from '../../figures/sheet.ts';
import { isNone } from '../../parse/selection.ts';
import type { Chart } from '../../slack/chart.ts';
import { escapeMrkdwn } from '../../slack/message.ts';
import type { StockAnswer } from '../answer.ts';
import type { StockRow } from '../levels.ts';
import { isOverview, type NamedProducts } from '../query.ts';
import { reorderOf } from '../reorder.ts';
import { askedOf } from '../slots.ts';
import type { Whose } from '../words/enOverview.ts';
import { stockWords } from '../words/words.ts';
import { type FileFigure, fileColumns, type SlackFigure, slackColumns } from './columns.ts';
import { orderSection, sectionsOf } from './overview.ts';
import { firstGoneLine, productLines } from './product.ts';
import { unitsChart } from './unitsChart.ts';

/** One product in full; what is urgent among several, and their table; or a list. */
export function stockReport(answer: StockAnswer, reader: AnswerReader): Report {
  const [only] = answer.rows;
  const isOfOne = isCard(answer) && only !== undefined;
  const [headline, ...others] = isOfOne ? productLines(answer, only, reader) : [sentenceOf(answer, reader)];
  return {
    lines: [
      [headline, ...notThere(answer, reader)].join(' '),
      ...(answer.question.kind === 'products' && !isOfOne ? firstGoneLine(answer, reader) : []),
    ],
    body: () => [
      ...(isOfOne ? [{ list: { items: others, left: 0 } }] : listsOf(answer, reader)),
      ...chartOf(answer, reader),
      ...(isOfOne ? [] : [tableOf(answer, reader)]),
    ],
    notes: (left) => notesOf(answer, left, reader),
    file: () => fileOf(answer, reader),
  };
}

function listsOf(answer: StockAnswer, reader: AnswerReader): readonly Part[] {
  return isOverview(answer.question) ? sectionsOf(answer, reader) : orderSection(answer, reader);
}

function isCard({ question, rowCount }: StockAnswer): boolean {
  return question.kind === 'products' && rowCount === 1;
}

/** The day of the stock, and the basis of days of cover and orders, in few words: "Why these numbers?" has the rest. */
function notesOf(answer: StockAnswer, left: number, { language: { t } }: Reader): string[] {
  const words = stockWords(t).source;
  const { snapshot, totals, withoutSales, window, ownUnknown } = answer;
  const lasts =
    window === undefined
      ? words.noSales
      : words.cover(window.daysKnown, window.daysKnown + window.missing.length);
  return [
    ...(left > 0 ? [stockWords(t).notShown(left)] : []),
    words.of(snapshot.businessDate, escapeMrkdwn(withoutSeconds(totals.updatedTime), 20)),
    ...(ownUnknown ? [words.ownUnknown] : []),
    ...(withoutSales ? [] : [lasts]),
    ...(hasOrders(answer) ? [words.order] : []),
  ];
}

/** The service writes 08:29:29. */
function withoutSeconds(time: string): string {
  return time.replace(/^(\d\d:\d\d):\d\d$/, '$1');
}

function hasOrders(answer: StockAnswer): boolean {
  const { rows, sections, snapshot } = answer;
  const isOrdered = (row: StockRow) => reorderOf(row, snapshot.businessDate) !== undefined;
  return sections.orders.count > 0 || (isCard(answer) && rows.some(isOrdered));
}

function sentenceOf(answer: StockAnswer, reader: Reader): string {
  const words = stockWords(reader.language.t);
  const { question, snapshot, totals, rowCount, rowsOut } = answer;
  const day = snapshot.businessDate;
  const of = whoseOf(answer, reader);
  switch (question.kind) {
    case 'products':
    case 'overview':
      return totals.products === 0
        ? words.overview.empty(of, day)
        : words.overview.units(totals.units, totals.products, of, changesOf(answer));
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

/** The changes of all units since the day before and a week ago, as far as they are stored. */
function changesOf({ totals, against: { dayBefore, weekAgo } }: StockAnswer) {
  return [dayBefore, weekAgo].flatMap((earlier) =>
    earlier === undefined || earlier.products === 0
      ? []
      : [{ by: totals.units - earlier.units, since: earlier.businessDate }],
  );
}

const NAMED = 3;
const MOST_NAMED = 10;

function changesSentence(answer: StockAnswer, reader: Reader): string {
  const words = stockWords(reader.language.t);
  const { against, snapshot, rowCount, totals, appeared, gone } = answer;
  const day = snapshot.businessDate;
  const of = whoseOf(answer, reader);
  if (against.dayBefore === undefined) return words.firstStock(day);
  const { businessDate: before, units } = against.dayBefore;
  const named = ({ count, first }: NamedProducts) => namesOf(first, NAMED, count, reader);
  const found = { count: rowCount, by: totals.units - units };
  return [
    rowCount === 0
      ? words.unchanged(of, before, day)
      : words.changed(found, of, before, day, newlyOut(answer)),
    ...(appeared.count === 0 ? [] : [words.appeared(named(appeared))]),
    ...(gone.count === 0 ? [] : [words.gone(named(gone))]),
  ].join(' ');
}

/** Lists the question's products that aren't in the stock list. */
function notThere({ unknown }: StockAnswer, reader: Reader): string[] {
  if (unknown.length === 0) return [];
  return [stockWords(reader.language.t).notThere(namesOf(unknown, MOST_NAMED, unknown.length, reader))];
}

function namesOf(ids: readonly string[], most: number, count: number, { products }: Reader) {
  const names = ids.slice(0, most).map((id) => escapeMrkdwn(products.label(id), 80));
  return { names, left: count - names.length };
}

/** The products that the sentence is about: a scope, or those the list is narrowed to. */
function whoseOf({ question, scope, totals, unknown }: StockAnswer, reader: Reader): Whose {
  const { selection } = question;
  const { ids, names } = selection.product;
  if (isNone(selection.product) && isNone(selection.without.product)) return scope;
  // The table has the products of a question for them.
  const listed = question.kind === 'products' ? [] : ids.filter((id) => !unknown.includes(id));
  const product = { ids: listed, names };
  const label = selectionLabel({ ...selection, product }, (products) => products, reader, 'rule');
  const isOwn = ids.length === 0 && (names.length > 0 || scope === 'mine');
  return { count: totals.products, label: label.replace(/^, /, ''), isOwn };
}

function newlyOut({ totals, against: { dayBefore } }: StockAnswer) {
  if (totals.newlyOut === 0 || dayBefore === undefined) return undefined;
  return { count: totals.newlyOut, since: dayBefore.businessDate };
}

/** A phone has no room for more beside the name. The file has all. */
const MOST_FIGURES = 3;

/** By importance for the question. Figures that aren't known, or that the reader may not see, are left out. */
const FIGURES: Readonly<Record<StockAnswer['question']['kind'], readonly SlackFigure[]>> = {
  products: ['units', 'change', 'cover', 'stores'],
  overview: ['units', 'change', 'cover', 'stores'],
  out: ['since', 'sold'],
  low: ['cover', 'order', 'packs', 'by', 'units'],
  fewer: ['units', 'cover'],
  over: ['cover', 'units'],
  changes: ['change', 'units'],
};

function tableOf(answer: StockAnswer, reader: AnswerReader): Part {
  const { question, against, withoutSales, rows, rowCount, snapshot } = answer;
  const { captions, captionsWithoutSales } = stockWords(reader.language.t).table;
  const isOfOrders = hasOrders(answer);
  const isOfPacks = rows.some(({ supply }) => supply?.packSize !== undefined);
  const isToOrder = question.kind === 'low' && isOfOrders;
  const isShown: Readonly<Partial<Record<SlackFigure, boolean>>> = {
    change: against.dayBefore !== undefined,
    cover: !withoutSales,
    sold: !withoutSales,
    units: !isToOrder,
    stores: withoutSales,
    order: isOfOrders,
    packs: isOfOrders && isOfPacks,
    by: isOfOrders,
  };
  const figures = FIGURES[question.kind]
    .filter((figure) => isShown[figure] !== false)
    .slice(0, isToOrder ? undefined : MOST_FIGURES);
  const caption = { ...captions, ...(withoutSales ? captionsWithoutSales : {}) }[
    isToOrder ? 'orders' : question.kind
  ];
  const columns = slackColumns(figures, snapshot.businessDate, reader);
  return table(caption, columns, rows, rowCount, reader.language.format);
}

const CHART_PRODUCTS = 10;

/** The days of an overview, or a bar for each of the largest changes; no chart of other lists. */
function chartOf(answer: StockAnswer, { language, products }: Reader): Part[] {
  const { question, rows, history } = answer;
  if (isOverview(question)) return [{ chart: unitsChart(history, language) }];
  if (question.kind !== 'changes') return [];
  const { series, ...words } = stockWords(language.t).changesChart;
  const shown = rows.slice(0, CHART_PRODUCTS);
  const values = shown.map(({ stock, dayBefore }) =>
    dayBefore === undefined ? undefined : stock - dayBefore,
  );
  const chart: Chart = {
    ...words,
    kind: 'bar',
    labels: shown.map(({ productId }) => products.label(productId, 20)),
    isInTime: false,
    series: [{ name: series, values }],
    written: language.format.change,
  };
  return [{ chart }];
}

function fileOf(answer: StockAnswer, reader: Reader): SheetContent {
  const { question, snapshot, totals, withoutSales, rows } = answer;
  const { source, fileName } = stockWords(reader.language.t);
  const day = snapshot.businessDate;
  const asked = askedOf(question);
  const number = Object.values(asked).find((each) => typeof each === 'number');
  // The columns stay the same from day to day, whether or not there is something to order.
  const isOfOrders = !withoutSales && rows.some(({ supply }) => supply !== undefined);
  const figures: readonly FileFigure[] = [
    'date',
    'units',
    'unitsBefore',
    'unitsWeekAgo',
    ...(withoutSales ? [] : (['cover', 'sold'] as const)),
    'stores',
    ...(isOfOrders ? (['order', 'packs', 'by'] as const) : []),
  ];
  return {
    name: fileNameOf([
      fileName[question.kind],
      ...(number === undefined ? [] : [String(number)]),
      ...selectionParts(question.selection, reader),
      ...(asked.all === true ? [fileName.all] : []),
      day,
    ]),
    asOf: source.of(day, withoutSeconds(totals.updatedTime)),
    ...fileRows(fileColumns(figures, day, reader), rows),
  };
}
