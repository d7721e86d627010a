import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Store } from 'retail-data-client/portable';
import { mayAsk, type PollTimes } from './days.ts';

/** What is known between polls. */
export interface StoresNotes extends PollTimes {
  /** The day that the last check was for, yyyy-MM-dd. */
  readonly lastDate: string;
  /** The filters of the last check: others mean other stores, which is no change of any store. */
  readonly filters: string;
  /** When each store last changed, in the service's words, by store id; null until the first check. */
  readonly seen: Readonly<Record<string, string>> | null;
}

/** The interface gives no time at which stores change: a day's check is due before the working day. */
const CHECKED_AT = '07:00';

/** The newest day whose check is due. Without a poll after 07:00 it is made by the first poll of the next day. */
function dayToCheck(now: number, calendar: Calendar): string {
  const today = calendar.dayOf(now);
  return calendar.timeOf(now) >= CHECKED_AT ? today : calendar.addDays(today, -1);
}

export function storesNotesAt(known: StoresNotes | undefined, filters: string): StoresNotes {
  return known?.filters === filters
    ? known
    : { lastDate: '', polledAt: 0, askedAt: 0, waitMs: 0, filters, seen: null };
}

/** The first check is due at once, so that changes count from then on; the others once a day. */
export function isCheckDue(notes: StoresNotes, now: number, calendar: Calendar): boolean {
  return mayAsk(notes, now) && (notes.seen === null || dayToCheck(now, calendar) > notes.lastDate);
}

/** The day to ask for changes from; undefined for all stores. A day more than needed, whatever zone the service counts in. */
export function changedSince({ seen, lastDate }: StoresNotes, calendar: Calendar): string | undefined {
  return seen === null ? undefined : calendar.addDays(lastDate, -1);
}

/** The stores that are new or changed later than they were seen, and what to note. */
export function concludeStores(
  { filters, seen }: StoresNotes,
  answer: readonly Store[],
  now: number,
  calendar: Calendar,
): { readonly changed: readonly Store[]; readonly notes: StoresNotes } {
  const changes = answer.map(
    ({ storeId, lastChanged: { date, time } }) => [storeId, `${date} ${time}`] as const,
  );
  return {
    changed: answer.filter((_, index) => {
      const [storeId = '', change] = changes[index] ?? [];
      return seen !== null && seen[storeId] !== change;
    }),
    notes: {
      lastDate: dayToCheck(now, calendar),
      polledAt: now,
      askedAt: now,
      waitMs: 0,
      filters,
      // Stores that are not in the answer did not change, or are gone: they stay noted, a few bytes each.
      seen: { ...seen, ...Object.fromEntries(changes) },
    },
  };
}
