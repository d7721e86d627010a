import type { Formatter } from '../language/formatter.ts';
import { roundedDays } from '../questions/daysOfCover.ts';
import type { NamedProducts, StockAnswer, StockRow } from '../questions/stockAnswer.ts';
import { context, escapeMrkdwn, type Message, section } from '../slack/message.ts';
import { chartBlocks } from './chart.ts';
import { daysInWords, listInWords, rangeInWords, withoutMarks } from './phrases.ts';
import type { Reader } from './reader.ts';
import { notThere, stockProductMessage } from './stockProduct.ts';
import { type Cell, type Column, type Table, topRows } from './table.ts';

/** The answer to `/stock`: one sentence, then the products that matter for it. */
export function stockMessage(answer: StockAnswer, reader: Reader): Message {
  const [only] = answer.rows;
  if (answer.detail !== undefined && only !== undefined) {
    return stockProductMessage(answer, only, answer.detail, reader);
  }
  const figures = reader.language.format;
  const sentence = sentenceOf(answer, reader);
  const { blocks, shown } = topRows(tableOf(answer, reader), reader.rendering);
  const left = answer.rowCount - shown;
  return {
    text: withoutMarks(sentence),
    blocks: [
      section(sentence),
      ...(reader.rendering === 'dataTable' ? changesChart(answer, reader) : []),
      ...blocks,
      context(
        [
          ...(left > 0 ? [`${figures.counted(left, 'more product')} not shown`] : []),
          ...sourceInWords(answer, figures),
        ].join(' · '),
      ),
    ],
  };
}

/** What the stock is of, and what changes and cover rest on. */
export function sourceInWords(answer: StockAnswer, figures: Formatter): string[] {
  const { snapshot, updatedTime, against } = answer;
  const updated = updatedTime === '' ? '' : `, updated ${escapeMrkdwn(updatedTime, 20)}`;
  return [
    `stock of ${figures.day(snapshot.businessDate)}${updated}`,
    'units in all stores together',
    against.dayBefore === undefined
      ? 'no earlier stock is held to tell changes from'
      : `change since ${figures.day(against.dayBefore)}`,
    ...coverSource(answer, figures),
  ];
}

function coverSource({ withoutSales, window }: StockAnswer, figures: Formatter): string[] {
  if (withoutSales) return [];
  if (window === undefined) return ['no sales are held yet to tell days of cover from'];
  const missing =
    window.missing.length === 0 ? '' : ` (not read yet: ${daysInWords(window.missing, figures)})`;
  return [
    `days of cover rest on ${figures.counted(window.daysKnown, 'day')} of sales, ${rangeInWords(window, figures)}${missing}`,
  ];
}

function sentenceOf(answer: StockAnswer, reader: Reader): string {
  const figures = reader.language.format;
  const { question, scope, snapshot, totals, rowCount } = answer;
  const day = figures.day(snapshot.businessDate);
  const whose = scope === 'mine' ? 'your products' : 'all products';
  switch (question.kind) {
    case 'products':
      return `${figures.counted(rowCount, 'product')}: *${figures.units(totals.units)} units*${since(answer, figures)} on ${day}.${notThere(answer, reader)}`;
    case 'overview':
      if (totals.products === 0) {
        return scope === 'mine'
          ? `None of your products is in the stock of ${day}; \`/stock all\` shows every product.`
          : `The stock of ${day} is empty.`;
      }
      return `*${figures.units(totals.units)} units*${since(answer, figures)} of ${figures.counted(totals.products, 'product')} (${whose}) on ${day}; ${totals.out === 0 ? 'none is out of stock' : `*${figures.units(totals.out)}* out of stock${newly(answer, figures)}`}.`;
    case 'out':
      return rowCount === 0
        ? `None of ${whose} is out of stock on ${day}.`
        : `*${figures.units(rowCount)}* of ${whose} ${rowCount === 1 ? 'is' : 'are'} out of stock on ${day}${newly(answer, figures)}.`;
    case 'low':
      return lowSentence(answer, question.days, whose, figures);
    case 'changes':
      return changesSentence(answer, whose, reader);
  }
}

function lowSentence(
  { snapshot, rowCount, rowsOut, totals, window }: StockAnswer,
  days: number,
  whose: string,
  figures: Formatter,
): string {
  const day = figures.day(snapshot.businessDate);
  const limit = `${figures.units(days)} day${days === 1 ? '' : 's'} of cover`;
  if (window === undefined)
    return `No sales have been read yet, so nobody can say what has less than ${limit}.`;
  if (rowCount === 0) {
    return `None of ${whose} (${figures.units(totals.products)}) has less than ${limit} on ${day}.${ofOthers(totals, figures)}`;
  }
  return `*${figures.units(rowCount)}* of ${whose} ${rowCount === 1 ? 'has' : 'have'} less than ${limit} on ${day}${outAmong(rowsOut, rowCount, figures)}.${ofOthers(totals, figures)}`;
}

/** Only one's own sales are known, so that what is out among the others is in another list. */
function ofOthers({ others, othersOut }: StockAnswer['totals'], figures: Formatter): string {
  if (others === 0) return '';
  const which = others === 1 ? 'product of others, whose' : 'products of others, whose';
  return ` Not counted: ${figures.units(others)} ${which} sales are not known${othersOut === 0 ? '' : `; ${figures.units(othersOut)} of them out of stock`}.`;
}

/** A digest tells these apart: what is out has no days left, and is no matter of running low. */
function outAmong(out: number, all: number, figures: Formatter): string {
  if (out === 0) return '';
  if (out === all) return all === 1 ? ', which is out of stock' : ', all of them out of stock';
  return `, ${figures.units(out)} of them out of stock`;
}

const NAMED = 3;

function changesSentence(answer: StockAnswer, whose: string, reader: Reader): string {
  const figures = reader.language.format;
  const { against, snapshot, rowCount, totals, appeared, gone } = answer;
  const day = figures.day(snapshot.businessDate);
  if (against.dayBefore === undefined) {
    return `The stock of ${day} is the first that is held; what changes can be told from the next day on.`;
  }
  const before = figures.day(against.dayBefore);
  const named = (what: string, { count, first }: NamedProducts) =>
    count === 0
      ? []
      : [
          `${what}: ${listInWords(
            first.map((id) => reader.products.label(id)),
            NAMED,
            count,
          )}.`,
        ];
  return [
    rowCount === 0
      ? `Nothing has changed in the stock of ${whose} between ${before} and ${day}.`
      : `The stock of *${figures.units(rowCount)}* of ${whose} changed between ${before} and ${day}: *${figures.change(totals.units - (totals.unitsBefore ?? 0))} units* altogether${newly(answer, figures)}.`,
    ...named('New in the stock', appeared),
    ...named('No longer in the stock', gone),
  ].join(' ');
}

/** " (−5 since Thu 19 Nov 2026)" */
function since({ totals, against }: StockAnswer, figures: Formatter): string {
  if (totals.unitsBefore === undefined || against.dayBefore === undefined) return '';
  return ` (${figures.change(totals.units - totals.unitsBefore)} since ${figures.day(against.dayBefore)})`;
}

function newly({ totals, against }: StockAnswer, figures: Formatter): string {
  if (totals.newlyOut === 0 || against.dayBefore === undefined) return '';
  return `, ${figures.units(totals.newlyOut)} of them newly out since ${figures.day(against.dayBefore)}`;
}

const NONE = '–';

function tableOf({ question, against, withoutSales, rows }: StockAnswer, reader: Reader): Table {
  const figures = reader.language.format;
  const withDay = against.dayBefore !== undefined;
  const number = (value: number, text = figures.units(value)): Cell => ({ value, text });
  const changed = (row: StockRow, earlier: number | undefined): Cell =>
    earlier === undefined ? NONE : number(row.stock - earlier, figures.change(row.stock - earlier));
  const right = (title: string): Column => ({ title, align: 'right' });
  const column: Readonly<Record<Figure, Column>> = {
    units: right('Units'),
    day: right('Change'),
    cover: right('Days'),
    stores: right('Stores'),
  };
  const left = new Set<Figure>([
    ...(withDay ? [] : ['day' as const]),
    ...(withoutSales ? ['cover' as const] : []),
  ]);
  const shown = ORDERS[question.kind].filter((figure) => !left.has(figure));
  const cells = (row: StockRow): Readonly<Record<Figure, Cell>> => ({
    units: number(row.stock),
    day: changed(row, row.dayBefore),
    cover: row.cover?.kind === 'days' ? coverCell(row.cover.days, figures) : NONE,
    stores: number(row.storesWithStock),
  });
  return {
    caption: { ...CAPTIONS, ...(withoutSales ? CAPTIONS_WITHOUT_SALES : {}) }[question.kind],
    columns: [{ title: 'Product', align: 'left' }, ...shown.map((figure) => column[figure])],
    rows: rows.map((row) => {
      const cell = cells(row);
      return [reader.products.label(row.productId), ...shown.map((figure) => cell[figure])];
    }),
  };
}

type Figure = 'units' | 'day' | 'cover' | 'stores';

/** What was asked for stands next to the name: a phone shows two or three columns. The week before is in the file. */
const ORDERS: Readonly<Record<StockAnswer['question']['kind'], readonly Figure[]>> = {
  products: ['units', 'cover', 'day', 'stores'],
  overview: ['units', 'cover', 'day', 'stores'],
  out: ['units', 'day', 'cover', 'stores'],
  low: ['cover', 'units', 'day', 'stores'],
  changes: ['day', 'units', 'cover', 'stores'],
};

function coverCell(days: number, figures: Formatter): Cell {
  const tenths = roundedDays(days, 1);
  return { value: tenths, text: figures.tenths(tenths) };
}

const CAPTIONS = {
  products: 'Stock of the products, in units',
  overview: 'Stock per product in units, what lasts shortest first',
  out: 'Products out of stock, those that sell most first',
  low: 'Products with few days of cover, the fewest first',
  changes: 'Stock that changed, the largest changes first',
} as const;

const CAPTIONS_WITHOUT_SALES = {
  overview: 'Stock per product in units, the fewest first',
  out: 'Products out of stock',
} as const;

const CHART_PRODUCTS = 10;

/** The largest changes as bars; other questions are read from the table. */
function changesChart({ question, rows }: StockAnswer, reader: Reader) {
  if (question.kind !== 'changes') return [];
  const shown = rows.slice(0, CHART_PRODUCTS);
  return chartBlocks({
    title: 'Largest changes of stock, in units',
    kind: 'bar',
    labels: shown.map(({ productId }) => reader.products.label(productId, 20)),
    along: 'Product',
    unit: 'Units',
    series: [{ name: 'Change', values: shown.map(({ stock, dayBefore }) => stock - (dayBefore ?? stock)) }],
  });
}
