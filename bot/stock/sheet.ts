import { fileNameOf, namesPart, periodPart, safePart } from '../ask/fileName.ts';
import type { Labels, Reader } from '../ask/reader.ts';
import { madeOf, type SheetContent } from '../ask/sheet.ts';
import type { Catalog } from '../language/language.ts';
import type { StockAnswer } from './answer.ts';
import type { StockRow } from './daysOfCover.ts';
import { coverDays, roundedDays } from './daysOfCover.ts';
import type { StockHistoryAnswer } from './reader/history.ts';

export function stockSheet(answer: StockAnswer, reader: Reader): SheetContent {
  const { products, language } = reader;
  const { rows, snapshot, withoutSales } = answer;
  return {
    name: fileNameOf(stockParts(answer, reader)),
    ...stockRows(rows, snapshot.businessDate, { names: products, withoutSales, t: language.t }),
  };
}

export function historySheet({ question, levels }: StockHistoryAnswer, reader: Reader): SheetContent {
  const { products, language } = reader;
  const { product, stock, fileName } = language.t.sheet;
  const named = question.productIds.map((id) => safePart(products.label(id)));
  return {
    name: fileNameOf([
      fileName.stock.products,
      ...namesPart(named, fileName),
      periodPart(question.days, fileName),
    ]),
    head: [product.id, product.name, stock.date, stock.units, stock.storesWithStock],
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
): Omit<SheetContent, 'name'> {
  const { product, stock } = t.sheet;
  return {
    head: [
      product.id,
      product.name,
      stock.date,
      stock.units,
      stock.unitsBefore,
      stock.unitsWeekAgo,
      ...(withoutSales ? [] : [stock.daysOfCover, stock.itemsSold]),
      stock.storesWithStock,
    ],
    rows: madeOf(rows, ({ productId, stock: units, dayBefore, weekAgo, cover, sold, storesWithStock }) => {
      const days = coverDays(cover);
      return [
        productId,
        names.nameOf(productId),
        day,
        units,
        dayBefore,
        weekAgo,
        ...(withoutSales ? [] : [days === undefined ? undefined : roundedDays(days, 3), sold]),
        storesWithStock,
      ];
    }),
  };
}

function stockParts({ question, snapshot }: StockAnswer, { products, language }: Reader): readonly string[] {
  const words = language.t.sheet.fileName;
  const day = snapshot.businessDate;
  if (question.kind === 'products') {
    return [
      words.stock.products,
      ...namesPart(
        question.productIds.map((id) => safePart(products.label(id))),
        words,
      ),
      day,
    ];
  }
  const days = 'days' in question ? [`${question.days}`] : [];
  const { ids = [], names = [] } = 'of' in question ? (question.of ?? {}) : {};
  const of = [...ids.map((id) => safePart(products.label(id))), ...names.map((name) => safePart(name.words))];
  return [
    words.stock[question.kind],
    ...days,
    ...namesPart(of, words),
    ...(question.scope === 'all' ? [words.all] : []),
    day,
  ];
}
