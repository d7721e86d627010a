import type { Calendar } from 'retail-data-client/calendar/calendar';
import { LATE_MS, type Occasion, type Readiness, type Timeliness } from '../standing/occasion.ts';
import { deadlineOf } from '../standing/schedule.ts';
import type { Subscription } from '../standing/subscription.ts';
import type { DayRange } from '../text/dayRange.ts';
import { closedBefore, daysByHand, daysCovered, openBy } from './digestDays.ts';
import type { DayCoverage, SalesReader } from './reader.ts';

/** More days than stores are ever closed in a row. */
const DAYS_BACK = 14;

type Days = Pick<SalesReader, 'daysOf' | 'newestDay'>;

/**
 * What a question of `periods` waits for, of which the first is shown: the sales of all their open days since `oldest`,
 * at most until its deadline. A day that was fetched and has no sales counts as fetched. Without periods it is about the
 * open days since it was posted last, up to the latest day the service had at its time, 07:45 (interface: "Data refresh
 * times"). A manual one doesn't wait.
 */
export async function resolveSales(
  sales: Days,
  calendar: Calendar,
  periods: readonly DayRange[],
  occasion: Occasion,
  oldest = '',
): Promise<Readiness> {
  const { subscription, isManual, now } = occasion;
  const [own, ...others] = periods;
  if (isManual || subscription === undefined) {
    const days = own ?? (await readByHand(sales, calendar, occasion));
    const isStored = own === undefined || (await sales.newestDay()) !== undefined;
    const dataDay = isStored ? days?.to : undefined;
    return { kind: 'ready', dataDay, dataFrom: days?.from, timeliness: { kind: 'onTime' } };
  }
  const mayWait = now < deadlineOf(subscription, occasion, calendar);
  return own === undefined
    ? sinceTheLast(sales, calendar, subscription, occasion, mayWait)
    : ofPeriods(sales, [own, ...others], occasion, mayWait, oldest);
}

/** The open days since the last digest. One that arrived too late for it is added. */
async function sinceTheLast(
  sales: Days,
  calendar: Calendar,
  subscription: Subscription,
  occasion: Occasion,
  mayWait: boolean,
): Promise<Readiness> {
  const { businessDate, shownTo } = occasion;
  const covered = daysCovered(subscription, businessDate, calendar);
  const known = (await sales.daysOf(calendar.addDays(covered.from, -DAYS_BACK), covered.to)).days;
  const isOpen = openBy(known);
  const days = known.filter(({ salesDate }) => salesDate >= covered.from);
  // A closed day may turn out to have sales, so it is waited for too.
  if (mayWait && days.some(isMissing)) return { kind: 'waiting' };
  const open = days.filter(({ salesDate }) => isOpen(salesDate));
  const [first, last] = [open[0], open.at(-1)];
  if (first === undefined || last === undefined) return { kind: 'closed' };
  const lacking = open.findIndex(isMissing);
  if (lacking === -1) {
    const lateDays = lateIn(known, isOpen, shownTo, covered.from, calendar);
    return {
      kind: 'ready',
      dataDay: last.salesDate,
      dataFrom: lateDays[0] ?? first.salesDate,
      lateDays,
      closedBefore: closedBefore(subscription, businessDate, calendar, isOpen),
      timeliness: salesLateness(occasion, last),
    };
  }
  const timeliness = { kind: 'unrefreshed', wanted: open[lacking]?.salesDate ?? '' } as const;
  const read = open[lacking - 1];
  return read === undefined
    ? { kind: 'ready', dataDay: await sales.newestDay(), timeliness }
    : { kind: 'ready', dataDay: read.salesDate, dataFrom: first.salesDate, timeliness };
}

/** It doesn't wait for a Sunday or holiday, which the data service settles only at noon of the next day. */
async function ofPeriods(
  sales: Days,
  [own, ...others]: readonly [DayRange, ...DayRange[]],
  occasion: Occasion,
  mayWait: boolean,
  oldest: string,
): Promise<Readiness> {
  const openIn = async ({ from, to }: DayRange) => {
    const { days: known } = await sales.daysOf(from, to);
    const isOpen = openBy(known);
    return known.filter(({ salesDate }) => isOpen(salesDate) && salesDate >= oldest);
  };
  const open = (await Promise.all([...others, own].map(openIn))).flat();
  const lacking = open.filter(isMissing);
  if (mayWait && lacking.length > 0) return { kind: 'waiting' };
  const ready = { kind: 'ready', dataDay: own.to, dataFrom: own.from } as const;
  const wanted = lacking.at(-1)?.salesDate;
  if (wanted === undefined) return { ...ready, timeliness: salesLateness(occasion, open.at(-1)) };
  const timeliness = { kind: 'unrefreshed', wanted } as const;
  const isAnyStored = lacking.length < open.length;
  return isAnyStored ? { ...ready, timeliness } : { kind: 'ready', dataDay: undefined, timeliness };
}

function isMissing({ state }: DayCoverage): boolean {
  return state === 'missing';
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

/** The stored open days of the next digest, or of the latest before it that has any, up to the first gap. */
async function readByHand(
  sales: Days,
  calendar: Calendar,
  { subscription, now }: Occasion,
): Promise<DayRange | undefined> {
  for (const { from, to } of subscription === undefined ? [] : daysByHand(subscription, now, calendar)) {
    const known = (await sales.daysOf(from, to)).days;
    const isOpen = openBy(known);
    const open = known.filter(({ salesDate }) => isOpen(salesDate));
    // The stored history may begin within the range.
    const stored = open.slice(
      Math.max(
        0,
        open.findIndex((day) => !isMissing(day)),
      ),
    );
    const end = stored.findIndex(isMissing);
    const read = end === -1 ? stored : stored.slice(0, end);
    const [first, last] = [read[0], read.at(-1)];
    if (first !== undefined && last !== undefined) return { from: first.salesDate, to: last.salesDate };
  }
  // The latest day the service should have, if it was fetched; otherwise the latest stored day with sales.
  const latest = calendar.latestSalesDay(now);
  const [day] = (await sales.daysOf(latest, latest)).days;
  const newest = await sales.newestDay();
  const shown = newest !== undefined && day?.state === 'empty' ? latest : newest;
  return shown === undefined ? undefined : { from: shown, to: shown };
}

/** Whether a digest with the data it should have, of which `last` is the last day, is on time. */
function salesLateness({ dueAt, now }: Occasion, last: DayCoverage | undefined): Timeliness {
  if (now - dueAt < LATE_MS) return { kind: 'onTime' };
  // Corrections update `readAt` too, so it shows that the service was late only when it is recent.
  const isRecent = last?.readAt !== undefined && now - last.readAt < LATE_MS;
  return { kind: 'late', because: isRecent ? 'service' : 'bot', dueAt };
}
