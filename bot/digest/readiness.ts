import { type Calendar, STOCK_REFRESH } from 'retail-data-client/calendar/calendar';
import { dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import type { Database } from '../database/connection.ts';
import { type DigestKey, isManual } from '../outbox/key.ts';
import { closedBefore, daysByHand, daysCovered, openBy } from '../sales/digestDays.ts';
import type { SalesReader } from '../sales/reader.ts';
import { stockDayOf } from '../stock/import/state.ts';
import { GIVE_UP, LATEST_GIVE_UP } from '../stock/import/sync.ts';
import { hasSnapshot, latestSnapshot } from '../stock/queries.ts';
import { type DayRange, daysIn } from '../text/dayRange.ts';
import { deadlineOf } from './schedule.ts';
import type { Subscription } from './subscription.ts';

/** How the figures of a digest stand to its time. `wanted` is the day they should be of. */
export type Timeliness =
  | { readonly kind: 'onTime' }
  /** The figures of the day, but after its time: the service had them late, or the bot was not running. */
  | { readonly kind: 'late'; readonly because: 'service' | 'bot'; readonly dueAt: number }
  /** The figures are older than they should be: the service has not been updated, is still at it, or did not answer. */
  | {
      readonly kind: 'unrefreshed';
      readonly wanted: string;
      readonly isUpdating?: boolean;
      readonly isUnreached?: boolean;
    }
  /** No product has changed since the day of the figures, and none was to be expected to. */
  | { readonly kind: 'quiet'; readonly wanted: string };

/** What a digest is made of, or why it is not made yet. */
export type Readiness =
  | {
      readonly kind: 'ready';
      readonly dataDay: string | undefined;
      /** The first day of several, for sales after a weekend; `dataDay` when not set. */
      readonly dataFrom?: string | undefined;
      /** Days without an open store, whose digests did not come. */
      readonly closedBefore?: readonly string[];
      readonly timeliness: Timeliness;
    }
  | { readonly kind: 'waiting' }
  /** No store was open on the days that it would be of. */
  | { readonly kind: 'closed' };

/** Whether the figures of one kind of digest are there, and which day they are of. */
export type ResolveFigures = (occasion: FiguresOccasion) => Promise<Readiness>;

export interface FiguresOccasion {
  readonly run: DigestKey & { readonly dueAt: number };
  /** Undefined for a digest by hand. */
  readonly subscription: Subscription | undefined;
  readonly now: number;
}

const LATE_MS = 15 * 60_000;

/** Longer than stores are ever closed. */
const DAYS_BACK = 14;

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
  { run, subscription, now }: FiguresOccasion,
): Promise<Readiness> {
  const newest = await latestSnapshot(database);
  if (isManual(run.kind) || subscription === undefined) {
    return { kind: 'ready', dataDay: newest?.businessDate, timeliness: { kind: 'onTime' } };
  }
  const wanted = calendar.latestStockDay(run.dueAt);
  const current = calendar.latestStockDay(now);
  // Taken before the gate has seen it whole: the last resort, as older stock is.
  const isEarly =
    newest !== undefined &&
    newest.businessDate >= wanted &&
    (await stockDayOf(database, newest.businessDate))?.state === 'waiting';
  const early = isEarly ? newest.businessDate : undefined;
  for (const day of wanted === current ? [wanted] : [wanted, current]) {
    if (day === early || !(await hasSnapshot(database, day))) continue;
    const timeliness = await stockLateness(database, day, run.dueAt, now);
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
  const isOver = gate?.state === 'empty' && (mayBeQuiet || wanted < calendar.dayOf(run.dueAt));
  if (isOver && older !== undefined) return { kind: 'ready', dataDay: older, timeliness };
  if (older !== undefined && isNoneNow(gate, now) && now >= waitedOnClosedDay(calendar, wanted)) {
    const usual = await stockOnClosedDays(database, calendar, wanted);
    if (!usual) return { kind: 'ready', dataDay: older, timeliness };
  }
  if (now < deadlineOf(subscription, run, calendar)) return { kind: 'waiting' };
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
    .filter(({ kind }) => kind === 'stock')
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

/**
 * The sales of a digest: those of the open days since the digest before it, up to the newest day that the service had at
 * its time, 07:45 (interface: "Data refresh times"). While one is not read it waits until its deadline. A day without
 * any sale is one that was read.
 */
export async function resolveSales(
  sales: Pick<SalesReader, 'daysOf' | 'newestDay'>,
  calendar: Calendar,
  /** The sales digest of a channel; undefined where there is none. */
  subscriptionIn: (teamId: string, channelId: string) => Promise<Subscription | undefined>,
  { run, subscription, now }: FiguresOccasion,
): Promise<Readiness> {
  if (isManual(run.kind) || subscription === undefined) {
    const schedule = subscription ?? (await subscriptionIn(run.teamId, run.channelId));
    const ranges = schedule === undefined ? [] : daysByHand(schedule, now, calendar);
    const days = await firstRead(sales, ranges);
    return {
      kind: 'ready',
      dataDay: days?.to ?? (await newestRead(sales, calendar, now)),
      dataFrom: days?.from,
      timeliness: { kind: 'onTime' },
    };
  }
  const covered = daysCovered(subscription, run.businessDate, calendar);
  const known = (await sales.daysOf(calendar.addDays(covered.from, -DAYS_BACK), covered.to)).days;
  const isOpen = openBy(known);
  const days = daysIn(covered);
  const open = days.filter(isOpen);
  const [first, last] = [open[0], open.at(-1)];
  const isMissing = (day: string) =>
    known.some(({ salesDate, state }) => salesDate === day && state === 'missing');
  // A closed day that is not read may have had sales after all.
  if (days.some(isMissing) && now < deadlineOf(subscription, run, calendar)) return { kind: 'waiting' };
  if (first === undefined || last === undefined) return { kind: 'closed' };
  const wanted = open.find(isMissing);
  if (wanted === undefined) {
    const readAt = known.find(({ salesDate }) => salesDate === last)?.readAt;
    return {
      kind: 'ready',
      dataDay: last,
      dataFrom: first,
      closedBefore: closedBefore(subscription, run.businessDate, calendar, isOpen),
      timeliness: salesLateness(run.dueAt, readAt, now),
    };
  }
  const timeliness = { kind: 'unrefreshed', wanted } as const;
  const read = open.filter((day) => day < wanted).at(-1);
  return read === undefined
    ? { kind: 'ready', dataDay: await sales.newestDay(), timeliness }
    : { kind: 'ready', dataDay: read, dataFrom: first, timeliness };
}

/** The open days that are stored, up to the first that is not, of the first range that has any. */
async function firstRead(
  sales: Pick<SalesReader, 'daysOf'>,
  ranges: readonly DayRange[],
): Promise<DayRange | undefined> {
  for (const { from, to } of ranges) {
    const known = (await sales.daysOf(from, to)).days;
    const isOpen = openBy(known);
    const open = known.filter(({ salesDate }) => isOpen(salesDate));
    // The history may begin in the middle of them.
    const begin = Math.max(
      0,
      open.findIndex(({ state }) => state !== 'missing'),
    );
    const end = open.findIndex(({ state }, at) => at >= begin && state === 'missing');
    const read = open.slice(begin, end === -1 ? open.length : end);
    const [first, last] = [read[0], read.at(-1)];
    if (first !== undefined && last !== undefined) return { from: first.salesDate, to: last.salesDate };
  }
  return undefined;
}

/** The newest day that should be there, when it is; else the newest that has sales. */
async function newestRead(
  sales: Pick<SalesReader, 'daysOf' | 'newestDay'>,
  calendar: Calendar,
  now: number,
): Promise<string | undefined> {
  const latest = calendar.latestSalesDay(now);
  const [day] = (await sales.daysOf(latest, latest)).days;
  const newest = await sales.newestDay();
  return newest !== undefined && day?.state === 'empty' ? latest : newest;
}

function salesLateness(dueAt: number, readAt: number | undefined, now: number): Timeliness {
  if (now - dueAt < LATE_MS) return { kind: 'onTime' };
  // A day is read again when it is corrected, so a late reading alone does not tell that it came late.
  const because = readAt !== undefined && now - readAt < LATE_MS ? 'service' : 'bot';
  return { kind: 'late', because, dueAt };
}
