import type { Logger } from 'pino';
import type { DatabaseClock } from './clock.ts';
import type { ClockCheck } from './clockCheck.ts';
import type { Database } from './connection.ts';

/** The kinds of data that are deleted when they are old. */
export type OldThing = 'sales' | 'stock' | 'own products' | 'digests' | 'sources of digests' | 'messages';

/** Checked before old data is deleted, because a wrong clock makes everything look old. */
export interface OldDays {
  /**
   * Returns an instant, never later than `before`; data older than it may be deleted now. `oldest` is the instant of
   * the oldest stored data, undefined for none. More than a week of data is deleted a day after a warning in the log.
   */
  deletableBefore(what: OldThing, oldest: number | undefined, before: number): Promise<number>;
}

const DAY_MS = 24 * 60 * 60_000;
const WEEK_MS = 7 * DAY_MS;

export function createOldDays({
  database,
  time,
  clocks,
  log,
}: {
  readonly database: Database;
  readonly time: DatabaseClock;
  readonly clocks: Pick<ClockCheck, 'verdict'>;
  readonly log: Logger;
}): OldDays {
  return {
    async deletableBefore(what, oldest, before) {
      if (oldest === undefined || oldest >= before) return before;
      if ((await clocks.verdict()) === 'wrong') return oldest;
      const now = await time.now();
      const warning = await database
        .selectFrom('deletion_warning')
        .selectAll()
        .where('what', '=', what)
        .executeTakeFirst();
      if (before - oldest <= WEEK_MS) {
        // An earlier warning doesn't apply to later deletions.
        if (warning !== undefined) {
          await database.deleteFrom('deletion_warning').where('what', '=', what).execute();
        }
        return before;
      }
      const sinceWarned = warning === undefined ? undefined : now - warning.warned_at;
      if (warning !== undefined && sinceWarned !== undefined && sinceWarned >= 0 && sinceWarned < WEEK_MS) {
        return sinceWarned < DAY_MS ? oldest : Math.min(before, warning.before);
      }
      const warned = { what, before, warned_at: now };
      await database
        .insertInto('deletion_warning')
        .values(warned)
        .onConflict((conflict) => conflict.column('what').doUpdateSet(warned))
        .execute();
      log.warn(
        { what, from: dayOf(oldest), before: dayOf(before) },
        `${what} from ${dayOf(oldest)} on are older than what is kept, and more than a week of them: those before ${dayOf(before)} are deleted in a day`,
      );
      return oldest;
    },
  };
}

/** `deletableBefore` for days: those before the returned day may be deleted. */
export async function deletableDaysBefore(
  { deletableBefore }: OldDays,
  what: OldThing,
  oldest: string | undefined,
  before: string,
): Promise<string> {
  const oldestInstant = oldest === undefined ? undefined : instantOfDay(oldest);
  return dayOf(await deletableBefore(what, oldestInstant, instantOfDay(before)));
}

/** Midnight UTC: the zone doesn't matter, because instants are only compared with each other. */
export function instantOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
