import { type Calendar, STOCK_REFRESH } from 'retail-data-client/calendar/calendar';
import { dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import type { Database } from '../database/connection.ts';
import { LATE_MS, type Occasion, type Readiness, type Timeliness } from '../standing/occasion.ts';
import { deadlineOf } from '../standing/schedule.ts';
import type { ChannelDigest } from '../standing/subscription.ts';
import { stockDayOf } from './import/state.ts';
import { GIVE_UP, LATEST_GIVE_UP } from './import/sync.ts';
import { hasSnapshot, latestSnapshot } from './queries.ts';

/** How long a digest waits for stock on a day on which all stores are closed, instead of until its deadline. */
const CLOSED_DAY_MS = 30 * 60_000;
/** Days to look back for stock of a closed day. */
const CLOSED_DAYS_BACK = 28;

/**
 * The stock digest shows the stock of the latest 08:30 at or before its time. Until that is stored it waits, at most
 * until its deadline, or half an hour on a day on which no store is open. The sync continues until noon regardless.
 */
export async function resolveStock(
  database: Database,
  calendar: Calendar,
  occasion: Occasion,
): Promise<Readiness> {
  const { subscription, isManual, dueAt, now } = occasion;
  const newest = await latestSnapshot(database);
  if (isManual || subscription === undefined) {
    return { kind: 'ready', dataDay: newest?.businessDate, timeliness: { kind: 'onTime' } };
  }
  const wanted = calendar.latestStockDay(dueAt);
  const current = calendar.latestStockDay(now);
  // Stored before the gate has seen it complete: used only as a last resort, like older stock.
  const isEarly =
    newest !== undefined &&
    newest.businessDate >= wanted &&
    (await stockDayOf(database, newest.businessDate))?.state === 'waiting';
  const early = isEarly ? newest.businessDate : undefined;
  for (const day of wanted === current ? [wanted] : [wanted, current]) {
    if (day === early || !(await hasSnapshot(database, day))) continue;
    const timeliness = await stockLateness(database, day, dueAt, now);
    return { kind: 'ready', dataDay: day, timeliness };
  }
  const older = early ?? (await latestSnapshot(database, wanted))?.businessDate;
  const gate = await stockDayOf(database, wanted);
  // Stock doesn't change on a closed day, nor on the day after it.
  const mayBeQuiet = !isOpen(wanted) || !isOpen(calendar.addDays(wanted, -1));
  const isUpdating = early !== undefined || (gate !== undefined && gate.seen !== null);
  const hasAnswered = gate?.state === 'empty' || gate?.answered === 1;
  const isQuiet = mayBeQuiet && !isUpdating && hasAnswered;
  const timeliness: Timeliness = isQuiet
    ? { kind: 'quiet', wanted }
    : { kind: 'unrefreshed', wanted: early ?? wanted, isUpdating, isUnreached: !hasAnswered };
  const isOver = gate?.state === 'empty' && (mayBeQuiet || wanted < calendar.dayOf(dueAt));
  if (isOver && older !== undefined) return { kind: 'ready', dataDay: older, timeliness };
  if (older !== undefined && isNoneNow(gate, now) && now >= waitedOnClosedDay(calendar, wanted)) {
    const usual = await stockOnClosedDays(database, calendar, wanted);
    if (!usual) return { kind: 'ready', dataDay: older, timeliness };
  }
  if (now < deadlineOf(subscription, occasion, calendar)) return { kind: 'waiting' };
  return { kind: 'ready', dataDay: older, timeliness };
}

function isOpen(day: string): boolean {
  return isOpenDay(dayOf(day));
}

/** When to stop waiting for the stock of a closed day; infinity for an open one. */
function waitedOnClosedDay(calendar: Calendar, day: string): number {
  return isOpen(day) ? Number.POSITIVE_INFINITY : calendar.instantOf(day, STOCK_REFRESH) + CLOSED_DAY_MS;
}

/** Whether the service's last answer is recent and had no stock. An answer from before a downtime doesn't count. */
function isNoneNow(gate: Awaited<ReturnType<typeof stockDayOf>>, now: number): boolean {
  return gate?.answered === 1 && (gate.state === 'empty' || gate.next_probe_at > now);
}

/** Whether the service had stock of an earlier closed day: then today's may just be late. */
async function stockOnClosedDays(database: Database, calendar: Calendar, before: string): Promise<boolean> {
  const days = await database
    .selectFrom('stock_snapshot')
    .select('business_date')
    .where('business_date', '<', before)
    .where('business_date', '>=', calendar.addDays(before, -CLOSED_DAYS_BACK))
    .execute();
  return days.some(({ business_date: day }) => !isOpen(day));
}

async function stockLateness(
  database: Database,
  day: string,
  dueAt: number,
  now: number,
): Promise<Timeliness> {
  if (now - dueAt < LATE_MS) return { kind: 'onTime' };
  const row = await database
    .selectFrom('stock_snapshot')
    .leftJoin('stock_day', 'stock_day.business_date', 'stock_snapshot.business_date')
    .select(['taken_at', 'came_at'])
    .where('stock_snapshot.business_date', '=', day)
    .executeTakeFirst();
  const cameAt = row?.came_at ?? row?.taken_at;
  const because = cameAt !== undefined && cameAt - dueAt >= LATE_MS ? 'service' : 'bot';
  return { kind: 'late', because, dueAt };
}

/** Until when to ask the service for the day's stock: noon, or the latest deadline of a digest that shows it. */
export function stockWantedUntil(
  subscriptions: readonly Pick<ChannelDigest, 'question' | 'digestTime' | 'deadline'>[],
  calendar: Calendar,
  now: number,
): number {
  const day = calendar.latestStockDay(now);
  const deadlines = subscriptions
    .filter(({ question }) => question.startsWith('/stock'))
    .flatMap((subscription) =>
      [day, calendar.addDays(day, 1)]
        .map((businessDate) => ({
          businessDate,
          dueAt: calendar.instantOf(businessDate, subscription.digestTime),
        }))
        .filter(({ dueAt }) => calendar.latestStockDay(dueAt) === day)
        .map((occurrence) => deadlineOf(subscription, occurrence, calendar)),
    );
  const latest = Math.max(calendar.instantOf(day, GIVE_UP), ...deadlines);
  return Math.min(latest, calendar.instantOf(day, LATEST_GIVE_UP));
}
