import type { DigestSource } from '../../digest/sources.ts';
import type { DigestProduct } from '../../digest/stockDigest.ts';
import type { DigestRows } from '../../digest/threadFiles.ts';
import { formatterFor } from '../../language/formatter.ts';
import type { SalesGroupSum } from '../../sales/reader.ts';
import type { Labels } from '../reader.ts';
import { madeOf, type Sheet, sheetFrom } from '../sheet.ts';

export interface DigestSheetParts {
  readonly products: Pick<Labels, 'nameOf'>;
  readonly stores: Pick<Labels, 'nameOf'>;
}

/** Every product of a digest as a file, with exact figures; for sales every store too. */
export async function digestSheet(
  { dataDay, locale }: DigestSource,
  found: DigestRows,
  labels: DigestSheetParts,
): Promise<Sheet & { readonly comment: string }> {
  const sheet = await (found.kind === 'stock'
    ? sheetFrom(stockContent(dataDay, found.rows, labels), locale)
    : sheetFrom(salesContent(dataDay, found, labels), locale));
  const figures = formatterFor(locale);
  return { ...sheet, comment: `All ${figures.counted(sheet.rows, 'row')} of ${figures.day(dataDay)}` };
}

function stockContent(day: string, rows: readonly DigestProduct[], { products }: DigestSheetParts) {
  return {
    name: `stock-${day}`,
    head: [
      'productId',
      'productName',
      'stockDate',
      'units',
      'unitsBefore',
      'unitsWeekAgo',
      'daysOfCover',
      'itemsSoldInWindow',
      'storesWithStock',
    ],
    rows: madeOf(rows, (row) => [
      row.productId,
      products.nameOf(row.productId),
      day,
      row.stock,
      row.dayBefore,
      row.weekAgo,
      row.days === undefined ? undefined : Math.round(row.days * 1000) / 1000,
      row.sold,
      row.storesWithStock,
    ]),
  };
}

function salesContent(day: string, found: Extract<DigestRows, { kind: 'sales' }>, labels: DigestSheetParts) {
  const rows = (what: string, groups: readonly SalesGroupSum[], names: Pick<Labels, 'nameOf'>) =>
    groups.map((group) => [
      what,
      group.key,
      names.nameOf(group.key),
      day,
      group.millilitres / 1000,
      group.quantity,
      group.returnedMillilitres / 1000,
      group.returnedQuantity,
    ]);
  return {
    name: `sales-${day}`,
    head: ['what', 'id', 'name', 'salesDate', 'litres', 'items', 'returnedLitres', 'returnedItems'],
    rows: [
      ...rows('product', found.products, labels.products),
      ...rows('store', found.stores, labels.stores),
    ],
  };
}
