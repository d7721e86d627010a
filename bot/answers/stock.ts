import { CommandMistake } from '../grammar/mistake.ts';
import type { StockQuestion } from '../grammar/stock.ts';
import { nearestNumber } from '../grammar/words.ts';
import type { Database } from '../warehouse/database.ts';
import {
  findLevels,
  latestSnapshot,
  readLevels,
  type Scope,
  type Snapshot,
  type StockLevel,
} from '../warehouse/stockSnapshots.ts';

/** Levels from the newest snapshot, with what it is of. */
export interface StockAnswer {
  readonly kind: 'overview' | 'out' | 'products';
  readonly scope: Scope;
  readonly snapshot: Snapshot;
  readonly levels: readonly StockLevel[];
  /** Numbers that were asked for and are not in the stock. */
  readonly unknown: readonly string[];
}

/** Answers from the newest snapshot; undefined while there is none. @throws CommandMistake for unknown products. */
export async function answerStock(
  database: Database,
  question: Exclude<StockQuestion, { kind: 'help' }>,
): Promise<StockAnswer | undefined> {
  const snapshot = await latestSnapshot(database);
  if (snapshot === undefined) return undefined;
  if (question.kind === 'products') return answerProducts(database, snapshot, question.productIds);
  const levels = await readLevels(database, snapshot.businessDate, question.scope);
  return {
    kind: question.kind,
    scope: question.scope,
    snapshot,
    levels: question.kind === 'out' ? levels.filter((level) => level.stock <= 0) : levels,
    unknown: [],
  };
}

async function answerProducts(
  database: Database,
  snapshot: Snapshot,
  productIds: readonly string[],
): Promise<StockAnswer> {
  const levels = await findLevels(database, snapshot.businessDate, productIds);
  const found = new Set(levels.map((level) => Number(level.productId)));
  const unknown = productIds.filter((id) => !found.has(Number(id)));
  if (levels.length === 0) {
    const [asked = ''] = unknown;
    const near = await nearestProduct(database, snapshot.businessDate, asked);
    throw new CommandMistake(
      unknown.length === 1
        ? `Product ${asked} is not in the stock of ${snapshot.businessDate}.`
        : `None of the products ${unknown.join(', ')} is in the stock of ${snapshot.businessDate}.`,
      `/stock ${near ?? 'help'}`,
    );
  }
  return { kind: 'products', scope: 'all', snapshot, levels, unknown };
}

/** One's own product that looks most like the number. */
async function nearestProduct(database: Database, day: string, asked: string): Promise<string | undefined> {
  const own = await readLevels(database, day, 'mine');
  const levels = own.length > 0 ? own : await readLevels(database, day, 'all');
  return nearestNumber(
    asked,
    levels.map((level) => level.productId),
  );
}
