import type { Database } from '../database/connection.ts';
import { numberOf } from '../text/idNumbers.ts';
import { placesOf, type StockSheet } from './stockSheet.ts';

/** The products that "mine" means: those in one's own sales of the last 90 days, and those of the product list. */
export interface OwnProducts {
  /** Where they are in a sheet, in their order. */
  placesIn(sheet: StockSheet): number[];
}

export async function readOwnProducts(database: Database): Promise<OwnProducts> {
  const sold = await database.selectFrom('own_product').select('product_id').execute();
  const listed = await database.selectFrom('products').select('number').execute();
  const numbers = new Set(listed.map(({ number }) => number));
  const odd: string[] = [];
  for (const { product_id } of sold) {
    const number = numberOf(product_id);
    if (number === null) odd.push(product_id);
    else numbers.add(number);
  }
  return {
    placesIn(sheet) {
      const places: number[] = [];
      for (let at = 0; at < sheet.size; at += 1) {
        const key = sheet.keys[at];
        if (key !== undefined && numbers.has(key)) places.push(at);
      }
      return [...places, ...placesOf(sheet, odd)];
    },
  };
}
