import { fileNameOf, periodPart, selectionParts } from '../ask/fileName.ts';
import type { Reader } from '../ask/reader.ts';
import { askWords } from '../ask/words/words.ts';
import { type Column, fileRows } from '../figures/report.ts';
import type { SheetContent } from '../figures/sheet.ts';
import type { StockAnswer } from './answer.ts';
import type { DayLevel } from './levels.ts';
import type { StoredStockAnswer } from './read/figures.ts';
import type { StockHistoryAnswer } from './read/history.ts';
import { askedOf } from './slots.ts';
import { type FileFor, fileColumns } from './view/columns.ts';
import { withoutSeconds } from './view/report.ts';
import { stockWords } from './words/words.ts';

export function stockSheet(answer: StockAnswer, reader: Reader): SheetContent {
  const { products, language } = reader;
  return {
    name: fileNameOf(stockParts(answer, reader)),
    ...stockRows(answer, { products, t: language.t }),
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
  const columns: Column<DayLevel>[] = [
    { title: product.id, kind: 'text', of: ({ productId }) => productId },
    { title: product.name, kind: 'text', of: ({ productId }) => products.nameOf(productId) },
    { title: words.date, kind: 'date', of: ({ businessDate }) => businessDate },
    { title: words.units, kind: 'count', of: ({ stock }) => stock },
    { title: words.storesWithStock, kind: 'count', of: ({ storesWithStock }) => storesWithStock },
  ];
  return {
    name: fileNameOf([
      stockWords(t).fileName.products,
      ...selectionParts(question.selection, reader),
      periodPart(question.days, t),
    ]),
    asOf: stockWords(t).source.of(
      levels.reduce((latest, { businessDate }) => (businessDate > latest ? businessDate : latest), ''),
      '',
    ),
    ...fileRows(columns, levels),
  };
}

function stockParts({ question, snapshot }: StockAnswer, reader: Reader): readonly string[] {
  const words = stockWords(reader.language.t).fileName;
  const asked = askedOf(question);
  const number = Object.values(asked).find((each) => typeof each === 'number');
  return [
    words[question.kind],
    ...(number === undefined ? [] : [String(number)]),
    ...selectionParts(question.selection, reader),
    ...(asked.all === true ? [words.all] : []),
    snapshot.businessDate,
  ];
}
