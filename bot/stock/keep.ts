import { type RawBuilder, sql } from 'kysely';
import { LOW_DAYS, type StockFigures } from './question.ts';
import { ORDER_DAYS } from './reorder.ts';

/**
 * A condition or an order over the columns of a StockTable: `stock`, `before` (null where the day before didn't list the
 * product), `week_stores` (the stores that had it a week ago, null likewise), `is_known` (whether its sales are known),
 * `sold` in millionths of an item, `cover` in days, and `lead_days` and `pack_size` of the product list (each null where
 * not known).
 */
export type StockSql = RawBuilder<unknown>;

/** Which products of a table are rows, and which come first; those that are equal in this order are sorted by number. */
export interface Kept {
  readonly where: StockSql;
  readonly order?: StockSql;
}

/** In the order of their numbers. */
export const EVERY_PRODUCT: Kept = { where: sql`1 = 1` };
const IS_OUT = sql`stock <= 0`;
/** In stock, and not sold in the window. */
const IS_UNSOLD = sql`is_known and stock > 0 and coalesce(sold, 0) <= 0`;
const BEST_SELLERS = sql`coalesce(sold, 0) desc`;

/** Less than `days` days of cover, unrounded; out of stock is 0 days. */
function lastsLessThan(days: number): StockSql {
  return sql`cover < ${days}`;
}

/** Those of which `reorderOf` has an order, and that last less than `days`. */
function isToOrder(days: number): StockSql {
  return sql`lead_days is not null and sold > 0 and ${lastsLessThan(days)} and cover < lead_days + ${ORDER_DAYS}`;
}

/** The rows that answer a question, the most urgent first. */
export function rowsOf(question: StockFigures): Kept {
  switch (question.kind) {
    case 'products':
      // The caller sorts these as in the question.
      return EVERY_PRODUCT;
    case 'overview':
      return { ...EVERY_PRODUCT, order: sql`cover is null, cover, stock, ${BEST_SELLERS}` };
    case 'out':
      return { where: IS_OUT, order: BEST_SELLERS };
    case 'low': {
      const ordered = isToOrder(question.days);
      return {
        where: lastsLessThan(question.days),
        order: sql`case when ${ordered} then 0 else 1 end,
          case when ${ordered} then cover - lead_days else cover end, ${BEST_SELLERS}`,
      };
    }
    case 'fewer':
      return { where: sql`stock < ${question.units}`, order: sql`stock` };
    case 'over':
      return {
        where: sql`cover > ${question.days} or (${IS_UNSOLD})`,
        order: sql`cover is null, cover desc, stock desc`,
      };
    case 'changes':
      return { where: sql`before <> stock`, order: sql`abs(stock - before) desc` };
  }
}

/** Conditions that count rows, and those of them that are out of stock or don't sell. */
export function countsOf({ where }: Kept) {
  return {
    rows: where,
    rowsOut: sql`(${where}) and ${IS_OUT}`,
    rowsUnsold: sql`(${where}) and ${IS_UNSOLD}`,
  };
}

/** What an answer can have a section of. */
export const SECTION_NAMES = ['out', 'low', 'orders', 'falls', 'lost', 'rises', 'back'] as const;
export type SectionName = (typeof SECTION_NAMES)[number];

/** The rows of each section; low are those with less than `days` days of cover. */
export function sectionsIn(days = LOW_DAYS): Readonly<Record<SectionName, Kept>> {
  return {
    out: { where: IS_OUT, order: sql`case when before > 0 then 0 else 1 end, ${BEST_SELLERS}` },
    low: { where: sql`stock > 0 and ${lastsLessThan(days)}`, order: sql`cover` },
    orders: { where: isToOrder(days), order: sql`cover - lead_days, ${BEST_SELLERS}` },
    // One that went out of stock is among those.
    falls: { where: sql`stock > 0 and stock < before`, order: sql`stock - before` },
    // Some stores are always just out of it.
    lost: {
      where: sql`stock > 0 and stores <= week_stores - 2 and stores * 10 <= week_stores * 9`,
      order: sql`stores - week_stores`,
    },
    rises: { where: sql`stock > before and before > 0`, order: sql`before - stock` },
    back: { where: sql`stock > 0 and before <= 0`, order: sql`stock desc` },
  };
}
