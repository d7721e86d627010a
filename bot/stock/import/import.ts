import { isCalendarDay } from 'retail-data-client/calendar/calendar';
import type { RetailDataOperations } from 'retail-data-client/client/client';
import type { ProductStock } from 'retail-data-client/operations/accumulatedStock';
import { checkpoint, type Database } from '../../database/connection.ts';
import { hashOf } from './probe.ts';
import { dropSnapshotsBefore, type Pause, saveSnapshot } from './snapshots.ts';

export interface StockRead {
  readonly products: number;
  /** Equal for readings with the same products, whatever their stock. */
  readonly hash: string;
  readonly units: number;
  /** How many products have fewer than 0 units. */
  readonly negative: number;
  /** The latest update date of any product; undefined when the service gives none. */
  readonly updatedOn: string | undefined;
}

/** Fetches the stock and stores it: first `read`, then `save`. */
export interface StockImport {
  /** Fetches the whole list, including products without stock. */
  read(): Promise<StockRead>;
  /** Replaces the stock of `businessDate` by what was read, and deletes days before `keepFrom`. */
  save(businessDate: string, takenAt: number, keepFrom: string | undefined): Promise<void>;
  close(): Promise<void>;
}

/** Creates the import, in whichever process it runs. `close` leaves `database` open. */
export function createStockImport(
  client: RetailDataOperations,
  database: Database,
  signal?: AbortSignal,
  pause?: Pause,
): StockImport {
  let rows: readonly ProductStock[] | undefined;
  return {
    async read() {
      rows = await client.accumulatedStock({ includeZeroStock: true }, { signal }).toArray();
      const days = rows.map(({ updatedDate }) => updatedDate).filter(isCalendarDay);
      return {
        products: rows.length,
        hash: hashOf(rows.map(({ productId }) => productId).sort()),
        negative: rows.filter(({ stock }) => stock < 0).length,
        units: rows.reduce((sum, { stock }) => sum + stock, 0),
        updatedOn: days.reduce<string | undefined>(
          (newest, day) => (newest === undefined || day > newest ? day : newest),
          undefined,
        ),
      };
    },
    async save(businessDate, takenAt, keepFrom) {
      if (rows === undefined) throw new Error('Stock is read before it is saved.');
      await saveSnapshot(database, businessDate, rows, takenAt, pause);
      rows = undefined;
      if (keepFrom !== undefined) await dropSnapshotsBefore(database, keepFrom, pause);
      await checkpoint(database);
    },
    close: async () => {},
  };
}
