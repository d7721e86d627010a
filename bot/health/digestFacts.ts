import { sql } from 'kysely';
import type { DigestState } from '../database/tables/digest.ts';
import type { DigestParts } from '../digest/digestParts.ts';
import { readSubscriptions } from '../digest/subscriptions.ts';
import { stockDayOf } from '../stock/stockDay.ts';

/** What an operator wants to know of the digests, out of the database. */
export interface DigestFacts {
  /** Those that were due in the last 24 hours. */
  readonly today: ReadonlyMap<DigestState, number>;
  /** All that ever were: digests end in these states and stay there. */
  readonly ended: { readonly sent: number; readonly missed: number };
  /** How long after their time the digests of the last 24 hours came, in seconds, the shortest first. */
  readonly lateness: readonly number[];
  /** Tries to send those of the last 24 hours. */
  readonly attempts: number;
  readonly subscriptions: { readonly active: number; readonly paused: number; readonly unreadable: number };
  /** Things that an owner has not been told yet. */
  readonly notices: number;
  readonly gate: string;
}

const DAY_MS = 24 * 60 * 60_000;

export async function readDigestFacts(parts: DigestParts, now: number): Promise<DigestFacts> {
  const { database, ledger, calendar, defaults } = parts;
  const since = now - DAY_MS;
  const { readable, unreadable } = await readSubscriptions(database, defaults);
  const paused = readable.filter(({ pausedReason }) => pausedReason !== undefined).length;
  const totals = await ledger.countsSince(0);
  const gate = await stockDayOf(database, calendar.latestStockDay(now));
  const { notices } = await database
    .selectFrom('digest_notice')
    .select(({ fn }) => fn.countAll<number>().as('notices'))
    .where('done', '=', 0)
    .executeTakeFirstOrThrow();
  const { attempts } = await database
    .selectFrom('digest_run')
    .select(sql<number>`coalesce(sum(attempt), 0)`.as('attempts'))
    .where('due_at', '>=', since)
    .executeTakeFirstOrThrow();
  return {
    today: await ledger.countsSince(since),
    ended: { sent: totals.get('sent') ?? 0, missed: totals.get('missed') ?? 0 },
    lateness: await latenessSince(parts, since),
    attempts: Number(attempts),
    subscriptions: { active: readable.length - paused, paused, unreadable: unreadable.length },
    notices: Number(notices),
    gate: gate?.state ?? 'unasked',
  };
}

/** By the name that Slack gave the message, which is the second in which it came. */
async function latenessSince({ database }: DigestParts, since: number): Promise<number[]> {
  const rows = await database
    .selectFrom('digest_run')
    .select(['due_at', 'message_ts'])
    .where('due_at', '>=', since)
    .where('message_ts', 'is not', null)
    .execute();
  return rows
    .map(({ due_at, message_ts }) => Math.max(0, Math.round(Number(message_ts) * 1_000 - due_at) / 1_000))
    .toSorted((one, other) => one - other);
}
