import type { Calendar } from 'retail-data-client/core';
import type { Database } from '../warehouse/database.ts';
import type { SalesReader } from '../warehouse/salesReader.ts';
import type { HeldStock } from '../warehouse/stockReader.ts';

/** What figures of stock are read from. */
export interface StockParts {
  readonly database: Database;
  readonly sales: SalesReader;
  readonly held: HeldStock;
  readonly calendar: Calendar;
}
