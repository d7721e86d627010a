import type { Database } from '../../../bot/database/connection.ts';
import { TEAM } from '../../../bot/demo/slack/cast.ts';
import { languageFor } from '../../../bot/language/language.ts';
import { PRESETS } from '../../../bot/standing/presets.ts';
import type { SubscriptionPlace } from '../../../bot/standing/subscription.ts';
import { createSubscriptions, type Subscriptions } from '../../../bot/standing/subscriptions.ts';

export function stockOf(channelId: string): SubscriptionPlace {
  return { teamId: TEAM, channelId, kind: 'stock' };
}

/** The digests of a week and of a month. */
export const PERIOD_DIGESTS = PRESETS.filter(({ cadence }) => cadence !== 'daily');

/** Subscriptions of channels whose digest comes at 08:30 in Oslo. */
export function osloSubscriptions(database: Database): Subscriptions {
  return createSubscriptions(database, {
    digestTime: '08:30',
    timeZone: 'Europe/Oslo',
    deadline: '12:00',
    language: 'en',
  });
}

/** Subscribes a channel as its owner would by a command, at 08:30 in Oslo. */
export async function subscribeStock(database: Database, channelId: string, now: number): Promise<void> {
  await subscribeTo(database, stockOf(channelId), now);
}

export async function subscribeTo(database: Database, place: SubscriptionPlace, now: number): Promise<void> {
  await osloSubscriptions(database).subscribe(place, {
    change: { digestTime: '08:30' },
    owner: 'U0OWNER',
    seesSales: true,
    language: languageFor('en'),
    now,
  });
}
