import type { Calendar } from 'retail-data-client/calendar/calendar';
import { dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import { comesOn } from '../standing/schedule.ts';
import type { Subscription } from '../standing/subscription.ts';
import { type DayRange, daysIn } from '../text/dayRange.ts';
import type { DayCoverage } from './reader.ts';

type Schedule = Pick<Subscription, 'cadence' | 'digestTime' | 'weekdays'>;

/** The last scheduled date before `businessDate`. */
function scheduledBefore(schedule: Schedule, businessDate: string, calendar: Calendar): string {
  let date = calendar.addDays(businessDate, -1);
  while (!comesOn(date, schedule, calendar)) date = calendar.addDays(date, -1);
  return date;
}

/**
 * The days whose sales a digest shows: those after the last day of the previous scheduled digest. They depend only on
 * calendar and settings, so that replicas and retries agree.
 */
export function daysCovered(schedule: Schedule, businessDate: string, calendar: Calendar): DayRange {
  const latestOn = (date: string) => calendar.latestSalesDay(calendar.instantOf(date, schedule.digestTime));
  const to = latestOn(businessDate);
  const after = calendar.addDays(latestOn(scheduledBefore(schedule, businessDate, calendar)), 1);
  return { from: after < to ? after : to, to };
}

/** The dates of the last scheduled digest that is due at `now`, and of the next one. */
function scheduledAround(
  schedule: Schedule,
  now: number,
  calendar: Calendar,
): { readonly latest: string; readonly next: string } {
  const { addDays, dayOf: dateAt, instantOf } = calendar;
  const isScheduled = (date: string) => comesOn(date, schedule, calendar);
  const isDue = (date: string) => instantOf(date, schedule.digestTime) <= now;
  const today = dateAt(now);
  let next = today;
  while (!isScheduled(next) || isDue(next)) next = addDays(next, 1);
  const latest = isScheduled(today) && isDue(today) ? today : scheduledBefore(schedule, today, calendar);
  return { latest, next };
}

/**
 * Candidates for `/digest now` and previews, latest first: the days of the next scheduled digest, of the last one and of
 * those before it.
 */
export function daysByHand(schedule: Schedule, now: number, calendar: Calendar): readonly DayRange[] {
  const { latest, next } = scheduledAround(schedule, now, calendar);
  const dates = [next, latest];
  for (let back = 0; back < MAX_DIGESTS_BACK; back += 1) {
    dates.push(scheduledBefore(schedule, dates.at(-1) ?? latest, calendar));
  }
  return dates.map((date) => daysCovered(schedule, date, calendar));
}

/** Stores are never closed for longer than this many digests. */
const MAX_DIGESTS_BACK = 10;

/** Days without an open store right before this digest, for which no digest was posted. */
export function closedBefore(
  schedule: Schedule,
  businessDate: string,
  calendar: Calendar,
  isOpen: (day: string) => boolean,
): string[] {
  const closed: string[] = [];
  let date = scheduledBefore(schedule, businessDate, calendar);
  for (let back = 0; back < MAX_DIGESTS_BACK; back += 1) {
    const days = daysIn(daysCovered(schedule, date, calendar));
    if (days.some(isOpen)) break;
    closed.unshift(...days);
    date = scheduledBefore(schedule, date, calendar);
  }
  return closed;
}

/** Tells open days: stores are open by the calendar, or something was sold. */
export function openBy(coverage: readonly DayCoverage[]): (day: string) => boolean {
  const sold = new Set(coverage.filter(({ state }) => state === 'held').map(({ salesDate }) => salesDate));
  return (day) => sold.has(day) || isOpenDay(dayOf(day));
}
