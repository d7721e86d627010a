import { createCalendar } from 'retail-data-client/calendar/calendar';
import type { Database } from '../../../bot/database/connection.ts';
import { TEAM } from '../../../bot/demo/slack/cast.ts';
import type { SubscriptionPlace } from '../../../bot/digest/subscription.ts';
import { createSubscriptions, type Subscriptions } from '../../../bot/digest/subscriptions.ts';
import { languageFor } from '../../../bot/language/language.ts';
import { MONTHLY_SALES_DIGEST, WEEKLY_SALES_DIGEST } from '../../../bot/sales/digestKinds.ts';
import { digestKindsOf } from '../bot/digest/kinds.ts';

export function stockOf(channelId: string): SubscriptionPlace {
  return { teamId: TEAM, channelId, kind: 'stock' };
}

/** The digests of a week and of a month. */
export const PERIOD_DIGESTS = [WEEKLY_SALES_DIGEST, MONTHLY_SALES_DIGEST] as const;

/** Subscriptions of channels whose digest comes at 08:30 in Oslo. */
export function osloSubscriptions(database: Database): Subscriptions {
  return createSubscriptions(database, digestKindsOf(database, createCalendar()), {
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
