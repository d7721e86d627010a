import { fileNameOf, namesPart, periodPart, safePart } from '../ask/fileName.ts';
import { madeOf, type SheetContent } from '../ask/sheet.ts';
import type { DigestProduct } from '../digest/stockDigest.ts';
import type { Catalog } from '../language/language.ts';
import { roundedDays } from '../questions/daysOfCover.ts';
import type { StockAnswer } from '../questions/stockAnswer.ts';
import type { StockHistoryAnswer } from '../questions/stockHistoryAnswer.ts';
import type { Labels, Reader } from '../views/reader.ts';

export function stockSheet(answer: StockAnswer, reader: Reader): SheetContent {
  const { products, language } = reader;
  const { snapshot, withoutSales } = answer;
  const rows = answer.rows.map((row) => ({
    ...row,
    days: row.cover?.kind === 'days' ? row.cover.days : undefined,
  }));
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

type StockSheetRow = Pick<
  DigestProduct,
  'productId' | 'stock' | 'dayBefore' | 'weekAgo' | 'sold' | 'storesWithStock'
> & {
  /** Days of cover. */
  readonly days: number | undefined;
};

/** Products of a day's stock, of an answer or a digest. */
export function stockRows(
  rows: readonly StockSheetRow[],
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
    rows: madeOf(rows, (row) => [
      row.productId,
      names.nameOf(row.productId),
      day,
      row.stock,
      row.dayBefore,
      row.weekAgo,
      ...(withoutSales ? [] : [row.days === undefined ? undefined : roundedDays(row.days, 3), row.sold]),
      row.storesWithStock,
    ]),
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
