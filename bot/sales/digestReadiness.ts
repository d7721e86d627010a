import type { Calendar } from 'retail-data-client/calendar/calendar';
import { LATE_MS, type Occasion, type Readiness, type Timeliness } from '../digest/kind.ts';
import { deadlineOf } from '../digest/schedule.ts';
import { type DayRange, daysIn } from '../text/dayRange.ts';
import { closedBefore, daysByHand, daysCovered, openBy } from './digestDays.ts';
import type { SalesReader } from './reader.ts';

/** Longer than stores are ever closed. */
const DAYS_BACK = 14;

/**
 * The sales of a digest: those of the open days since the digest before it, up to the newest day that the service had at
 * its time, 07:45 (interface: "Data refresh times"). While one is not read it waits until its deadline. A day without
 * any sale is one that was read.
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
  // A closed day that is not read may have had sales after all.
  if (days.some(isMissing) && now < deadlineOf(subscription, occasion, calendar)) return { kind: 'waiting' };
  if (first === undefined || last === undefined) return { kind: 'closed' };
  const wanted = open.find(isMissing);
  if (wanted === undefined) {
    const readAt = known.find(({ salesDate }) => salesDate === last)?.readAt;
    return {
      kind: 'ready',
      dataDay: last,
      dataFrom: first,
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
