import type { SalesAnswer } from '../../../bot/answers/sales.ts';
import type { StockAnswer } from '../../../bot/answers/stock.ts';
import type { DigestFigures, PreviousFigures } from '../../../bot/digest/figures.ts';
import type { StockLevel } from '../../../bot/warehouse/stockSnapshots.ts';

/** Figures to draw, as small or large as a test wants them. */
export function level(productId: string, stock: number, storesWithStock = Math.min(stock, 9)): StockLevel {
  return { productId, stock, storesWithStock, updatedDate: '2026-11-20', updatedTime: '08:24:11' };
}

export function levelsOf(count: number, stock = (at: number) => at): StockLevel[] {
  return Array.from({ length: count }, (_, at) => level(String(1101 + at), stock(at)));
}

export function digestOf(levels: readonly StockLevel[], previous?: Partial<PreviousFigures>): DigestFigures {
  return {
    businessDate: '2026-11-20',
    scope: 'mine',
    levels,
    totalStock: levels.reduce((sum, { stock }) => sum + stock, 0),
    outOfStock: levels.filter(({ stock }) => stock <= 0),
    previous:
      previous === undefined
        ? undefined
        : {
            businessDate: '2026-11-19',
            totalStock: 0,
            stock: new Map(),
            newlyOut: [],
            backInStock: [],
            falls: [],
            ...previous,
          },
  };
}

export function stockAnswerOf(levels: readonly StockLevel[], fields: Partial<StockAnswer> = {}): StockAnswer {
  const snapshot = { businessDate: '2026-11-20', takenAt: 0, products: levels.length };
  return { kind: 'overview', scope: 'mine', snapshot, levels, unknown: [], ...fields };
}

export function salesAnswerOf(keys: readonly string[], fields: Partial<SalesAnswer> = {}): SalesAnswer {
  const groups = keys.map((key, at) => ({ key, millilitres: (at + 1) * 1_001, quantity: at + 1 }));
  return {
    question: {
      kind: 'sales',
      days: { from: '2026-11-19', to: '2026-11-19' },
      productId: undefined,
      storeId: undefined,
      by: 'product',
    },
    rows: keys.length,
    millilitres: groups.reduce((sum, group) => sum + group.millilitres, 0),
    quantity: groups.reduce((sum, group) => sum + group.quantity, 0),
    stores: 1,
    products: keys.length,
    days: 1,
    groups,
    ...fields,
  };
}
