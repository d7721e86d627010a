import type { SalesRow } from 'retail-data-client';
import { type Calendar, createCalendar } from 'retail-data-client/calendar/calendar';
import { type Database, openDatabase } from '../../bot/database/connection.ts';
import { loadSalesKeys } from '../../bot/database/idDictionary.ts';
import { recordIdentity } from '../../bot/database/identity.ts';
import { DayOfSales } from '../../bot/sales/import/dayRows.ts';
import { createDayWriter } from '../../bot/sales/import/dayWriter.ts';
import { saveSnapshot } from '../../bot/stock/import/snapshots.ts';
import { createRandom } from '../../tools/random.ts';

export interface FillOrder {
  readonly file: string;
  readonly baseUrl: string;
  readonly subscriptionKey: string;
  readonly salesRows: number;
  readonly stockProducts: number;
  readonly now: number;
}

/** Days of sales and of stock that are held. */
export const SALES_DAYS = 90;
const STOCK_DAYS = 30;
const STORES = 340;
/** The first product and the step between two: what the commands of the bench ask for is there. */
export const FIRST_PRODUCT = 1_101;

/** Fills a database as if the bot had run for a quarter of a year, so that nothing is left to ask the service for. */
export async function fillDatabase(order: FillOrder): Promise<void> {
  const calendar = createCalendar();
  const database = await openDatabase(order.file);
  try {
    await recordIdentity(database, undefined, order, order.now);
    await fillSales(database, calendar, order);
    await fillStock(database, calendar, order);
  } finally {
    await database.destroy();
  }
}

async function fillSales(database: Database, calendar: Calendar, order: FillOrder): Promise<void> {
  const { salesRows, now } = order;
  const keys = await loadSalesKeys(database);
  const writer = createDayWriter({
    database,
    pause: async () => {},
    requireLease: async () => {},
  });
  const rowsADay = Math.ceil(salesRows / SALES_DAYS);
  const products = Math.max(1, Math.ceil(rowsADay / STORES));
  const { next } = createRandom(1);
  const last = calendar.latestSalesDay(now);
  for (let back = 0; back < SALES_DAYS; back += 1) {
    const salesDate = calendar.addDays(last, -back);
    const day = new DayOfSales(salesDate);
    const rows = Array.from({ length: rowsADay }, (_, at): SalesRow => {
      const items = 1 + Math.floor(next() * 20);
      return {
        salesDate,
        storeId: String(101 + (at % STORES)),
        productId: String(FIRST_PRODUCT + (Math.floor(at / STORES) % products)),
        salesVolume: (items * 750) / 1_000,
        salesQuantity: items,
        lastChangedDate: salesDate,
        lastChangedTime: '23:10:00',
      };
    });
    await keys.ensure(
      rows.map((row) => row.productId),
      rows.map((row) => row.storeId),
    );
    for (const row of rows) day.add(row, keys);
    await writer.replaceDay(day, now);
  }
  await database.updateTable('sales_sync').set({ corrections_at: now, probed_day: last }).execute();
}

async function fillStock(database: Database, calendar: Calendar, order: FillOrder): Promise<void> {
  const { stockProducts, now } = order;
  const { next } = createRandom(2);
  const stock = Array.from({ length: stockProducts }, () => Math.floor(next() ** 3 * 3_000));
  const last = calendar.latestStockDay(now);
  for (let back = STOCK_DAYS - 1; back >= 0; back -= 1) {
    const businessDate = calendar.addDays(last, -back);
    const rows = stock.map((units, at) => ({
      productId: String(FIRST_PRODUCT + at),
      stock: units,
      numberOfStoresWithStock: Math.min(units, STORES),
      updatedDate: businessDate,
      updatedTime: '08:24:11',
    }));
    await saveSnapshot(database, businessDate, rows, now);
    for (const [at, units] of stock.entries()) {
      if (next() < 0.3) stock[at] = Math.max(0, units + Math.floor(next() * 21) - 11);
    }
  }
  await database
    .insertInto('stock_day')
    .values({
      business_date: last,
      state: 'fresh',
      probes: 1,
      next_probe_at: 0,
      answered: 1,
    })
    .execute();
}
