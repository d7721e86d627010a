import type { DigestSource } from '../../digest/sources.ts';
import type { DigestProduct } from '../../digest/stockDigest.ts';
import type { DigestRows } from '../../digest/threadFiles.ts';
import type { Language } from '../../language/language.ts';
import { roundedDays } from '../../questions/daysOfCover.ts';
import type { SalesGroupSum } from '../../sales/reader.ts';
import type { Labels } from '../reader.ts';
import { madeOf, type Sheet, sheetFrom } from '../sheet.ts';

type Names = Pick<Labels, 'nameOf'>;

/** Every product of a digest as a file, with exact figures; for sales every store too. */
export async function digestSheet(
  { dataDay }: DigestSource,
  found: DigestRows,
  { t, format }: Language,
  products: Names,
  stores: Names,
): Promise<Sheet & { readonly comment: string }> {
  const content =
    found.kind === 'stock'
      ? stockContent(dataDay, found.rows, products)
      : salesContent(dataDay, found, products, stores);
  const sheet = await sheetFrom(content, format.locale);
  return { ...sheet, comment: t.digest.fileComment(sheet.rows, dataDay) };
}

function stockContent(day: string, rows: readonly DigestProduct[], names: Names) {
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
      names.nameOf(row.productId),
      day,
      row.stock,
      row.dayBefore,
      row.weekAgo,
      row.days === undefined ? undefined : roundedDays(row.days, 3),
      row.sold,
      row.storesWithStock,
    ]),
  };
}

function salesContent(
  day: string,
  found: Extract<DigestRows, { kind: 'sales' }>,
  products: Names,
  stores: Names,
) {
  const rows = (what: string, groups: readonly SalesGroupSum[], names: Names) =>
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
    rows: [...rows('product', found.products, products), ...rows('store', found.stores, stores)],
  };
}
