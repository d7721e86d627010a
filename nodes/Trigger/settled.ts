import type { Calendar } from 'retail-data-client/calendar/calendar';

/** What the service has of a date. */
export interface Look {
  /** yyyy-MM-dd */
  readonly date: string;
  /** Rows. */
  readonly count: number;
  /** What the rows add up to: a corrected figure changes it, though the count is the same. */
  readonly sums: string;
  /** The latest change among the rows, `yyyy-MM-dd HH:mm:ss`. */
  readonly lastChange: string;
}

/** What earlier polls saw of a date that has rows. Instants in milliseconds. */
export interface Sighting {
  readonly firstAt: number;
  /** Since when every look was like the last. */
  readonly sinceAt: number;
  /** The last look; empty when the data changed during it. */
  readonly look: string;
}

export const MINUTE_MS = 60_000;
/** A poll every ten minutes may begin a little early or late. */
export const LEEWAY_MS = 30_000;
/** Data that never stands still starts the workflow so long after it was first seen. */
const GIVE_UP_MS = 45 * MINUTE_MS;

/** `look` is null when the data changed during it. Undefined for a date without rows. */
export function sight(before: Sighting | undefined, look: Look | null, now: number): Sighting | undefined {
  if (look?.count === 0) return undefined;
  // One of the future was noted under a clock that was wrong.
  const earlier = before !== undefined && before.sinceAt <= now ? before : undefined;
  const seen = look === null ? '' : `${look.count} | ${look.sums} | ${look.lastChange}`;
  const isSame = earlier?.look === seen && seen !== '';
  return { firstAt: earlier?.firstAt ?? now, sinceAt: isSame ? earlier.sinceAt : now, look: seen };
}

/**
 * What a poll notes of a date that it had no time to read, since n8n saves the notes of few others: data may have been
 * there from the first such poll on, unless n8n ran long enough since to see it stand still.
 */
export function sightUnread(before: Sighting | undefined, settleMs: number, now: number): Sighting {
  if (before !== undefined && before.look !== '') return before;
  const ranLong = before !== undefined && now - before.sinceAt > settleMs + 10 * MINUTE_MS;
  return { firstAt: ranLong ? now : (before?.firstAt ?? now), sinceAt: now, look: '' };
}

/**
 * Whether what was seen counts as all there is: it stood still for `settleMs`, and its latest change is at least as old.
 * Without an earlier look (`isSeenOften` is false) the latest change alone decides. False when the wait is over although
 * it did not stand still; undefined while a later look has to tell.
 */
export function isSettled(
  look: Look,
  { firstAt, sinceAt }: Sighting,
  settleMs: number,
  isSeenOften: boolean,
  now: number,
  calendar: Calendar,
): boolean | undefined {
  const age = now - instantOf(look.lastChange, calendar);
  // A change in the future, or at a time that can't be read, says nothing.
  const isAgeKnown = age >= 0;
  const stoodStill = now - sinceAt >= settleMs - LEEWAY_MS || (isAgeKnown && !isSeenOften);
  if (settleMs === 0 || (stoodStill && !(isAgeKnown && age < settleMs))) return true;
  return now - firstAt >= GIVE_UP_MS ? false : undefined;
}

function instantOf(change: string, calendar: Calendar): number {
  const [day = '', time = ''] = change.split(' ');
  return calendar.instantOf(day, time);
}
