import { createCalendar } from 'retail-data-client/core';
import type { Database } from '../database/connection.ts';
import { DIGEST_KINDS } from '../database/tables/digest.ts';
import type { DigestKey } from './digestKey.ts';
import { DAYS_BACK, type KnownSubscription } from './dueRuns.ts';
import { type Subscription, type SubscriptionDefaults, subscriptionOf } from './subscriptionRow.ts';
import { type UnreadableSubscription, unreadableOf } from './unreadableRow.ts';

/**
 * Subscribes the channels of DIGEST_CHANNELS, each once: what was changed or ended there stays so over a restart. Until
 * the deadline they still get today's digest, so that whoever sets up the bot sees one.
 */
export async function subscribeConfigured(
  database: Database,
  teamId: string,
  channelIds: readonly string[],
  defaults: SubscriptionDefaults,
  now: number,
): Promise<void> {
  const { dayOf, instantOf } = createCalendar(defaults.timeZone);
  const isInTime = now < instantOf(dayOf(now), defaults.deadline);
  const countsFrom = isInTime ? beforeToday(defaults, now) : now;
  for (const channelId of channelIds) {
    await database
      .insertInto('digest_subscription')
      .values({ ...newSubscription(teamId, channelId, now), counts_from: countsFrom, active: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

function newSubscription(teamId: string, channelId: string, now: number) {
  return {
    team_id: teamId,
    channel_id: channelId,
    kind: 'stock',
    digest_time: null,
    created_at: now,
    counts_from: now,
    time_zone: null,
    weekdays: '1234567',
    deadline: null,
    stale_policy: 'post' as const,
    owner: null,
    paused_until: null,
    paused_reason: null,
  };
}

/** All of today's occurrences come after that. */
export function beforeToday({ timeZone }: Pick<Subscription, 'timeZone'>, now: number): number {
  const { dayOf, instantOf } = createCalendar(timeZone);
  return instantOf(dayOf(now), '00:00') - 1;
}

/** Active subscriptions that can be gone by, paused ones among them. */
export async function activeSubscriptions(
  database: Database,
  defaults: SubscriptionDefaults,
): Promise<Subscription[]> {
  return (await readSubscriptions(database, defaults)).readable;
}

export interface ReadSubscriptions {
  readonly readable: Subscription[];
  /** A row that somebody or something else has written costs its own digest, and nobody else's. */
  readonly unreadable: UnreadableSubscription[];
}

/** Active subscriptions, paused ones among them. */
export async function readSubscriptions(
  database: Database,
  defaults: SubscriptionDefaults,
): Promise<ReadSubscriptions> {
  const rows = await database
    .selectFrom('digest_subscription')
    .selectAll()
    .where('active', '=', 1)
    // A newer replica may know more kinds; they are its work.
    .where('kind', 'in', DIGEST_KINDS)
    .orderBy('created_at')
    .orderBy('channel_id')
    .execute();
  const read: ReadSubscriptions = { readable: [], unreadable: [] };
  for (const row of rows) {
    const unreadable = unreadableOf(row);
    if (unreadable === undefined) read.readable.push(subscriptionOf(row, defaults));
    else read.unreadable.push(unreadable);
  }
  return read;
}

const DAY_MS = 24 * 60 * 60_000;

/** Active subscriptions with what the ledger holds of each; other ones than all when they are given. */
export async function knownSubscriptions(
  database: Database,
  defaults: SubscriptionDefaults,
  now: number,
  given?: readonly Subscription[],
): Promise<KnownSubscription[]> {
  const subscriptions = given ?? (await activeSubscriptions(database, defaults));
  const rows = await database
    .selectFrom('digest_run')
    .select((row) => ['team_id', 'channel_id', 'kind', row.fn.max('business_date').as('last_date')])
    .where('due_at', '>=', now - (DAYS_BACK + 1) * DAY_MS)
    .groupBy(['team_id', 'channel_id', 'kind'])
    .execute();
  const lastDates = new Map(
    rows.map((row) => [`${row.team_id} ${row.channel_id} ${row.kind}`, row.last_date]),
  );
  return subscriptions.map((subscription) => ({
    ...subscription,
    lastDate: lastDates.get(`${subscription.teamId} ${subscription.channelId} ${subscription.kind}`),
  }));
}

type Place = Omit<DigestKey, 'businessDate'>;

/** Pauses a subscription that Slack does not serve. True for the first who says so. */
export async function pauseFor(database: Database, place: Place, reason: string): Promise<boolean> {
  const result = await database
    .updateTable('digest_subscription')
    .set({ paused_reason: reason })
    .where('team_id', '=', place.teamId)
    .where('channel_id', '=', place.channelId)
    .where('kind', '=', place.kind)
    .where('paused_reason', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Ends a pause of that reason; what came due on days before today is not made up for. */
export async function unpause(
  database: Database,
  place: Subscription,
  reason: string,
  now: number,
): Promise<boolean> {
  const result = await database
    .updateTable('digest_subscription')
    .set({ paused_reason: null, counts_from: Math.max(place.countsFrom, beforeToday(place, now)) })
    .where('team_id', '=', place.teamId)
    .where('channel_id', '=', place.channelId)
    .where('kind', '=', place.kind)
    .where('paused_reason', '=', reason)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
