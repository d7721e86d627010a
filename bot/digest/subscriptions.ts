import type { Database } from '../warehouse/database.ts';

export interface Subscription {
  readonly teamId: string;
  readonly channelId: string;
  /** HH:mm in the bot's zone. */
  readonly digestTime: string;
}

/**
 * Subscribes the channels of DIGEST_CHANNELS, each once: one that is known takes the time of DIGEST_TIME, and one that
 * was unsubscribed stays so over a restart.
 */
export async function subscribeConfigured(
  database: Database,
  teamId: string,
  channelIds: readonly string[],
  digestTime: string,
  now: number,
): Promise<void> {
  for (const channelId of channelIds) {
    await database
      .insertInto('digest_subscription')
      .values({
        team_id: teamId,
        channel_id: channelId,
        kind: 'stock',
        digest_time: digestTime,
        active: 1,
        created_at: now,
      })
      .onConflict((conflict) =>
        conflict.columns(['team_id', 'channel_id', 'kind']).doUpdateSet({ digest_time: digestTime }),
      )
      .execute();
  }
}

/** Subscribes a channel, at `digestTime` unless it has a time already; or ends its subscription, which is kept. */
export async function setSubscribed(
  database: Database,
  channel: { readonly teamId: string; readonly channelId: string },
  active: boolean,
  digestTime: string,
  now: number,
): Promise<void> {
  await database
    .insertInto('digest_subscription')
    .values({
      team_id: channel.teamId,
      channel_id: channel.channelId,
      kind: 'stock',
      digest_time: digestTime,
      active: Number(active),
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'channel_id', 'kind']).doUpdateSet({ active: Number(active) }),
    )
    .execute();
}

export async function activeSubscriptions(database: Database): Promise<Subscription[]> {
  const rows = await database
    .selectFrom('digest_subscription')
    .selectAll()
    .where('kind', '=', 'stock')
    .where('active', '=', 1)
    .execute();
  return rows.map((row) => ({ teamId: row.team_id, channelId: row.channel_id, digestTime: row.digest_time }));
}
