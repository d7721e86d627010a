import type { Clock } from 'retail-data-client/clock/clock';
import type { Database } from '../database/connection.ts';
import type { Mentioned } from '../requests/slackRequest.ts';

const DAY_MS = 86_400_000;

/**
 * Takes up a message, once across restarts and replicas: false for one that was taken up within a day. Slack sends an
 * event again when it isn't acknowledged in time.
 */
export async function takeUp(
  database: Database,
  teamId: string,
  { channelId, ts }: Mentioned,
  clock: Pick<Clock, 'now'>,
): Promise<boolean> {
  const now = clock.now();
  await database
    .deleteFrom('heard_message')
    .where('heard_at', '<=', now - DAY_MS)
    .execute();
  const taken = await database
    .insertInto('heard_message')
    .values({ team_id: teamId, channel_id: channelId, ts, heard_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return taken.numInsertedOrUpdatedRows === 1n;
}
