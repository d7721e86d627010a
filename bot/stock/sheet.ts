import { fileNameOf, namesPart, periodPart, safePart } from '../ask/fileName.ts';
import type { Labels, Reader } from '../ask/reader.ts';
import { askWords } from '../ask/words/words.ts';
import { column, madeOf, type SheetContent } from '../figures/sheet.ts';
import type { Catalog } from '../language/language.ts';
import type { Chosen } from '../parse/selection.ts';
import type { StockAnswer } from './answer.ts';
import { coverDays, roundedDays, type StockRow } from './daysOfCover.ts';
import type { StockHistoryAnswer } from './reader/history.ts';
import { reorderOf } from './reorder.ts';
import { stockWords } from './words/words.ts';

export function stockSheet(answer: StockAnswer, reader: Reader): SheetContent {
  const { products, language } = reader;
  const { rows, snapshot, withoutSales } = answer;
  return {
    name: fileNameOf(stockParts(answer, reader)),
    asOf: stockWords(language.t).source.of(snapshot.businessDate, answer.totals.updatedTime),
    ...stockRows(rows, snapshot.businessDate, { names: products, withoutSales, t: language.t }),
  };
}

export function historySheet({ question, levels }: StockHistoryAnswer, reader: Reader): SheetContent {
  const { products, language } = reader;
  const { t } = language;
  const { product } = askWords(t).sheet;
  const stock = stockWords(t).sheet;
  const named = question.selection.product.ids.map((id) => safePart(products.label(id)));
  return {
    name: fileNameOf([stockWords(t).fileName.products, ...namesPart(named, t), periodPart(question.days, t)]),
    asOf: stockWords(t).source.of(
      levels.reduce((latest, { businessDate }) => (businessDate > latest ? businessDate : latest), ''),
      '',
    ),
    columns: [
      column.text(product.id),
      column.text(product.name),
      column.date(stock.date),
      column.count(stock.units),
      column.count(stock.storesWithStock),
    ],
    rows: madeOf(levels, (level) => [
      level.productId,
      products.nameOf(level.productId),
      level.businessDate,
      level.stock,
      level.storesWithStock,
    ]),
  };
}

/** The rows of an answer or a digest, for a file. */
export function stockRows(
  rows: readonly StockRow[],
  day: string,
  {
    names,
    withoutSales,
    t,
  }: { readonly names: Pick<Labels, 'nameOf'>; readonly withoutSales: boolean; readonly t: Catalog },
): Pick<SheetContent, 'columns' | 'rows'> {
  const { product } = askWords(t).sheet;
  const stock = stockWords(t).sheet;
  // The columns stay the same from day to day, whether or not there is something to order.
  const withOrders = !withoutSales && rows.some(({ supply }) => supply !== undefined);
  return {
    columns: [
      column.text(product.id),
      column.text(product.name),
      column.date(stock.date),
      column.count(stock.units),
      column.count(stock.unitsBefore),
      column.count(stock.unitsWeekAgo),
      ...(withoutSales ? [] : [column.decimal(stock.daysOfCover), column.quantity(stock.itemsSold)]),
      column.count(stock.storesWithStock),
      ...(withOrders
        ? [column.count(stock.orderQuantity), column.count(stock.orderPacks), column.date(stock.orderBy)]
        : []),
    ],
    rows: madeOf(rows, (row) => {
      const { productId, stock: units, dayBefore, weekAgo, cover, sold, storesWithStock } = row;
      const days = coverDays(cover);
      const order = withOrders ? reorderOf(row, day) : undefined;
      return [
        productId,
        names.nameOf(productId),
        day,
        units,
        dayBefore,
        weekAgo,
        ...(withoutSales ? [] : [days === undefined ? undefined : roundedDays(days, 3), sold]),
        storesWithStock,
        ...(withOrders ? [order?.quantity, order?.packs, order?.by] : []),
      ];
    }),
  };
}

function stockParts({ question, snapshot }: StockAnswer, { products, language }: Reader): readonly string[] {
  const { t } = language;
  const words = stockWords(t).fileName;
  const day = snapshot.businessDate;
  if (question.kind === 'products') {
    return [
      words.products,
      ...namesPart(
        question.selection.product.ids.map((id) => safePart(products.label(id))),
        t,
      ),
      day,
    ];
  }
  const days = 'units' in question ? [`${question.units}`] : 'days' in question ? [`${question.days}`] : [];
  const named = ({ ids, names }: Chosen) => [
    ...ids.map((id) => safePart(products.label(id))),
    ...names.map((name) => safePart(name.words)),
  ];
  const without = named(question.selection.without.product);
  return [
    words[question.kind],
    ...days,
    ...namesPart(named(question.selection.product), t),
    ...(without.length === 0 ? [] : [words.without, ...namesPart(without, t)]),
    ...(question.scope === 'all' ? [words.all] : []),
    day,
  ];
}
