import { sql } from 'kysely';
import type { Clock } from 'retail-data-client/core';
import type { Database } from '../database/connection.ts';
import type { DigestClock } from './digestClock.ts';

/** Slack takes 300 messages a minute from an app in a workspace; all replicas share that. */
const APART_MS = 200;
/** And one a second in a channel. */
const CHANNEL_APART_MS = 1_050;
/** A place further ahead than that was left by a clock that was set back. */
const LONGEST_QUEUE_MS = 30_000;

export interface Pace {
  /** Resolves when a message may go to that channel. @throws the signal's reason when it is aborted before */
  turn(teamId: string, channelId: string, signal?: AbortSignal): Promise<void>;
}

export function createPace(database: Database, time: DigestClock, clock: Clock): Pace {
  const lastIn = new Map<string, number>();
  return {
    async turn(teamId, channelId, signal) {
      const now = time.sql();
      const next = sql.ref('digest_pace.next_at');
      const row = await database
        .insertInto('digest_pace')
        .values({ team_id: teamId, next_at: sql<number>`${now} + ${sql.lit(APART_MS)}` })
        .onConflict((conflict) =>
          conflict.column('team_id').doUpdateSet({
            next_at: sql<number>`(case when ${next} > ${now} and ${next} < ${now} + ${sql.lit(LONGEST_QUEUE_MS)}
              then ${next} else ${now} end) + ${sql.lit(APART_MS)}`,
          }),
        )
        .returning(['next_at', sql<number>`${now}`.as('now')])
        .executeTakeFirstOrThrow();
      const inMs = Number(row.next_at) - APART_MS - Number(row.now);
      const here = clock.now();
      const channelAt = (lastIn.get(channelId) ?? Number.NEGATIVE_INFINITY) + CHANNEL_APART_MS;
      const channelInMs = channelAt - here > CHANNEL_APART_MS ? 0 : channelAt - here;
      const wait = Math.max(inMs, channelInMs);
      lastIn.set(channelId, here + Math.max(0, wait));
      if (wait > 0) await clock.sleep(wait, signal);
    },
  };
}
