import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Database } from '../database/connection.ts';
import type { DigestState } from '../database/tables/digest.ts';
import type { Ledger } from '../digest/ledger.ts';
import type { Notices } from '../digest/notices.ts';
import type { Subscriptions } from '../digest/subscriptions.ts';
import { listBefore } from '../stock/snapshots.ts';
import { stockDayOf } from '../stock/stockDay.ts';

/** What an operator wants to know of the digests, out of the database. */
export interface DigestFacts {
  /** Those that were due in the last 24 hours. */
  readonly today: ReadonlyMap<DigestState, number>;
  /** All that ever ended so. */
  readonly ended: { readonly sent: number; readonly missed: number };
  /** Those that were found to be missed in the last 24 hours, by the first word of the reason. */
  readonly missed: ReadonlyMap<string, number>;
  /** Tries to send those of the last 24 hours. */
  readonly attempts: number;
  readonly subscriptions: { readonly active: number; readonly paused: number; readonly unreadable: number };
  /** Things that an owner has not been told yet. */
  readonly notices: number;
  readonly gate: string;
  /** What became of a list of today's stock that was far too short. */
  readonly shortList: { readonly refused: boolean; readonly taken: boolean };
}

export interface DigestFactsSources {
  readonly database: Database;
  readonly ledger: Pick<Ledger, 'countsSince' | 'missedSince' | 'attemptsSince' | 'totals'>;
  readonly subscriptions: Pick<Subscriptions, 'active'>;
  readonly notices: Pick<Notices, 'countOpen'>;
  readonly calendar: Calendar;
}

const DAY_MS = 24 * 60 * 60_000;

export async function readDigestFacts(
  { database, ledger, subscriptions, notices, calendar }: DigestFactsSources,
  now: number,
): Promise<DigestFacts> {
  const since = now - DAY_MS;
  const { digests, invalid } = await subscriptions.active();
  const paused = digests.filter(({ pausedReason }) => pausedReason !== undefined).length;
  const day = calendar.latestStockDay(now);
  const gate = await stockDayOf(database, day);
  const list = await listBefore(database, day);
  return {
    today: await ledger.countsSince(since),
    missed: await ledger.missedSince(since),
    ended: await ledger.totals(),
    attempts: await ledger.attemptsSince(since),
    subscriptions: { active: digests.length - paused, paused, unreadable: invalid.length },
    notices: await notices.countOpen(),
    gate: gate?.state ?? 'unasked',
    shortList: {
      refused: (gate?.refused_products ?? null) !== null,
      taken: list?.businessDate === day && list.fellFrom !== undefined,
    },
  };
}
