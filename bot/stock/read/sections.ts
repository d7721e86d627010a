import { type Kysely, sql } from 'kysely';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Schema } from '../../database/schema.ts';
import { idKey } from '../../text/numbers.ts';
import type { StockRow } from '../daysOfCover.ts';
import { lastsLessThan, readDayLevels, type StockList } from '../queries.ts';
import { ORDER_DAYS } from '../reorder.ts';

/** How many products a section of an overview lists. */
const LISTED = 5;

/** What an answer can have a section of. */
export const SECTION_NAMES = ['out', 'low', 'orders', 'falls', 'lost', 'rises', 'back'] as const;
export type SectionName = (typeof SECTION_NAMES)[number];

/** The first products of a section, and the count of all. */
export interface Section {
  readonly count: number;
  readonly top: readonly StockRow[];
}
export type Sections = Readonly<Record<SectionName, Section>>;

/** The most urgent products of each section first; low are those with less than `days` days of cover. */
export function sectionLists(days: number): Readonly<Record<SectionName, StockList>> {
  const lists = {
    out: {
      where: sql`stock <= 0`,
      order: sql`case when before > 0 then 0 else 1 end, coalesce(sold, 0) desc`,
    },
    low: { where: sql`stock > 0 and ${lastsLessThan(days)}`, order: sql`cover` },
    // Those of which `reorderOf` has an order.
    orders: {
      where: sql`lead_days is not null and sold > 0 and ${lastsLessThan(days)} and cover < lead_days + ${ORDER_DAYS}`,
      order: sql`cover - lead_days, coalesce(sold, 0) desc`,
    },
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
  return mapped((name) => ({ ...lists[name], most: LISTED }));
}

export function mapped<Value>(of: (name: SectionName) => Value): Record<SectionName, Value> {
  return Object.fromEntries(SECTION_NAMES.map((name) => [name, of(name)])) as Record<SectionName, Value>;
}

/** How many days back the day is looked for on which a product went out of stock. */
const OUT_DAYS = 90;

/** The rows, those out of stock on `day` with the day since when. */
export async function withOutSince(
  moment: Kysely<Schema>,
  calendar: Pick<Calendar, 'addDays'>,
  day: string,
  rows: readonly StockRow[],
): Promise<readonly StockRow[]> {
  const ids = rows.filter(({ stock }) => stock <= 0).map(({ productId }) => productId);
  if (ids.length === 0) return rows;
  const levels = await readDayLevels(moment, ids, { from: calendar.addDays(day, -OUT_DAYS), to: day });
  const byProduct = Map.groupBy(levels, ({ productId }) => idKey(productId));
  return rows.map((row) => {
    const days = byProduct.get(idKey(row.productId)) ?? [];
    const lastIn = days.findLastIndex(({ stock }) => stock > 0);
    const first = days[lastIn + 1];
    if (row.stock > 0 || first === undefined) return row;
    return { ...row, out: { since: first.businessDate, isEarliest: lastIn === -1 } };
  });
}
