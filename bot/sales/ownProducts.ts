import type { Database } from '../database/connection.ts';

/** A product is one's own while it was in one's own sales within that many days. */
export const OWN_PRODUCT_DAYS = 90;

/** Products in one's own sales of the last 90 days, as the intake of sales notes them. */
export async function ownProductIds(database: Database): Promise<string[]> {
  const rows = await database.selectFrom('own_product').select('product_id').execute();
  return rows.map((row) => row.product_id);
}
