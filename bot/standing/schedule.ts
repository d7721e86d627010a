import { type Calendar, weekdayOf as numberOfWeekday } from 'retail-data-client/calendar/calendar';
import { dayOf, isWorkingDay } from 'retail-data-client/calendar/openDays';
import type { RecordedMessage } from '../outbox/ledger.ts';
import { presetOf } from './presets.ts';
import type { Reason } from './reasons.ts';
import type { DigestRuns } from './runs.ts';
import { EVERY_DAY, type Subscription, subscriptionKey } from './subscription.ts';

/** A subscription with what the ledger has recorded. */
export interface KnownSubscription extends Subscription {
  /** The latest recorded occasion, whatever its state. */
  readonly lastDate: string | undefined;
}

/** Older occurrences are not recorded. */
const DAYS_BACK = 40;

export async function withLastDates(
  runs: Pick<DigestRuns, 'lastDates'>,
  subscriptions: readonly Subscription[],
): Promise<KnownSubscription[]> {
  const lastDates = await runs.lastDates(subscriptions);
  return subscriptions.map((subscription) => ({
    ...subscription,
    lastDate: lastDates.get(subscriptionKey(subscription)),
  }));
}

/**
 * The occurrences that are due by `now` and not recorded. The latest of each subscription is due, however late; those
 * before it are missed, because the bot was down. A subscription that Slack refused the last time is due as well:
 * trying is the way to find out whether Slack accepts it again.
 */
export function dueRuns(
  subscriptions: readonly KnownSubscription[],
  calendar: Calendar,
  now: number,
): RecordedMessage[] {
  return subscriptions.flatMap((subscription) => occurrencesOf(subscription, calendar, now));
}

function occurrencesOf(subscription: KnownSubscription, calendar: Calendar, now: number): RecordedMessage[] {
  const { teamId, channelId, kind, digestTime, pausedUntil, lastDate } = subscription;
  const today = calendar.dayOf(now);
  const first = calendar.dayOf(subscription.countsFrom);
  let day = lastDate === undefined || lastDate < first ? first : calendar.addDays(lastDate, 1);
  const earliest = calendar.addDays(today, -DAYS_BACK);
  if (day < earliest) day = earliest;
  const found: { occasion: string; dueAt: number }[] = [];
  for (; day <= today; day = calendar.addDays(day, 1)) {
    if (!comesOn(day, subscription, calendar)) continue;
    if (pausedUntil !== undefined && day < pausedUntil) continue;
    const dueAt = calendar.instantOf(day, digestTime);
    const occasion = occasionOf(day, subscription, calendar);
    if (occasion > (lastDate ?? '') && dueAt > subscription.countsFrom && dueAt <= now)
      found.push({ occasion, dueAt });
  }
  return found.map(({ occasion, dueAt }, index) => ({
    teamId,
    channelId,
    kind,
    occasion,
    dueAt,
    missed: index === found.length - 1 ? undefined : ('notRunning' satisfies Reason),
  }));
}

/** Monday 1 to Sunday 7, as subscriptions have their weekdays. */
function weekdayOf(day: string): string {
  return String(numberOfWeekday(day));
}

type Days = Pick<Calendar, 'addDays'>;

/** Whether a digest is due on `day`; see Cadence. */
export function comesOn(
  day: string,
  { cadence, weekdays }: Pick<Subscription, 'cadence' | 'weekdays'>,
  calendar: Days,
): boolean {
  if (!weekdays.includes(weekdayOf(day))) return false;
  if (cadence === 'daily') return true;
  if (cadence === 'weekly') return weekdays.startsWith(weekdayOf(day));
  return day === dayInMonthOf(day, weekdays, calendar);
}

/**
 * The occasion of a digest that is due on `day`. A preset of a week or a month has one, whatever its weekdays:
 * the day on which its digest is due on any weekday. So changed weekdays bring no second digest. A typed question has one
 * for each day: "every friday" in the place of "every monday" begins this week.
 */
export function occasionOf(
  day: string,
  { cadence, kind }: Pick<Subscription, 'cadence' | 'kind'>,
  calendar: Days,
): string {
  if (cadence === 'daily' || presetOf(kind) === undefined) return day;
  if (cadence === 'weekly') return calendar.addDays(day, 1 - numberOfWeekday(day));
  return dayInMonthOf(day, EVERY_DAY, calendar);
}

/** The first of `weekdays` in the month of `day` that is a working day, or the first of them where none is. */
function dayInMonthOf(day: string, weekdays: string, { addDays }: Days): string {
  const month = day.slice(0, 7);
  let first: string | undefined;
  for (let each = `${month}-01`; each.startsWith(month); each = addDays(each, 1)) {
    if (!weekdays.includes(weekdayOf(each))) continue;
    if (isWorkingDay(dayOf(each))) return each;
    first ??= each;
  }
  return first ?? day;
}

/** When `run` stops waiting for data; never before it is due. */
export function deadlineOf(
  { deadline }: Pick<Subscription, 'deadline'>,
  run: { readonly businessDate: string; readonly dueAt: number },
  calendar: Calendar,
): number {
  return Math.max(run.dueAt, calendar.instantOf(run.businessDate, deadline));
}

/** Days that contain an occurrence of every cadence, even of a monthly digest that another time zone made due early. */
const DAYS_AHEAD = 70;

/**
 * The next due instant after `now`, by `dueRuns`. Undefined while Slack refuses it, or when DAYS_AHEAD days have none.
 */
export function nextDueAt(known: KnownSubscription, calendar: Calendar, now: number): number | undefined {
  const { digestTime, pausedUntil, pausedReason } = known;
  if (pausedReason !== undefined) return undefined;
  const today = calendar.dayOf(now);
  const first = pausedUntil !== undefined && pausedUntil > today ? pausedUntil : today;
  for (let ahead = 0; ahead < DAYS_AHEAD; ahead += 1) {
    const day = calendar.addDays(first, ahead);
    const at = calendar.instantOf(day, digestTime);
    if (at <= now || !comesOn(day, known, calendar)) continue;
    const isDue = dueRuns([known], calendar, at).some(
      ({ dueAt, missed }) => dueAt === at && missed === undefined,
    );
    if (isDue) return at;
  }
  return undefined;
}

/** The digest that is due first; undefined when none is. */
export function firstDue(
  subscriptions: readonly KnownSubscription[],
  calendar: Calendar,
  now: number,
): (Subscription & { readonly dueAt: number }) | undefined {
  return subscriptions
    .flatMap((known) => {
      const dueAt = nextDueAt(known, calendar, now);
      return dueAt === undefined ? [] : [{ ...known, dueAt }];
    })
    .toSorted((one, other) => one.dueAt - other.dueAt)
    .at(0);
}
