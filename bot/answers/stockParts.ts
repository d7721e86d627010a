import type { Calendar } from 'retail-data-client/core';
import type { Database } from '../database/connection.ts';
import type { SalesReader } from '../sales/reader.ts';
import type { HeldStock } from '../stock/reader.ts';

/** What figures of stock are read from. */
export interface StockParts {
  readonly database: Database;
  readonly sales: SalesReader;
  readonly held: HeldStock;
  readonly calendar: Calendar;
}
