import type { AnswerReader, Labels } from '../../ask/reader.ts';
import { askWords } from '../../ask/words/words.ts';
import type { Column } from '../../figures/report.ts';
import type { Formatter } from '../../language/formatter.ts';
import type { Catalog } from '../../language/language.ts';
import type { Cell } from '../../slack/table.ts';
import { coverDays, roundedDays, type StockRow } from '../daysOfCover.ts';
import { reorderOf } from '../reorder.ts';
import { stockWords } from '../words/words.ts';

/** A figure of a product in Slack's table. */
export type Figure = 'units' | 'stores' | 'change' | 'cover' | 'since' | 'sold' | 'order' | 'packs' | 'by';

/** A phone has no room for longer names beside the figures. */
const NAME_CHARACTERS = 28;
const NONE = '–';

/** The columns of Slack's table: the product, and these figures of the stock of `day`. */
export function slackColumns(
  figures: readonly Figure[],
  day: string,
  { language: { t, format }, products, today }: AnswerReader,
): Column<StockRow>[] {
  const { columns } = stockWords(t).table;
  const order = (row: StockRow) => reorderOf(row, day);
  const kinds: Readonly<Record<Figure, Omit<Column<StockRow>, 'title'>>> = {
    units: { kind: 'count', of: ({ stock }) => stock },
    stores: { kind: 'count', of: ({ storesWithStock }) => storesWithStock },
    change: {
      kind: 'count',
      of: ({ stock, dayBefore }) => (dayBefore === undefined ? undefined : stock - dayBefore),
      shown: ({ stock, dayBefore }) =>
        dayBefore === undefined ? NONE : number(stock - dayBefore, format.change),
    },
    cover: {
      kind: 'decimal',
      of: ({ cover }) => coverDays(cover),
      shown: ({ cover }) => daysCell(coverDays(cover), format),
    },
    since: {
      kind: 'date',
      of: ({ out }) => out?.since,
      shown: ({ out }) =>
        out === undefined ? NONE : `${out.isEarliest ? '≤ ' : ''}${format.shortDay(out.since)}`,
    },
    sold: { kind: 'quantity', of: ({ sold }) => sold },
    order: { kind: 'count', of: (row) => order(row)?.quantity },
    packs: { kind: 'count', of: (row) => order(row)?.packs },
    by: {
      kind: 'date',
      of: (row) => order(row)?.by,
      shown(row) {
        const found = order(row);
        if (found === undefined) return NONE;
        return found.by <= today ? stockWords(t).now : format.shortDay(found.by);
      },
    },
  };
  return [
    {
      title: columns.product,
      kind: 'text',
      of: ({ productId }) => products.label(productId, NAME_CHARACTERS),
    },
    ...figures.map((figure) => ({ title: columns[figure], ...kinds[figure] })),
  ];
}

function number(value: number, text: (value: number) => string): Cell {
  return { value, text: text(value) };
}

function daysCell(days: number | undefined, format: Formatter): Cell {
  return days === undefined ? NONE : number(roundedDays(days, 1), format.tenths);
}

/** The columns of a file with the stock of `day`. Orders have theirs where a product has a lead time. */
export function fileColumns(
  rows: readonly StockRow[],
  day: string,
  { products, withoutSales, t }: FileFor,
): Column<StockRow>[] {
  const { product } = askWords(t).sheet;
  const words = stockWords(t).sheet;
  const count = (title: string, of: Column<StockRow>['of']) => ({ title, kind: 'count', of }) as const;
  const ofSales: Column<StockRow>[] = [
    {
      title: words.daysOfCover,
      kind: 'decimal',
      of: ({ cover }) => (cover?.kind === 'days' ? roundedDays(cover.days, 3) : undefined),
    },
    { title: words.itemsSold, kind: 'quantity', of: ({ sold }) => sold },
  ];
  const orders: Column<StockRow>[] = [
    count(words.orderQuantity, (row) => reorderOf(row, day)?.quantity),
    count(words.orderPacks, (row) => reorderOf(row, day)?.packs),
    { title: words.orderBy, kind: 'date', of: (row) => reorderOf(row, day)?.by },
  ];
  // The columns stay the same from day to day, whether or not there is something to order.
  const withOrders = !withoutSales && rows.some(({ supply }) => supply !== undefined);
  return [
    { title: product.id, kind: 'text', of: ({ productId }) => productId },
    { title: product.name, kind: 'text', of: ({ productId }) => products.nameOf(productId) },
    { title: words.date, kind: 'date', of: () => day },
    count(words.units, ({ stock }) => stock),
    count(words.unitsBefore, ({ dayBefore }) => dayBefore),
    count(words.unitsWeekAgo, ({ weekAgo }) => weekAgo),
    ...(withoutSales ? [] : ofSales),
    count(words.storesWithStock, ({ storesWithStock }) => storesWithStock),
    ...(withOrders ? orders : []),
  ];
}

export interface FileFor {
  readonly products: Pick<Labels, 'nameOf'>;
  readonly withoutSales: boolean;
  readonly t: Catalog;
}
