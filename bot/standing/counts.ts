import { sql } from 'kysely';
import type { Database } from '../database/connection.ts';
import type { MessageState } from '../database/tables/digest.ts';
import { isDigest } from './key.ts';

export type DigestCounts = ReturnType<typeof createDigestCounts>;

/** Digests that were due longer ago are not counted: so long an outage is noticed without a metric. */
const MISSED_MS = 7 * 24 * 60 * 60_000;

/** How many digests came due, and their results. */
export function createDigestCounts(database: Database) {
  const runs = () => database.selectFrom('digest_run').where(isDigest('kind'));
  // An expression, so that SQLite uses the index of due times and not that of states, which spans years.
  const state = sql<MessageState>`state || ''`;
  return {
    /** How many digests that were due since `instant` are in each state. */
    async countsSince(instant: number): Promise<ReadonlyMap<MessageState, number>> {
      const counted = await runs()
        .select((row) => [state.as('state'), row.fn.countAll<number>().as('count')])
        .where('due_at', '>=', instant)
        .groupBy(state)
        .execute();
      return new Map(counted.map((each) => [each.state, Number(each.count)]));
    },

    /** How many became missed since `instant`, by the first word of the reason. */
    async missedSince(instant: number): Promise<ReadonlyMap<string, number>> {
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

    /** How many digests were ever sent and missed, deleted ones included. */
    async totals() {
      const rows = await database.selectFrom('digest_total').selectAll().execute();
      const totalOf = (wanted: string) => Number(rows.find((each) => each.state === wanted)?.digests ?? 0);
      return { sent: totalOf('sent'), missed: totalOf('missed') };
    },
  };
}
