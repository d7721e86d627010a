import type { DigestSource } from '../../digest/sources.ts';
import type { DigestRows } from '../../digest/threadFiles.ts';
import type { Catalog, Language } from '../../language/language.ts';
import type { SalesGroupSum } from '../../sales/reader.ts';
import type { Labels } from '../reader.ts';
import { type Sheet, sheetFrom, stockRows } from '../sheet.ts';

type Names = Pick<Labels, 'nameOf'>;

/** Every product of a digest as a file, with exact figures; for sales every store too. */
export async function digestSheet(
  { dataDay, showsSales }: Pick<DigestSource, 'dataDay' | 'showsSales'>,
  found: DigestRows,
  { t, format }: Language,
  products: Names,
  stores: Names,
): Promise<Sheet & { readonly comment: string }> {
  const content =
    found.kind === 'stock'
      ? {
          name: `stock-${dataDay}`,
          ...stockRows(found.rows, dataDay, { names: products, withoutSales: !showsSales, t }),
        }
      : salesContent(dataDay, found, products, stores, t);
  const sheet = await sheetFrom(content, format.locale);
  return { ...sheet, comment: t.digest.fileComment(sheet.rows, dataDay) };
}

function salesContent(
  day: string,
  found: Extract<DigestRows, { kind: 'sales' }>,
  products: Names,
  stores: Names,
  { sheet: { digestSales, sales }, groupings }: Catalog,
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
    head: [
      digestSales.what,
      digestSales.id,
      digestSales.name,
      digestSales.date,
      sales.litres,
      sales.items,
      sales.returnedLitres,
      sales.returnedItems,
    ],
    rows: [
      ...rows(groupings.product.name, found.products, products),
      ...rows(groupings.store.name, found.stores, stores),
    ],
  };
}
