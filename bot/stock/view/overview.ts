import type { AnswerReader } from '../../ask/reader.ts';
import type { Part } from '../../figures/report.ts';
import { escapeMrkdwn } from '../../slack/message.ts';
import type { StockAnswer } from '../answer.ts';
import { coverDays, roundedDays } from '../daysOfCover.ts';
import type { StockRow } from '../levels.ts';
import type { Section } from '../query.ts';
import { LOW_DAYS } from '../question.ts';
import { reorderOf } from '../reorder.ts';
import { stockWords } from '../words/words.ts';
import { orderText } from './reorder.ts';

/** Products that a section names; the table has the rest. */
const NAMED = 3;
const NAME_CHARACTERS = 40;

/** What is out, low, to order, falling, in fewer stores, rising and back, in this order; then whether anything has changed. */
export function sectionsOf(answer: StockAnswer, reader: AnswerReader): readonly Part[] {
  const words = stockWords(reader.language.t).overview;
  const { sections, totals, against, window } = answer;
  const { out, low, falls, lost, rises, back } = sections;
  const { dayBefore, weekAgo } = against;
  if (totals.products === 0) return [];
  const section = (
    heading: string,
    { count, top }: Section,
    figure: (row: StockRow) => string | undefined,
  ): Part[] => {
    if (count === 0) return [];
    const items = top.slice(0, NAMED).flatMap((row) => {
      const shown = figure(row);
      return shown === undefined ? [] : [`${nameOf(row, reader)}: *${shown}*`];
    });
    return [{ list: { heading, items, left: count - items.length } }];
  };
  const alone = (heading: string): Part => ({ list: { heading, items: [], left: 0 } });
  const { change } = reader.language.format;
  const newly =
    totals.newlyOut === 0 || dayBefore === undefined
      ? undefined
      : { count: totals.newlyOut, since: dayBefore.businessDate };
  const changed = ({ stock, dayBefore: before = 0 }: StockRow) => change(stock - before);
  const isNothingOut = out.count === 0 && low.count === 0;
  return [
    ...section(words.out(out.count, out.count === totals.products, newly), out, (row) =>
      row.out === undefined ? undefined : words.since(row.out.since, row.out.isEarliest),
    ),
    ...section(words.low(low.count, LOW_DAYS), low, ({ cover }) =>
      words.days(roundedDays(coverDays(cover) ?? 0, 1)),
    ),
    ...(isNothingOut
      ? [alone(window === undefined ? words.nothingOut : words.nothingOutOrLow(LOW_DAYS))]
      : []),
    ...orderSection(answer, reader),
    ...section(words.falls(falls.count), falls, changed),
    ...(weekAgo === undefined
      ? []
      : section(words.lost(lost.count, weekAgo.businessDate), lost, ({ storesWithStock, storesWeekAgo }) =>
          storesWeekAgo === undefined ? undefined : words.stores(storesWithStock, storesWeekAgo),
        )),
    ...section(words.rises(rises.count), rises, changed),
    ...section(words.back(back.count), back, ({ stock }) => words.inStock(stock)),
    ...(dayBefore === undefined
      ? [alone(words.first)]
      : totals.changed === 0
        ? [alone(words.unchanged(dayBefore.businessDate))]
        : []),
  ];
}

/** The orders with the earliest days, of equal ones those that sell most. */
export function orderSection({ sections, snapshot }: StockAnswer, reader: AnswerReader): readonly Part[] {
  const { count, top } = sections.orders;
  const items = top.slice(0, NAMED).flatMap((row) => {
    const order = reorderOf(row, snapshot.businessDate);
    return order === undefined ? [] : [`${nameOf(row, reader)}: *${orderText(order, reader)}*`];
  });
  if (items.length === 0) return [];
  const heading = stockWords(reader.language.t).overview.orders(count);
  return [{ list: { heading, items, left: count - items.length } }];
}

function nameOf({ productId }: StockRow, { products }: AnswerReader): string {
  return escapeMrkdwn(products.label(productId, NAME_CHARACTERS), NAME_CHARACTERS);
}
