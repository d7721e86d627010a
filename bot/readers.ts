import type { Calendar } from 'retail-data-client/core';
import { createStockReader, type StockReader } from './answers/stockReader.ts';
import type { Database } from './database/connection.ts';
import { createStockDigestReader } from './digest/figures.ts';
import type { StockDigestReader } from './digest/stockDigest.ts';
import { createSalesReader } from './sales/queries.ts';
import type { SalesReader } from './sales/reader.ts';

/** Everything that is read of the sales and the stock held. */
export interface HeldReader extends SalesReader, StockReader, StockDigestReader {}

/** Reads on this connection, in the thread it is called in; readerThreads.ts does so elsewhere. */
export function createHeldReader(database: Database, calendar: Calendar): HeldReader {
  const sales = createSalesReader(database, calendar);
  return {
    ...sales,
    ...createStockReader({ database, sales, calendar }),
    ...createStockDigestReader({ database, sales, calendar }),
  };
}
