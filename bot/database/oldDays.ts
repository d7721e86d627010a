import type { Logger } from 'pino';
import type { DatabaseClock } from './clock.ts';
import type { ClockCheck } from './clockCheck.ts';
import type { Database } from './connection.ts';

/** What is deleted once it is old enough. */
export type OldThing = 'sales' | 'stock' | 'own products' | 'digests' | 'sources of digests';

/** Whatever is deleted for its age asks here first: a wrong clock makes everything old at once. */
export interface OldDays {
  /**
   * What is older than the returned instant may be deleted now; it is never later than `before`. `oldest` is the age of
   * the oldest thing there is, undefined for none. More than a week of them goes a day after the log has said so.
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
        // A warning of back then is none of what may come.
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

/** The same for days: those before the one it gives may be deleted. */
export async function deletableDaysBefore(
  { deletableBefore }: OldDays,
  what: OldThing,
  oldest: string | undefined,
  before: string,
): Promise<string> {
  const oldestInstant = oldest === undefined ? undefined : instantOfDay(oldest);
  return dayOf(await deletableBefore(what, oldestInstant, instantOfDay(before)));
}

/** Days are compared as instants of one zone; which one does not matter. */
export function instantOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
