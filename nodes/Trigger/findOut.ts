import type { Calendar } from 'retail-data-client/calendar/calendar';
import { PageDriftError } from 'retail-data-client/portable';
import { nodeClock } from '../service/context.ts';
import type { DaysPlan, Finding } from './days.ts';
import type { LookAt } from './looks.ts';
import { isSettled, type Look, type Sighting, sight } from './settled.ts';

const MOST_FURTHER_LOOKS = 3;

export interface Judging {
  readonly settleMs: number;
  /** True when a poll of at most ten minutes ago has looked, or one that follows will. */
  readonly isSeenOften: boolean;
  /** True when this poll has to tell by itself, because no other one comes soon. */
  readonly isAlone: boolean;
  /** Waits between further looks of a poll that is alone; false when there is no time left. */
  wait(): Promise<boolean>;
  /** True once the poll has taken so long that what it found settled starts the workflow before it looks further. */
  isLong(): boolean;
}

export interface Found {
  /** Oldest first, up to the first date that couldn't be read whole. */
  readonly findings: readonly Finding[];
  /** What to note of the dates that have rows. */
  readonly sightings: Readonly<Record<string, Sighting>>;
  /** Dates that were not looked at. */
  readonly unread: readonly string[];
  readonly failure?: { readonly error: unknown };
}

/** Looks at the dates of the plan. Stock is a state: of its dates, only the newest that has any can be read. */
export async function findOut(
  { event, dates, latest, notes }: DaysPlan,
  open: () => Promise<LookAt>,
  { settleMs, isSeenOften, isAlone, wait, isLong }: Judging,
  calendar: Calendar,
): Promise<Found> {
  const found = new Map<string, Finding>();
  const sightings: Record<string, Sighting> = { ...notes.sightings };
  /** Dates that changed since the look before, or while they were looked at. */
  const moving = new Set<string>();

  const look = async (lookAt: LookAt, date: string): Promise<Look | null> => {
    const seen = await unlessItDrifts(lookAt(date));
    const now = nodeClock.now();
    const sighting = sight(sightings[date], seen, now);
    moving.delete(date);
    if (sighting === undefined) delete sightings[date];
    else sightings[date] = sighting;
    if (seen !== null) {
      // A date before the latest is not on its way any more: the time of its last change alone decides.
      const isAwaited = isSeenOften && date === latest;
      const settled = sighting && isSettled(seen, sighting, settleMs, isAwaited, now, calendar);
      found.set(date, { look: seen, settled });
      if (sighting?.sinceAt === now && settled === undefined) moving.add(date);
    } else moving.add(date);
    return seen;
  };
  const findings = () => {
    const read = dates.filter((date) => found.has(date) || moving.has(date));
    const unread = read.findIndex((date) => !found.has(date));
    return read
      .slice(0, unread < 0 ? undefined : unread)
      .map((date) => found.get(date))
      .filter((finding) => finding !== undefined)
      .map((finding) => (isAlone ? { ...finding, settled: finding.settled ?? false } : finding));
  };

  const unread = () => dates.filter((date) => !found.has(date) && !moving.has(date));

  try {
    const lookAt = await open();
    if (event === 'salesAvailable') {
      for (const date of dates) {
        await look(lookAt, date);
        if (isLong() && found.get(date)?.settled === true) break;
      }
    } else if ((await look(lookAt, latest))?.count === 0) {
      for (const date of dates.slice(0, -1).toReversed()) {
        if ((await look(lookAt, date))?.count !== 0) break;
      }
    }
    for (let further = 0; isAlone && further < MOST_FURTHER_LOOKS; further += 1) {
      if (moving.size === 0 || !(await wait())) break;
      for (const date of [...moving]) await look(lookAt, date);
    }
    return { findings: findings(), sightings, unread: unread() };
  } catch (error) {
    // Without the older dates an empty latest one says nothing of them.
    const isUsable = event === 'salesAvailable' || (found.get(latest)?.look.count ?? 0) > 0;
    return { findings: isUsable ? findings() : [], sightings, unread: unread(), failure: { error } };
  }
}

/** Null for a date that changes while it is looked at. */
async function unlessItDrifts(looking: Promise<Look>): Promise<Look | null> {
  const [look] = await Promise.allSettled([looking]);
  if (look.status === 'fulfilled') return look.value;
  if (look.reason instanceof PageDriftError) return null;
  throw look.reason;
}
