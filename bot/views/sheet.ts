import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { CSV_STYLE, type CsvStyle, type CsvValue, csvLine } from 'retail-data-client/csv/csv';
import type { Catalog } from '../language/language.ts';
import type { LanguageCode } from '../language/locale.ts';
import { isInTime } from '../parser/groupings.ts';
import type { Answer } from '../questions/answer.ts';
import { coverDays, roundedDays } from '../questions/daysOfCover.ts';
import { isInColumns } from '../questions/sales.ts';
import type { ComparisonAnswer, SalesAnswer, SideSum } from '../questions/salesAnswer.ts';
import type { StockAnswer, StockRow } from '../questions/stockAnswer.ts';
import type { StockHistoryAnswer } from '../questions/stockHistoryAnswer.ts';
import type { StoresAnswer } from '../questions/stores.ts';
import type { SalesGroupSum } from '../sales/reader.ts';
import { fileNameOf } from './fileName.ts';
import { groupCells, rowCells, rowsInWords } from './groupings.ts';
import type { Labels, Reader } from './reader.ts';
import { shareOfTotal, sideName } from './sales.ts';

/** A file with every row of an answer, as a spreadsheet of the reader's country opens it. */
export interface Sheet {
  readonly fileName: string;
  readonly text: string;
  readonly rows: number;
}

/** Exact figures, one row each: litres to the millilitre, days as yyyy-MM-dd, nothing rounded. */
export function sheetOf(answer: Answer, reader: Reader): Promise<Sheet> {
  const content = { name: fileNameOf(answer, reader), ...contentOf(answer, reader) };
  return sheetFrom(content, reader.language.code);
}

/** Some milliseconds of work: 66,000 rows at once would hold up everything for a quarter of a second. */
const ROWS_A_TURN = 500;

/** A file of these rows, the head first; written piece by piece, so that nobody waits for it. */
export async function sheetFrom({ name, head, rows }: SheetContent, language: LanguageCode): Promise<Sheet> {
  const style = styleOf(language);
  // The mark before the first line is how every Excel knows that letters beyond a to z follow.
  const pieces = [`\uFEFF${csvLine(head, style)}`];
  let count = 0;
  let lines: string[] = [];
  for (const row of rows) {
    lines.push(csvLine(row, style));
    count += 1;
    if (count % ROWS_A_TURN > 0) continue;
    pieces.push(lines.join(''));
    lines = [];
    await yieldToEventLoop();
  }
  return { fileName: `${name}.csv`, text: [...pieces, ...lines].join(''), rows: count };
}

function styleOf(language: LanguageCode): CsvStyle {
  return CSV_STYLE[language === 'nb' ? 'norwegian' : 'international'];
}

export interface SheetContent {
  readonly name: string;
  readonly head: readonly string[];
  /** Made one by one as they are written. */
  readonly rows: Iterable<readonly CsvValue[]>;
}

/** Rows of cells as they are asked for, not all at once. */
export function* madeOf<Row>(
  rows: readonly Row[],
  cellsOf: (row: Row) => readonly CsvValue[],
): Generator<readonly CsvValue[]> {
  for (const row of rows) yield cellsOf(row);
}

type Rows = Omit<SheetContent, 'name'>;

function contentOf(answer: Answer, reader: Reader): Rows {
  switch (answer.about) {
    case 'stock':
      return stockContent(answer, reader);
    case 'stockHistory':
      return historyContent(answer, reader);
    case 'sales':
      return salesContent(answer, reader);
    case 'comparison':
      return comparisonContent(answer, reader);
    case 'stores':
      return storesContent(answer, reader.language.t);
  }
}

function stockContent(answer: StockAnswer, { products, language }: Reader): Rows {
  const { rows, snapshot, withoutSales } = answer;
  return stockRows(rows, snapshot.businessDate, { names: products, withoutSales, t: language.t });
}

function historyContent({ levels }: StockHistoryAnswer, { products, language: { t } }: Reader): Rows {
  const { product, stock } = t.sheet;
  return {
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

/** Products of a day's stock, of an answer or a digest. */
export function stockRows(
  rows: readonly StockRow[],
  day: string,
  {
    names,
    withoutSales,
    t,
  }: { readonly names: Pick<Labels, 'nameOf'>; readonly withoutSales: boolean; readonly t: Catalog },
): Rows {
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

function salesContent(answer: SalesAnswer, reader: Reader): Rows {
  const { question, days } = answer;
  const words = reader.language.t.sheet.sales;
  const { of } = question.sides ?? {};
  const inColumns = isInColumns(question);
  const withSides = of !== undefined && ((of === question.by && question.and === undefined) || inColumns);
  const rows = withSides
    ? (answer.sides ?? []).flatMap((side) => {
        const name = sideName(side, of, reader);
        const groups = inColumns ? everyGroup(side, answer) : side.groups;
        return groups.map((group) => ({ side: [name], group }));
      })
    : answer.groups.map((group) => ({ side: [], group }));
  return {
    head: [
      ...(withSides ? [words.side] : []),
      ...rowsInWords(question, reader.language.t).columns,
      words.litres,
      ...(question.share === true ? [words.share] : []),
      words.items,
      words.returnedLitres,
      words.returnedItems,
      words.rows,
    ],
    rows: madeOf(rows, ({ side, group }) => [
      ...side,
      ...rowCells(group, question, days, reader),
      group.millilitres / 1000,
      ...(question.share === true ? [shareOfTotal(group, answer)] : []),
      group.quantity,
      group.returnedMillilitres / 1000,
      group.returnedQuantity,
      group.rows,
    ]),
  };
}

/** A row for each day or week of the answer, also where a side sold nothing. */
function everyGroup({ groups }: SideSum, answer: SalesAnswer): readonly SalesGroupSum[] {
  const sold = new Map(groups.map((group) => [group.key, group]));
  return answer.groups.map(({ key }) => sold.get(key) ?? { key, ...NOTHING_SOLD });
}

const NOTHING_SOLD = {
  rows: 0,
  millilitres: 0,
  quantity: 0,
  returnedMillilitres: 0,
  returnedQuantity: 0,
} as const;

function comparisonContent(answer: ComparisonAnswer, reader: Reader): Rows {
  const { question, now, before, groups } = answer;
  const byPlace = isInTime(question.by);
  const words = reader.language.t.sheet.sales;
  const keys = reader.language.t.groupings[question.by].columns;
  return {
    head: [
      ...keys,
      ...(byPlace ? keys.map(words.before) : []),
      words.litres,
      words.before(words.litres),
      words.items,
      words.before(words.items),
    ],
    rows: madeOf(groups, (group) => [
      ...groupCells(question.by, group.key, now.days, reader),
      ...(byPlace ? groupCells(question.by, group.keyBefore ?? '–', before.days, reader) : []),
      (group.now?.millilitres ?? 0) / 1000,
      (group.before?.millilitres ?? 0) / 1000,
      group.now?.quantity ?? 0,
      group.before?.quantity ?? 0,
    ]),
  };
}

function storesContent({ stores }: StoresAnswer, { sheet }: Catalog): Rows {
  const words = sheet.stores;
  return {
    head: [
      sheet.store.id,
      sheet.store.name,
      words.status,
      words.street,
      words.postalCode,
      words.city,
      words.kilometres,
      words.telephone,
      words.email,
    ],
    rows: madeOf(stores, ({ store, kilometres }) => [
      store.storeId,
      store.storeName,
      store.status,
      store.address.street,
      store.address.postalCode,
      store.address.city,
      kilometres === undefined ? undefined : Math.round(kilometres * 1000) / 1000,
      store.telephone,
      store.email,
    ]),
  };
}
