import { addDays } from 'retail-data-client/calendar/calendar';
import type { AnswerReader } from '../../ask/reader.ts';
import type { Catalog } from '../../language/language.ts';
import { escapeMrkdwn } from '../../slack/message.ts';
import type { StockAnswer } from '../answer.ts';
import { type CoverWindow, coverDays, roundedDays } from '../daysOfCover.ts';
import type { StockRow } from '../levels.ts';
import { reorderOf } from '../reorder.ts';
import { storesWithout } from '../storesWithout.ts';
import { stockWords } from '../words/words.ts';
import { orderText } from './reorder.ts';

/** What sells so slowly runs out on a day that nobody plans for. */
const MOST_DAYS = 365;

/** One product in full: its stock, or since when there is none; what to order, changes, days of cover, stores without it. */
export function productLines(answer: StockAnswer, row: StockRow, reader: AnswerReader): readonly string[] {
  const { t } = reader.language;
  const words = stockWords(t);
  const day = answer.snapshot.businessDate;
  const name = escapeMrkdwn(reader.products.label(row.productId));
  const { out, stock, storesWithStock } = row;
  const order = reorderOf(row, day);
  return [
    out === undefined
      ? words.product.sentence(name, stock, storesWithStock, day, goneText(row, answer, reader))
      : words.product.out(name, words.overview.since(out.since, out.isEarliest)),
    ...(order === undefined ? [] : [words.product.order(orderText(order, reader))]),
    ...changes(row, answer, t),
    ...cover(row, answer, t),
    ...elsewhere(row, answer, t),
    ...lost(row, answer, t),
    ...trend(answer, t),
  ];
}

/** Of several products, the one whose stock runs out first. */
export function firstGoneLine(answer: StockAnswer, reader: AnswerReader): readonly string[] {
  const days = ({ cover: lasts }: StockRow) => coverDays(lasts) ?? Number.POSITIVE_INFINITY;
  const [first] = answer.rows
    .filter(({ stock }) => stock > 0)
    .toSorted((one, other) => days(one) - days(other));
  const gone = first && goneText(first, answer, reader);
  if (first === undefined || gone === undefined) return [];
  const { product } = stockWords(reader.language.t);
  return [product.firstGone(escapeMrkdwn(reader.products.label(first.productId)), gone)];
}

/** The day on which a product in stock runs out, unless that is far off. */
function goneText(
  { stock, cover: lasts }: StockRow,
  { snapshot }: StockAnswer,
  { language, today }: AnswerReader,
): string | undefined {
  const days = coverDays(lasts);
  if (stock <= 0 || days === undefined || days > MOST_DAYS) return undefined;
  const gone = addDays(snapshot.businessDate, Math.floor(days));
  return language.format.rangeInHeading({ from: gone, to: gone }, today);
}

function changes({ stock, dayBefore, weekAgo }: StockRow, { against }: StockAnswer, t: Catalog): string[] {
  const found = [
    { before: dayBefore, since: against.dayBefore },
    { before: weekAgo, since: against.weekAgo },
  ].flatMap(({ before, since }) =>
    before === undefined || since === undefined ? [] : [{ by: stock - before, since: since.businessDate }],
  );
  return found.length === 0 ? [] : [stockWords(t).product.changes(found)];
}

/** How many stores had it a week ago, where these were more. */
function lost(
  { storesWithStock, storesWeekAgo = 0 }: StockRow,
  { against }: StockAnswer,
  t: Catalog,
): string[] {
  const since = against.weekAgo?.businessDate;
  if (since === undefined || storesWeekAgo <= storesWithStock) return [];
  return [stockWords(t).product.lost(storesWithStock, storesWeekAgo, since)];
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

function trend({ trend: found }: StockAnswer, t: Catalog): string[] {
  return found === undefined ? [] : [stockWords(t).product.trend(found)];
}
