import type { Formatter } from '../language/formatter.ts';
import { type NoCover, roundedDays } from '../questions/daysOfCover.ts';
import type { CoverWindow, ProductDetail, StockAnswer, StockRow } from '../questions/stockAnswer.ts';
import { storesWithout } from '../questions/storesWithout.ts';
import { context, escapeMrkdwn, type Message, section } from '../slack/message.ts';
import { chartBlocks } from './chart.ts';
import { listInWords, withoutMarks } from './phrases.ts';
import type { Reader } from './reader.ts';
import { type Table, topRows } from './table.ts';

/** One product in full: how much there is, how it moved, how long it lasts, where it is not. */
export function stockProductMessage(
  answer: StockAnswer,
  row: StockRow,
  detail: ProductDetail,
  reader: Reader,
): Message {
  const figures = reader.language.format;
  const name = escapeMrkdwn(reader.products.label(row.productId));
  const sentence = `Product ${name}: *${figures.counted(row.stock, 'unit')}* in ${figures.counted(row.storesWithStock, 'store')} on ${figures.day(answer.snapshot.businessDate)}.${notThere(answer, reader)}`;
  const lines = [
    ...changes(row, answer, figures),
    ...cover(row, answer, figures),
    ...elsewhere(row, answer, figures),
    ...trend(detail, figures),
  ];
  const drawn = reader.rendering === 'dataTable' ? historyChart(detail, figures) : [];
  return {
    text: withoutMarks([sentence, ...lines].join(' ')),
    blocks: [
      section(sentence),
      ...(lines.length === 0 ? [] : [section(lines.map((line) => `• ${line}`).join('\n'))]),
      ...drawn,
      ...(drawn.length > 0 ? [] : topRows(historyTable(detail, figures), reader.rendering).blocks),
      context(sources(answer, figures).join(' · ')),
    ],
  };
}

export function notThere({ unknown }: StockAnswer, reader: Reader): string {
  return unknown.length === 0
    ? ''
    : ` Not in the stock: ${listInWords(
        unknown.map((id) => reader.products.label(id)),
        10,
      )}.`;
}

function changes(
  { stock, dayBefore, weekAgo }: StockRow,
  { against }: StockAnswer,
  figures: Formatter,
): string[] {
  const parts = [
    dayBefore === undefined || against.dayBefore === undefined
      ? []
      : [`${figures.change(stock - dayBefore)} since ${figures.day(against.dayBefore)}`],
    weekAgo === undefined || against.weekAgo === undefined
      ? []
      : [`${figures.change(stock - weekAgo)} since ${figures.day(against.weekAgo)}`],
  ].flat();
  return parts.length === 0 ? [] : [`Units ${parts.join(', ')}.`];
}

function cover(
  { cover: lasts, sold, stock }: StockRow,
  { window }: StockAnswer,
  figures: Formatter,
): string[] {
  if (window === undefined || stock <= 0) return [];
  if (lasts === undefined) return ['It is not among your own sales, so nobody can say how long it lasts.'];
  const days = daysBehind(lasts.restsOn, window, figures);
  if (lasts.kind === 'days') {
    return [
      `Lasts *${figures.tenths(roundedDays(lasts.days, 1))} days* at the pace of ${days} (${figures.counted(sold ?? 0, 'item')} sold).`,
    ];
  }
  return [NO_COVER[lasts.reason](days)];
}

/** The days that were divided by: fewer than the window has for a new product, or while some are not read. */
function daysBehind(restsOn: number, { daysKnown, missing, from }: CoverWindow, figures: Formatter): string {
  const days = figures.counted(restsOn, 'day');
  if (restsOn < daysKnown) return `the ${days} of sales since its first one`;
  return missing.length === 0
    ? `the last ${days}`
    : `the ${days} of sales that are read since ${figures.day(from)}`;
}

const NO_COVER: Readonly<Record<NoCover, (days: string) => string>> = {
  daysMissing: () => 'No day of sales has been read yet to tell how long it lasts.',
  noSales: (days) => `None was sold in ${days}, so nobody can say how long it lasts.`,
  returnsExceedSales: (days) =>
    `As much came back as was sold in ${days}, so nobody can say how long it lasts.`,
};

/** The service gives how many stores have a product, not which. */
function elsewhere({ storesWithStock }: StockRow, { stores }: StockAnswer, figures: Formatter): string[] {
  const without =
    stores === undefined ? undefined : storesWithout(storesWithStock, stores.open, stores.others);
  if (without === undefined) return [];
  const { atLeast, atMost, openStores } = without;
  const count =
    atLeast === atMost ? figures.units(atLeast) : `${figures.units(atLeast)} to ${figures.units(atMost)}`;
  return [
    `${count} of ${figures.counted(openStores, 'open store')} have none; the service does not tell which.`,
  ];
}

function trend({ trend: sold }: ProductDetail, figures: Formatter): string[] {
  if (sold === undefined || sold.items.kind === 'none') return [];
  const { recent, usual, percent, recentDays, holidays, missing } = sold.items;
  const against =
    percent === undefined
      ? `usual on these weekdays: ${figures.tenths(usual)}`
      : `${figures.percentChange(percent)} against the same weekdays before`;
  const without = [...holidays.map(() => 'holidays'), ...missing.map(() => 'days not read yet')];
  const left = without.length === 0 ? '' : ` (without ${[...new Set(without)].join(' and ')})`;
  return [
    `Sold ${figures.counted(recent, 'item')} on the last ${figures.counted(recentDays, 'day')} up to ${figures.day(sold.to)}: ${against}${left}.`,
  ];
}

function historyChart({ history }: ProductDetail, figures: Formatter) {
  return chartBlocks({
    title: 'Units in stock',
    kind: 'line',
    labels: history.map(({ businessDate }) => figures.shortDay(businessDate)),
    along: 'Day',
    unit: 'Units',
    series: [{ name: 'Units', values: history.map(({ stock }) => stock) }],
  });
}

/** The newest first, for whose Slack draws no chart; one day alone is in the sentence already. */
function historyTable({ history }: ProductDetail, figures: Formatter): Table {
  return {
    caption: 'Units in stock per day',
    columns: [
      { title: 'Day', align: 'left' },
      { title: 'Units', align: 'right' },
    ],
    rows:
      history.length < 2
        ? []
        : history
            .toReversed()
            .map(({ businessDate, stock }) => [
              figures.day(businessDate),
              { value: stock, text: figures.units(stock) },
            ]),
  };
}

function sources({ snapshot, updatedTime, withoutSales, window }: StockAnswer, figures: Formatter): string[] {
  return [
    `stock of ${figures.day(snapshot.businessDate)}${updatedTime === '' ? '' : `, updated ${escapeMrkdwn(updatedTime, 20)}`}`,
    'units in all stores together',
    ...(withoutSales
      ? []
      : window === undefined
        ? ['no sales are held yet to tell days of cover from']
        : [`sales up to ${figures.day(window.to)}`]),
  ];
}
