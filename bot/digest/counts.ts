import { sql } from 'kysely';
import type { Database } from '../database/connection.ts';
import type { MessageState } from '../database/tables/digest.ts';
import { isDigest } from './key.ts';

/** How many digests came due, and their results. */
export interface DigestCounts {
  /** How many digests that were due since `instant` are in each state. */
  countsSince(instant: number): Promise<ReadonlyMap<MessageState, number>>;
  /** How many attempts were made to send digests that were due since `instant`. */
  attemptsSince(instant: number): Promise<number>;
  /**
   * How many became missed since `instant`, by the first word of the reason; not those that were due over a week
   * before.
   */
  missedSince(instant: number): Promise<ReadonlyMap<string, number>>;
  /** How many digests were ever sent and missed, deleted ones included. */
  totals(): Promise<{ readonly sent: number; readonly missed: number }>;
}

/** Digests that were due longer ago are not counted: so long an outage is noticed without a metric. */
const MISSED_MS = 7 * 24 * 60 * 60_000;

export function createDigestCounts(database: Database): DigestCounts {
  const runs = () => database.selectFrom('digest_run').where(isDigest('kind'));
  // An expression, so that SQLite uses the index of due times and not that of states, which spans years.
  const state = sql<MessageState>`state || ''`;
  return {
    async countsSince(instant) {
      const counted = await runs()
        .select((row) => [state.as('state'), row.fn.countAll<number>().as('count')])
        .where('due_at', '>=', instant)
        .groupBy(state)
        .execute();
      return new Map(counted.map((each) => [each.state, Number(each.count)]));
    },

    async missedSince(instant) {
      const missed = await runs()
        .select((row) => ['reason', row.fn.countAll<number>().as('count')])
        .where('due_at', '>=', instant - MISSED_MS)
        .where(state, '=', 'missed')
        .where('updated_at', '>=', instant)
        .groupBy('reason')
        .execute();
      const counts = new Map<string, number>();
      for (const { reason, count } of missed) {
        const word = /^\w+/.exec(reason ?? '')?.[0] ?? 'unknown';
        counts.set(word, (counts.get(word) ?? 0) + Number(count));
      }
      return counts;
    },

    async attemptsSince(instant) {
      const { attempts } = await runs()
        .select(({ fn }) => fn.sum<number | null>('attempt').as('attempts'))
        .where('due_at', '>=', instant)
        .executeTakeFirstOrThrow();
      return Number(attempts ?? 0);
    },

    async totals() {
      const rows = await database.selectFrom('digest_total').selectAll().execute();
      const totalOf = (wanted: string) => Number(rows.find((each) => each.state === wanted)?.digests ?? 0);
      return { sent: totalOf('sent'), missed: totalOf('missed') };
    },
  };
}
