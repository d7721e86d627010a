import { type Calendar, STOCK_REFRESH } from 'retail-data-client/calendar/calendar';
import { dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import type { Database } from '../database/connection.ts';
import { LATE_MS, type Occasion, type Readiness, type Timeliness } from '../digest/kind.ts';
import { deadlineOf } from '../digest/schedule.ts';
import type { Subscription } from '../digest/subscription.ts';
import { contentOf } from '../outbox/key.ts';
import { STOCK_DIGEST } from './digest.ts';
import { stockDayOf } from './import/state.ts';
import { GIVE_UP, LATEST_GIVE_UP } from './import/sync.ts';
import { hasSnapshot, latestSnapshot } from './queries.ts';

/** On a day on which all stores are closed stock is waited for that long after its time, and not until the deadline. */
const CLOSED_DAY_MS = 30 * 60_000;
/** So far back it counts that the service did have stock of a day on which stores were closed. */
const CLOSED_DAYS_BACK = 28;

/**
 * The stock of a digest: that of the latest 08:30 at or before its time is on time. While the service does not have it
 * the digest waits until its deadline; on a day on which no store is open, for half an hour. Only what is shown does not
 * wait longer: the gate goes on asking until noon, and what comes by then is there for every question.
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
  // Taken before the gate has seen it whole: the last resort, as older stock is.
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
  // Nothing moves on a day on which stores are closed, nor on the one after it.
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

/** The end of the wait for the stock of a day on which no store is open; never for another day. */
function waitedOnClosedDay(calendar: Calendar, day: string): number {
  return isOpen(day) ? Number.POSITIVE_INFINITY : calendar.instantOf(day, STOCK_REFRESH) + CLOSED_DAY_MS;
}

/** The service has just said that it has none: an answer from before a downtime says nothing about now. */
function isNoneNow(gate: Awaited<ReturnType<typeof stockDayOf>>, now: number): boolean {
  return gate?.answered === 1 && (gate.state === 'empty' || gate.next_probe_at > now);
}

/** Where the service has had stock of such days it may have it today, and be late. */
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

/** Until when the service is asked for the stock of the day: noon, or the latest deadline of a digest that wants it. */
export function stockWantedUntil(
  subscriptions: readonly Subscription[],
  calendar: Calendar,
  now: number,
): number {
  const day = calendar.latestStockDay(now);
  const deadlines = subscriptions
    .filter(({ kind }) => contentOf(kind) === STOCK_DIGEST)
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
