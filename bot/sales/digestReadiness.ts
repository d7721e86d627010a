import type { Calendar } from 'retail-data-client/calendar/calendar';
import { LATE_MS, type Occasion, type Readiness, type Timeliness } from '../digest/occasion.ts';
import { deadlineOf } from '../digest/schedule.ts';
import { type DayRange, daysIn } from '../text/dayRange.ts';
import { closedBefore, daysByHand, daysCovered, openBy } from './digestDays.ts';
import type { DayCoverage, SalesReader } from './reader.ts';

/** More days than stores are ever closed in a row. */
const DAYS_BACK = 14;

/**
 * The sales digest shows the open days since the previous one, up to the latest day the service had at its time, 07:45
 * (interface: "Data refresh times"). Until all are fetched it waits, at most until its deadline. A day that was fetched
 * and has no sales counts as fetched. One that arrived too late for the digest before is added.
 */
export async function resolveSales(
  sales: Pick<SalesReader, 'daysOf' | 'newestDay'>,
  calendar: Calendar,
  occasion: Occasion,
): Promise<Readiness> {
  const { subscription, isManual, businessDate, dueAt, now } = occasion;
  if (isManual || subscription === undefined) {
    const ranges = subscription === undefined ? [] : daysByHand(subscription, now, calendar);
    const days = await firstRead(sales, ranges);
    return {
      kind: 'ready',
      dataDay: days?.to ?? (await newestRead(sales, calendar, now)),
      dataFrom: days?.from,
      timeliness: { kind: 'onTime' },
    };
  }
  const covered = daysCovered(subscription, businessDate, calendar);
  const known = (await sales.daysOf(calendar.addDays(covered.from, -DAYS_BACK), covered.to)).days;
  const isOpen = openBy(known);
  const days = daysIn(covered);
  const open = days.filter(isOpen);
  const [first, last] = [open[0], open.at(-1)];
  const isMissing = (day: string) =>
    known.some(({ salesDate, state }) => salesDate === day && state === 'missing');
  // A closed day may turn out to have sales, so it is waited for too.
  if (days.some(isMissing) && now < deadlineOf(subscription, occasion, calendar)) return { kind: 'waiting' };
  if (first === undefined || last === undefined) return { kind: 'closed' };
  const wanted = open.find(isMissing);
  if (wanted === undefined) {
    const readAt = known.find(({ salesDate }) => salesDate === last)?.readAt;
    const lateDays = lateIn(known, isOpen, occasion.shownTo, covered.from, calendar);
    return {
      kind: 'ready',
      dataDay: last,
      dataFrom: lateDays[0] ?? first,
      lateDays,
      closedBefore: closedBefore(subscription, businessDate, calendar, isOpen),
      timeliness: salesLateness(dueAt, readAt, now),
    };
  }
  const timeliness = { kind: 'unrefreshed', wanted } as const;
  const read = open.filter((day) => day < wanted).at(-1);
  return read === undefined
    ? { kind: 'ready', dataDay: await sales.newestDay(), timeliness }
    : { kind: 'ready', dataDay: read, dataFrom: first, timeliness };
}

/** The open days after those of the digest before that it didn't show; none while one of them still lacks. */
function lateIn(
  known: readonly DayCoverage[],
  isOpen: (day: string) => boolean,
  shownTo: string | undefined,
  from: string,
  { addDays }: Calendar,
): readonly string[] {
  if (shownTo === undefined || shownTo < addDays(from, -DAYS_BACK)) return [];
  const days = known.filter(({ salesDate: day }) => day > shownTo && day < from && isOpen(day));
  return days.some(({ state }) => state === 'missing') ? [] : days.map(({ salesDate }) => salesDate);
}

/** The stored open days of the first range that has any, up to the first gap. */
async function firstRead(
  sales: Pick<SalesReader, 'daysOf'>,
  ranges: readonly DayRange[],
): Promise<DayRange | undefined> {
  for (const { from, to } of ranges) {
    const known = (await sales.daysOf(from, to)).days;
    const isOpen = openBy(known);
    const open = known.filter(({ salesDate }) => isOpen(salesDate));
    // The stored history may begin within the range.
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

/** The latest day the service should have, if it was fetched; otherwise the latest stored day with sales. */
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

/** Whether a digest with the data it should have, fetched at `readAt`, is on time. */
export function salesLateness(dueAt: number, readAt: number | undefined, now: number): Timeliness {
  if (now - dueAt < LATE_MS) return { kind: 'onTime' };
  // Corrections update `readAt` too, so it shows that the service was late only when it is recent.
  const because = readAt !== undefined && now - readAt < LATE_MS ? 'service' : 'bot';
  return { kind: 'late', because, dueAt };
}
