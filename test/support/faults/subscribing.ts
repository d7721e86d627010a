import type { Database } from '../../../bot/database/connection.ts';
import { type SubscriptionPlace, subscribeChannel } from '../../../bot/digest/changeSubscription.ts';
import { TEAM } from './slackMethods.ts';

export function stockOf(channelId: string): SubscriptionPlace {
  return { teamId: TEAM, channelId, kind: 'stock' };
}

/** Subscribes a channel as its owner would by a command, at 08:30 in Oslo. */
export async function subscribeStock(database: Database, channelId: string, now: number): Promise<void> {
  await subscribeChannel(database, stockOf(channelId), {
    change: {},
    owner: 'U0OWNER',
    locale: 'en',
    defaults: { digestTime: '08:30', timeZone: 'Europe/Oslo', deadline: '12:00' },
    now,
  });
}
