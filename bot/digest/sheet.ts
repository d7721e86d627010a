import { periodPart } from '../ask/fileName.ts';
import type { Labels } from '../ask/reader.ts';
import { type Sheet, sheetFrom } from '../ask/sheet.ts';
import type { Catalog, Language } from '../language/language.ts';
import type { SalesGroupSum } from '../sales/reader.ts';
import { stockRows } from '../stock/sheet.ts';
import type { DayRange } from '../text/dayRange.ts';
import type { DigestSource } from './sources.ts';
import type { DigestRows } from './threadFiles.ts';

type Names = Pick<Labels, 'nameOf'>;

/** Every product of a digest as a file, with exact figures; for sales every store too. */
export async function digestSheet(
  { dataDay, dataFrom, showsSales }: Pick<DigestSource, 'dataDay' | 'dataFrom' | 'showsSales'>,
  found: DigestRows,
  { code, t }: Language,
  products: Names,
  stores: Names,
): Promise<Sheet & { readonly comment: string }> {
  const days = { from: dataFrom, to: dataDay };
  const content =
    found.kind === 'stock'
      ? {
          name: `${t.sheet.fileName.stock.overview}-${dataDay}`,
          ...stockRows(found.rows, dataDay, { names: products, withoutSales: !showsSales, t }),
        }
      : salesContent(days, found, products, stores, t);
  const sheet = await sheetFrom(content, code);
  return { ...sheet, comment: t.digest.fileComment(sheet.rows, days) };
}

function salesContent(
  { from, to }: DayRange,
  found: Extract<DigestRows, { kind: 'sales' }>,
  products: Names,
  stores: Names,
  { sheet: { digestSales, sales, fileName }, groupings }: Catalog,
) {
  const rows = (what: string, groups: readonly SalesGroupSum[], names: Names) =>
    groups.map((group) => [
      what,
      group.key,
      names.nameOf(group.key),
      // One column as long as it is one day: whoever reads these files knows it.
      from === to ? to : `${from}..${to}`,
      group.millilitres / 1000,
      group.quantity,
      group.returnedMillilitres / 1000,
      group.returnedQuantity,
    ]);
  return {
    name: `${fileName.sales}-${periodPart({ from, to }, fileName)}`,
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
