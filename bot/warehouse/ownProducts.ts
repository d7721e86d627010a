import type { Logger } from 'pino';
import type { Calendar, RetailDataClient } from 'retail-data-client';
import type { Database } from './database.ts';

export interface OwnProductsParts {
  readonly client: RetailDataClient;
  readonly database: Database;
  readonly calendar: Calendar;
  readonly log: Logger;
  readonly signal?: AbortSignal;
}

/** A product is one's own while it was in one's own sales within that many days. */
export const OWN_PRODUCT_DAYS = 90;
const DAYS_PER_READ = 7;

/**
 * Reads the sales days not read yet, up to the newest that should be there, and notes which products they hold. The
 * last day is read again until it has rows, since it may not have been delivered.
 */
export async function takeInOwnProducts(parts: OwnProductsParts, now: number): Promise<void> {
  const { database, calendar } = parts;
  const last = calendar.latestSalesDay(now);
  const first = calendar.addDays(last, 1 - OWN_PRODUCT_DAYS);
  const read = await database
    .selectFrom('sales_day')
    .select('sales_date')
    .where('sales_date', '>=', first)
    .execute();
  const known = new Set(read.map((row) => row.sales_date));
  const missing: string[] = [];
  for (let day = first; day <= last; day = calendar.addDays(day, 1)) if (!known.has(day)) missing.push(day);

  for (let at = 0; at < missing.length; ) {
    const from = missing[at] ?? last;
    let to = from;
    at += 1;
    while (
      at < missing.length &&
      missing[at] === calendar.addDays(to, 1) &&
      to < calendar.addDays(from, DAYS_PER_READ - 1)
    ) {
      to = missing[at] ?? to;
      at += 1;
    }
    await readDays(parts, from, to, last, now);
  }
  await database.deleteFrom('own_product').where('last_sale_date', '<', first).execute();
}

async function readDays(
  parts: OwnProductsParts,
  from: string,
  to: string,
  last: string,
  now: number,
): Promise<void> {
  const { client, database, calendar, log, signal } = parts;
  const lastSale = new Map<string, string>();
  const rowsOfDay = new Map<string, number>();
  for await (const batch of client.dailySales({ fromSalesDate: from, toSalesDate: to }, { signal })) {
    for (const row of batch) {
      rowsOfDay.set(row.salesDate, (rowsOfDay.get(row.salesDate) ?? 0) + 1);
      if ((lastSale.get(row.productId) ?? '') < row.salesDate) lastSale.set(row.productId, row.salesDate);
    }
  }
  await database.transaction().execute(async (transaction) => {
    for (const [productId, date] of lastSale) {
      await transaction
        .insertInto('own_product')
        .values({ product_id: productId, last_sale_date: date })
        .onConflict((conflict) =>
          conflict
            .column('product_id')
            .doUpdateSet({ last_sale_date: date })
            .where('own_product.last_sale_date', '<', date),
        )
        .execute();
    }
    for (let day = from; day <= to; day = calendar.addDays(day, 1)) {
      const rows = rowsOfDay.get(day) ?? 0;
      const mayStillCome = rows === 0 && day === last && calendar.timeOf(now) < '12:00';
      if (mayStillCome) continue;
      await transaction
        .insertInto('sales_day')
        .values({ sales_date: day, rows, read_at: now })
        .onConflict((conflict) => conflict.column('sales_date').doUpdateSet({ rows, read_at: now }))
        .execute();
    }
  });
  log.info({ from, to, products: lastSale.size }, 'own products read from sales');
}

export async function ownProductIds(database: Database): Promise<string[]> {
  const rows = await database.selectFrom('own_product').select('product_id').execute();
  return rows.map((row) => row.product_id);
}
