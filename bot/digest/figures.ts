import type { Database } from '../warehouse/database.ts';
import { ownProductIds } from '../warehouse/ownProducts.ts';
import {
  hasSnapshot,
  latestSnapshot,
  readLevels,
  type Scope,
  type StockLevel,
} from '../warehouse/stockSnapshots.ts';

/** A product that moved between two snapshots; units. */
interface StockChange {
  readonly level: StockLevel;
  readonly before: number;
}

/** What a digest is made of: one snapshot and, when there is one, the snapshot before it. */
export interface DigestFigures {
  /** The day the stock is of. */
  readonly businessDate: string;
  readonly scope: Scope;
  readonly levels: readonly StockLevel[];
  readonly totalStock: number;
  readonly outOfStock: readonly StockLevel[];
  readonly previous: PreviousFigures | undefined;
}

export interface PreviousFigures {
  readonly businessDate: string;
  readonly totalStock: number;
  /** Units then, by product. */
  readonly stock: ReadonlyMap<string, number>;
  readonly newlyOut: readonly StockLevel[];
  readonly backInStock: readonly StockLevel[];
  /** Largest first. */
  readonly falls: readonly StockLevel[];
}

/**
 * The figures of the snapshot of `businessDate`; undefined when there is none. The scope is one's own products, or all
 * when one's own sales have not shown any yet.
 */
export async function readFigures(
  database: Database,
  businessDate: string,
): Promise<DigestFigures | undefined> {
  if (!(await hasSnapshot(database, businessDate))) return undefined;
  const scope: Scope = (await ownProductIds(database)).length > 0 ? 'mine' : 'all';
  const levels = await readLevels(database, businessDate, scope);
  const before = await latestSnapshot(database, businessDate);
  return {
    businessDate,
    scope,
    levels,
    totalStock: sum(levels),
    outOfStock: levels.filter((level) => level.stock <= 0),
    previous:
      before === undefined
        ? undefined
        : compare(levels, await readLevels(database, before.businessDate, scope), before.businessDate),
  };
}

function compare(
  levels: readonly StockLevel[],
  earlier: readonly StockLevel[],
  businessDate: string,
): PreviousFigures {
  const stockBefore = new Map(earlier.map((level) => [level.productId, level.stock]));
  const changes: StockChange[] = [];
  for (const level of levels) {
    const before = stockBefore.get(level.productId);
    if (before !== undefined && before !== level.stock) changes.push({ level, before });
  }
  return {
    businessDate,
    totalStock: sum(earlier),
    stock: stockBefore,
    newlyOut: changes.filter(({ level, before }) => level.stock <= 0 && before > 0).map(({ level }) => level),
    backInStock: changes
      .filter(({ level, before }) => level.stock > 0 && before <= 0)
      .map(({ level }) => level),
    falls: changes
      .filter(({ level, before }) => level.stock < before && level.stock > 0)
      .sort((a, b) => a.level.stock - a.before - (b.level.stock - b.before))
      .map(({ level }) => level),
  };
}

function sum(levels: readonly StockLevel[]): number {
  return levels.reduce((total, level) => total + level.stock, 0);
}
