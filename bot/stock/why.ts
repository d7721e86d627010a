import type { Reader } from '../ask/reader.ts';
import { escapeMrkdwn } from '../slack/message.ts';
import type { StockAnswer } from './answer.ts';
import { roundedDays } from './daysOfCover.ts';
import type { StockRow } from './levels.ts';
import { LOW_DAYS } from './question.ts';
import { ORDER_DAYS, reorderOf } from './reorder.ts';
import { stockWords } from './words/words.ts';

/** Products whose order is calculated. */
const NAMED = 2;

/** The lines of "Why these numbers?", below a digest. */
export function whyLines(answer: StockAnswer, reader: Reader, seesSales: boolean): string[] {
  const words = stockWords(reader.language.t).why;
  const { totals, against, snapshot, sections, withoutSales, question, scope } = answer;
  const { takenAt, products, fellFrom } = snapshot;
  const orders = seesSales ? sections.orders.top : [];
  return [
    words.units(
      totals,
      [against.dayBefore, against.weekAgo].filter((each) => each !== undefined),
    ),
    ...(question.kind === 'overview' && scope === 'mine' ? [words.mine] : []),
    ...(fellFrom === undefined ? [] : [words.shorterList({ products, before: fellFrom })]),
    words.stores,
    words.out,
    ...(withoutSales ? [] : [coverLine(answer, reader)]),
    ...(seesSales ? exampleLines(answer, reader) : []),
    ...(sections.orders.count === 0 ? [] : [words.order(ORDER_DAYS)]),
    ...orders.slice(0, NAMED).flatMap((row) => orderLine(row, answer, reader)),
    words.read(takenAt, reader.timeZone),
  ];
}

function coverLine({ window }: StockAnswer, { language: { t, format } }: Reader): string {
  const words = stockWords(t).why;
  if (window === undefined) return words.noCover;
  const { daysKnown: days, missing } = window;
  return words.cover({ days, period: format.range(window), missing: format.days(missing) }, LOW_DAYS);
}

/** The calculation of days of cover for one product. */
function exampleLines({ sections, window }: StockAnswer, { language, products }: Reader): string[] {
  for (const { productId, stock, cover, sold } of sections.low.top) {
    if (window === undefined || cover?.kind !== 'days' || sold === undefined) continue;
    const name = escapeMrkdwn(products.label(productId), 80);
    const { restsOn } = cover;
    const sum = { stock, sold, restsOn, days: roundedDays(cover.days, 1) };
    return [stockWords(language.t).why.example(name, sum, restsOn < window.daysKnown)];
  }
  return [];
}

/** The calculation of what to order of a product. */
function orderLine(row: StockRow, { snapshot }: StockAnswer, { language, products }: Reader): string[] {
  const order = reorderOf(row, snapshot.businessDate);
  if (order === undefined) return [];
  const name = escapeMrkdwn(products.label(row.productId), 80);
  const { stock, sold = 0, cover } = row;
  const { t, format } = language;
  const sum = {
    ...order,
    stock: Math.max(0, stock),
    sold,
    restsOn: cover?.restsOn ?? 0,
    days: ORDER_DAYS,
    goneOn: format.day(order.goneOn),
    by: format.day(order.by),
  };
  return [stockWords(t).why.orderExample(name, sum)];
}
