import { fileNameOf, namesPart, periodPart, safePart } from '../ask/fileName.ts';
import type { Reader } from '../ask/reader.ts';
import { askWords } from '../ask/words/words.ts';
import { type Column, fileRows } from '../figures/report.ts';
import type { SheetContent } from '../figures/sheet.ts';
import type { Chosen } from '../parse/selection.ts';
import type { StockAnswer } from './answer.ts';
import type { DayLevel } from './levels.ts';
import type { StoredStockAnswer } from './read/figures.ts';
import type { StockHistoryAnswer } from './read/history.ts';
import { type FileFor, fileColumns } from './view/columns.ts';
import { withoutSeconds } from './view/report.ts';
import { stockWords } from './words/words.ts';

export function stockSheet(answer: StockAnswer, { products, language: { t } }: Reader): SheetContent {
  return {
    name: fileNameOf(stockParts(answer, { products, t })),
    ...stockRows(answer, { products, t }),
  };
}

/** The rows of an answer or a digest. */
export function stockRows(
  { rows, snapshot, totals, withoutSales }: StoredStockAnswer,
  of: Omit<FileFor, 'withoutSales'>,
): Pick<SheetContent, 'asOf' | 'columns' | 'rows'> {
  const day = snapshot.businessDate;
  return {
    asOf: stockWords(of.t).source.of(day, withoutSeconds(totals.updatedTime)),
    ...fileRows(fileColumns(rows, day, { ...of, withoutSales }), rows),
  };
}

export function historySheet({ question, levels }: StockHistoryAnswer, reader: Reader): SheetContent {
  const { products, language } = reader;
  const { t } = language;
  const { product } = askWords(t).sheet;
  const words = stockWords(t).sheet;
  const named = question.selection.product.ids.map((id) => safePart(products.label(id)));
  const columns: Column<DayLevel>[] = [
    { title: product.id, kind: 'text', of: ({ productId }) => productId },
    { title: product.name, kind: 'text', of: ({ productId }) => products.nameOf(productId) },
    { title: words.date, kind: 'date', of: ({ businessDate }) => businessDate },
    { title: words.units, kind: 'count', of: ({ stock }) => stock },
    { title: words.storesWithStock, kind: 'count', of: ({ storesWithStock }) => storesWithStock },
  ];
  return {
    name: fileNameOf([stockWords(t).fileName.products, ...namesPart(named, t), periodPart(question.days, t)]),
    asOf: stockWords(t).source.of(
      levels.reduce((latest, { businessDate }) => (businessDate > latest ? businessDate : latest), ''),
      '',
    ),
    ...fileRows(columns, levels),
  };
}

function stockParts(
  { question, snapshot }: StockAnswer,
  { products, t }: Pick<Reader, 'products'> & Pick<FileFor, 't'>,
): readonly string[] {
  const words = stockWords(t).fileName;
  const day = snapshot.businessDate;
  const named = ({ ids, names }: Chosen) => [
    ...ids.map((id) => safePart(products.label(id))),
    ...names.map((name) => safePart(name.words)),
  ];
  const { product, without } = question.selection;
  const left = named(without.product);
  const days = 'units' in question ? [`${question.units}`] : 'days' in question ? [`${question.days}`] : [];
  return [
    words[question.kind],
    ...days,
    ...namesPart(named(product), t),
    ...(left.length === 0 ? [] : [words.without, ...namesPart(left, t)]),
    ...('scope' in question && question.scope === 'all' ? [words.all] : []),
    day,
  ];
}
