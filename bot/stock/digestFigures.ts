import { sql } from 'kysely';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Database } from '../database/connection.ts';
import type { Pace } from '../sales/reader.ts';
import { readSalesVelocity, type StockRow, stockRowOf } from './daysOfCover.ts';
import type { DigestList, StockDigest, StockDigestQuestion } from './digest.ts';
import {
  atOneMoment,
  EVERY_PRODUCT,
  findDays,
  lastsLessThan,
  readList,
  readSummary,
  readTotals,
  type StockChoice,
  type StockList,
} from './queries.ts';
import { LOW_DAYS } from './question.ts';

/** No message shows more products of a kind. */
const TOP = 15;
const CHART_DAYS = 30;

/** The lists of a digest, each with the most urgent products first. */
const LISTS = {
  out: {
    where: sql`stock <= 0`,
    order: sql`case when before > 0 then 0 else 1 end, coalesce(sold, 0) desc`,
    most: TOP,
  },
  low: { where: sql`stock > 0 and ${lastsLessThan(LOW_DAYS)}`, order: sql`cover`, most: TOP },
  falls: { where: sql`stock < before`, order: sql`stock - before`, most: TOP },
  back: { where: sql`stock > 0 and before <= 0`, order: sql`stock desc`, most: TOP },
  // Where the stock lasts less than LOW_DAYS, `reorderOf` always has an order.
  orders: {
    where: sql`lead_days is not null and sold > 0 and ${lastsLessThan(LOW_DAYS)}`,
    order: sql`cover - lead_days, coalesce(sold, 0) desc`,
    most: TOP,
  },
} satisfies Record<string, StockList>;

/** Undefined when the day isn't stored. */
export async function readStockDigest(
  database: Database,
  sales: Pace,
  calendar: Calendar,
  question: StockDigestQuestion,
): Promise<StockDigest | undefined> {
  const { choice, ownUnknown } = await choiceOf(database, question);
  const velocity = question.withoutSales ? undefined : await readSalesVelocity(sales, question.businessDate);
  return atOneMoment(database, async (moment) => {
    const days = await findDays(moment, calendar, question.businessDate);
    if (days === undefined) return undefined;
    const table = { days, choice, velocities: velocity?.products ?? [] };
    const { summary, counts } = await readSummary(moment, table, {
      out: LISTS.out.where,
      low: LISTS.low.where,
      falls: LISTS.falls.where,
      back: LISTS.back.where,
      orders: LISTS.orders.where,
    });
    const listOf = async (name: keyof typeof LISTS): Promise<DigestList> => ({
      count: counts[name],
      top: (await readList(moment, table, LISTS[name])).map((level) => stockRowOf(level, velocity)),
    });
    const { businessDate, takenAt, products, fellFrom } = days.snapshot;
    const [dayBefore, weekAgo] = [days.dayBefore?.businessDate, days.weekAgo?.businessDate];
    const chartFrom = calendar.addDays(businessDate, 1 - CHART_DAYS);
    const totals = await readTotals(moment, choice, {
      from: chartFrom,
      to: businessDate,
      // After a long downtime the previous day can be earlier than the chart.
      further: dayBefore === undefined ? [] : [dayBefore],
    });
    const totalsOf = (day: string | undefined) => totals.find((each) => each.businessDate === day);
    const today = totalsOf(businessDate);
    if (today === undefined) throw new RangeError(`The stock of ${businessDate} has no totals.`);
    return {
      businessDate,
      takenAt,
      shorterList: fellFrom === undefined ? undefined : { products, before: fellFrom },
      updatedTime: summary.updatedTime,
      scope: question.picked === undefined ? choice.scope : 'chosen',
      ownUnknown,
      totals: today,
      before: totalsOf(dayBefore),
      weekAgo: totalsOf(weekAgo),
      changed: summary.changed,
      out: await listOf('out'),
      newlyOut: summary.newlyOut,
      low: await listOf('low'),
      falls: await listOf('falls'),
      back: await listOf('back'),
      orders: await listOf('orders'),
      history: totals.filter((each) => each.businessDate >= chartFrom),
      withoutSales: question.withoutSales,
      window: velocity?.window,
    };
  });
}

/** Every product of a stock digest, by number. */
export async function readStockDigestRows(
  database: Database,
  sales: Pace,
  calendar: Calendar,
  question: StockDigestQuestion,
): Promise<readonly StockRow[]> {
  const { choice } = await choiceOf(database, question);
  const velocity = question.withoutSales ? undefined : await readSalesVelocity(sales, question.businessDate);
  const levels = await atOneMoment(database, async (moment) => {
    const days = await findDays(moment, calendar, question.businessDate);
    if (days === undefined) return [];
    return readList(moment, { days, choice, velocities: [] }, EVERY_PRODUCT);
  });
  return levels.map((level) => stockRowOf(level, velocity));
}

/** Chooses all products while neither sales nor the product list show which are the supplier's own. */
async function choiceOf(
  database: Database,
  { scope, picked }: StockDigestQuestion,
): Promise<{ readonly choice: StockChoice; readonly ownUnknown: boolean }> {
  if (picked?.isLeftOut === false || scope === 'all') {
    return { choice: { scope: 'all', picked }, ownUnknown: false };
  }
  const sold = await database.selectFrom('own_product').select('product_id').limit(1).execute();
  const listed = await database.selectFrom('products').select('number').limit(1).execute();
  const ownUnknown = sold.length === 0 && listed.length === 0;
  return { choice: { scope: ownUnknown ? 'all' : 'mine', picked }, ownUnknown };
}
