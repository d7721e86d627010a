import { sql } from 'kysely';
import type { Database } from '../database/connection.ts';
import type { StockOfDay } from './reader.ts';
import { findLevels, type Snapshot } from './snapshots.ts';
import { readIndex, type SheetIndex } from './stockSheet.ts';

/** Of 66,000 products the first bytes are some 4 KB. */
const FIRST_BYTES = 8_192;
/** Days whose index is kept, some 20 KB each: a season. */
const KEPT_INDEXES = 120;

/** One product day by day. A few hundred bytes of each day are read, and not the half megabyte it has. */
export interface StockHistory {
  /** Its stock on each of these days that has it, in their order. */
  read(productId: string, days: readonly Snapshot[]): Promise<StockOfDay[]>;
}

export function createStockHistory(database: Database): StockHistory {
  const indexes = new Map<string, SheetIndex>();

  const firstBytes = async (businessDate: string, count: number) => {
    const { rows } = await sql<{ first: Uint8Array }>`
      select substr(levels, 1, ${sql.lit(count)}) as first from stock_sheet
      where business_date = ${businessDate}`.execute(database);
    return rows[0]?.first;
  };
  const indexOf = async (day: Snapshot): Promise<SheetIndex | undefined> => {
    const key = keyOf(day);
    const known = indexes.get(key);
    if (known !== undefined) return known;
    let first = await firstBytes(day.businessDate, FIRST_BYTES);
    let index = first && readIndex(first);
    if (index !== undefined && 'needs' in index) {
      first = await firstBytes(day.businessDate, index.needs);
      index = first && readIndex(first);
    }
    if (index === undefined || 'needs' in index) return undefined;
    indexes.set(key, index);
    const [oldest] = indexes.keys();
    if (indexes.size > KEPT_INDEXES && oldest !== undefined) indexes.delete(oldest);
    return index;
  };

  /** The part of each day in which the product would be; a day that was taken again meanwhile has another key. */
  const partsOf = async (productId: string, indexed: readonly (readonly [Snapshot, SheetIndex])[]) => {
    if (indexed.length === 0) return new Map<string, Uint8Array>();
    const parts = indexed.map(([day, index]) => ({ day: day.businessDate, ...index.partWith(productId) }));
    const starts = parts.map(({ day, from }) => sql`when ${day} then ${sql.lit(from + 1)}`);
    const longest = Math.max(...parts.map(({ length }) => length));
    const { rows } = await sql<{ day: string; taken_at: number; part: Uint8Array }>`
      select t.business_date as day, t.taken_at as taken_at,
        substr(s.levels, case t.business_date ${sql.join(starts, sql` `)} end, ${sql.lit(longest)}) as part
      from stock_snapshot t join stock_sheet s on s.business_date = t.business_date
      where t.business_date in (${sql.join(parts.map(({ day }) => day))})`.execute(database);
    return new Map(
      rows.map(({ day, taken_at: takenAt, part }) => [keyOf({ businessDate: day, takenAt }), part]),
    );
  };

  return {
    async read(productId, days) {
      const indexed: [Snapshot, SheetIndex][] = [];
      for (const day of days) {
        const index = await indexOf(day);
        if (index !== undefined) indexed.push([day, index]);
      }
      const parts = await partsOf(productId, indexed);
      const history: StockOfDay[] = [];
      for (const [day, index] of indexed) {
        const { businessDate } = day;
        const part = parts.get(keyOf(day));
        const [level] =
          part === undefined
            ? await findLevels(database, businessDate, [productId])
            : index.findInPart(part, productId);
        if (level === undefined) continue;
        history.push({ businessDate, stock: level.stock, storesWithStock: level.storesWithStock });
      }
      return history;
    },
  };
}

function keyOf({ businessDate, takenAt }: Pick<Snapshot, 'businessDate' | 'takenAt'>): string {
  return `${businessDate} ${takenAt}`;
}
