import type { Reader } from '../../ask/reader.ts';
import type { Catalog, Language } from '../../language/language.ts';
import { context, escapeMrkdwn, type Message, section, withoutMarks } from '../../slack/message.ts';
import { type Table, topRows } from '../../slack/table.ts';
import type { StockAnswer } from '../answer.ts';
import { type CoverWindow, roundedDays, type StockRow } from '../daysOfCover.ts';
import type { ProductDetail } from '../reader/figures.ts';
import { storesWithout } from '../storesWithout.ts';
import { stockWords } from '../words/words.ts';
import { unitsChart } from './unitsChart.ts';

/** One product in full: its stock, changes, days of cover, and stores without it. */
export function stockProductMessage(
  answer: StockAnswer,
  row: StockRow,
  detail: ProductDetail,
  reader: Reader,
): Message {
  const { t } = reader.language;
  const sentence = [
    stockWords(t).product.sentence(
      escapeMrkdwn(reader.products.label(row.productId)),
      row.stock,
      row.storesWithStock,
      answer.snapshot.businessDate,
    ),
    ...notThere(answer, reader),
  ].join(' ');
  const lines = [
    ...changes(row, answer, t),
    ...cover(row, answer, t),
    ...elsewhere(row, answer, t),
    ...trend(detail, t),
  ];
  const drawn = unitsChart(unitsOf(detail), reader);
  const isEnough = reader.rendering === 'dataTable' && drawn.length > 0;
  return {
    text: withoutMarks([sentence, ...lines].join(' ')),
    blocks: [
      section(sentence),
      ...(lines.length === 0 ? [] : [section(lines.map((line) => `• ${line}`).join('\n'))]),
      ...drawn,
      ...(isEnough ? [] : topRows(historyTable(detail, reader.language), reader.rendering).blocks),
      context(sources(answer, t).join(' · ')),
    ],
  };
}

const MAX_NAMED = 10;

/** Lists the question's products that aren't in the stock list. */
export function notThere({ unknown }: StockAnswer, { products, language }: Reader): string[] {
  if (unknown.length === 0) return [];
  const names = unknown.slice(0, MAX_NAMED).map((id) => escapeMrkdwn(products.label(id), 80));
  return [stockWords(language.t).notThere({ names, left: unknown.length - names.length })];
}

/** Undefined where `before` or `since` is. */
export function changeSince(units: number, before: number | undefined, since: string | undefined) {
  return before === undefined || since === undefined ? undefined : { by: units - before, since };
}

function changes({ stock, dayBefore, weekAgo }: StockRow, { against }: StockAnswer, t: Catalog): string[] {
  const found = [
    changeSince(stock, dayBefore, against.dayBefore),
    changeSince(stock, weekAgo, against.weekAgo),
  ].filter((change) => change !== undefined);
  return found.length === 0 ? [] : [stockWords(t).product.changes(found)];
}

function cover({ cover: lasts, sold, stock }: StockRow, { window }: StockAnswer, t: Catalog): string[] {
  const words = stockWords(t).product;
  if (window === undefined || stock <= 0) return [];
  if (lasts === undefined) return [words.othersSales];
  const behind = daysBehind(lasts.restsOn, window);
  return [
    lasts.kind === 'days'
      ? words.lasts(roundedDays(lasts.days, 1), behind, sold ?? 0)
      : words.noCover[lasts.reason](behind),
  ];
}

/** The days whose sales were used: fewer than the window's for a new product, or while some aren't stored. */
function daysBehind(restsOn: number, { daysKnown, missing, from }: CoverWindow) {
  const kind = restsOn < daysKnown ? 'new' : missing.length === 0 ? 'all' : 'read';
  return { days: restsOn, kind, from } as const;
}

/** The service gives the number of stores that have a product, not which. */
function elsewhere({ storesWithStock }: StockRow, { stores }: StockAnswer, t: Catalog): string[] {
  const without =
    stores === undefined ? undefined : storesWithout(storesWithStock, stores.open, stores.others);
  if (without === undefined) return [];
  return [stockWords(t).product.elsewhere(without.atLeast, without.atMost, without.openStores)];
}

function trend({ trend: sold }: ProductDetail, t: Catalog): string[] {
  if (sold === undefined || sold.items.kind === 'none') return [];
  const { holidays, missing } = sold.items;
  const without = { holidays: holidays.length > 0, missing: missing.length > 0 };
  return [stockWords(t).product.trend(sold.items, sold.to, without)];
}

function unitsOf({ history }: ProductDetail) {
  return history.map(({ businessDate, stock }) => ({ businessDate, units: stock }));
}

/** The latest day first, where Slack draws no chart. A single day is already in the sentence. */
function historyTable({ history }: ProductDetail, { t, format }: Language): Table {
  const { caption, columns } = stockWords(t).product.table;
  return {
    caption,
    columns: [
      { title: columns.day, align: 'left' },
      { title: columns.units, align: 'right' },
    ],
    rows:
      history.length < 2
        ? []
        : history
            .toReversed()
            .map(({ businessDate, stock }) => [
              format.day(businessDate),
              { value: stock, text: format.units(stock) },
            ]),
  };
}

function sources({ snapshot, totals, withoutSales, window }: StockAnswer, t: Catalog): string[] {
  const words = stockWords(t).source;
  return [
    words.of(snapshot.businessDate, escapeMrkdwn(totals.updatedTime, 20)),
    words.allStores,
    ...(withoutSales ? [] : [window === undefined ? words.noSales : words.salesUpTo(window.to)]),
  ];
}
