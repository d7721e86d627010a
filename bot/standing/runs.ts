import { type Selectable, sql } from 'kysely';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { DatabaseClock } from '../database/clock.ts';
import type { Database } from '../database/connection.ts';
import { dialectOf, jsonRows } from '../database/dialect.ts';
import type { DigestRunTable } from '../database/tables/digest.ts';
import { hasLater, type MessageRow, readMessage } from '../outbox/ledger.ts';
import type { QueuedMessage } from '../outbox/message.ts';
import { isDigest, isManual, isOf, MANUAL_KINDS, subscribedKind } from './key.ts';
import { presetOf } from './presets.ts';
import { type SubscriptionPlace, subscriptionKey } from './subscription.ts';

/** A digest of the ledger. */
export interface DigestRun extends QueuedMessage {
  /** The kind of its subscription, also for a manual digest. */
  readonly subscribedKind: string;
  /** The day on which it is due. */
  readonly businessDate: string;
}

/** What the ledger has recorded of digests. */
export interface DigestRuns {
  /** The latest digest of a subscription, manual ones excluded. */
  newest(place: SubscriptionPlace): Promise<DigestRun | undefined>;
  /** The id of the latest digest with this kind that was posted. */
  lastSent(place: SubscriptionPlace): Promise<number | undefined>;
  /** The latest digests of a channel, manual ones included, latest first; `kind`: only of that subscription. */
  recent(teamId: string, channelId: string, limit: number, kind?: string): Promise<DigestRun[]>;
  /**
   * The latest occasion of each subscription that has one, by `subscriptionKey`. Digests that are due later than
   * now are ignored: a wrong clock recorded them.
   */
  lastDates(subscriptions: readonly SubscriptionPlace[]): Promise<ReadonlyMap<string, string>>;
}

export function createDigestRuns({
  database,
  time,
  calendar,
}: {
  readonly database: Database;
  readonly time: DatabaseClock;
  readonly calendar: Calendar;
}): DigestRuns {
  const dialect = dialectOf(database);
  const inChannel = (teamId: string, channelId: string, kind: string | undefined) =>
    database
      .selectFrom('digest_run')
      .where(isDigest('kind'))
      .where('team_id', '=', teamId)
      .where('channel_id', '=', channelId)
      .$if(kind !== undefined, (query) => query.where(isOf('kind', kind ?? '')));
  const read = (row: Selectable<DigestRunTable>) => digestRun(readMessage(row), calendar);
  return {
    async newest({ teamId, channelId, kind }) {
      const row = await inChannel(teamId, channelId, undefined)
        .selectAll()
        .where('kind', '=', kind)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? undefined : read(row);
    },

    async lastSent({ teamId, channelId, kind }) {
      const row = await inChannel(teamId, channelId, undefined)
        .select('id')
        .where('kind', '=', kind)
        .where('state', '=', 'sent')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.id;
    },

    async recent(teamId, channelId, limit, kind) {
      const latest = inChannel(teamId, channelId, kind).selectAll().orderBy('id', 'desc').limit(limit);
      return (await latest.execute()).map(read);
    },

    async lastDates(subscriptions) {
      // One index lookup per subscription: `group by` would read years of the ledger.
      const keys = subscriptions.map(({ teamId, channelId, kind }) => [teamId, channelId, kind]);
      const { rows } = await sql<{ team: string; channel: string; kind: string; last: string | null }>`
        select value ->> 0 as team, value ->> 1 as channel, value ->> 2 as kind,
          (select business_date from digest_run
           where team_id = value ->> 0 and channel_id = value ->> 1 and kind = value ->> 2 and due_at <= ${time.sql()}
           order by business_date desc limit 1) as last
        from ${jsonRows(dialect, keys)}`.execute(database);
      return new Map(
        rows.flatMap(({ team, channel, kind, last }) =>
          last === null ? [] : [[subscriptionKey({ teamId: team, channelId: channel, kind }), last]],
        ),
      );
    },
  };
}

export function digestRun(message: QueuedMessage, calendar: Pick<Calendar, 'dayOf'>): DigestRun {
  const subscribed = subscribedKind(message.kind);
  // The occasion of a daily digest is its day, also in another time zone.
  const isOfDay = isManual(message.kind) || (presetOf(subscribed)?.cadence ?? 'daily') === 'daily';
  const businessDate = isOfDay ? message.occasion : calendar.dayOf(message.dueAt);
  return { ...message, subscribedKind: subscribed, businessDate };
}

/** The subscription of a digest. */
export function subscriptionOf({ teamId, channelId, subscribedKind: kind }: DigestRun): SubscriptionPlace {
  return { teamId, channelId, kind };
}

/**
 * Digests that can be deleted when they are old. The latest digest of a subscription stays, because it keeps earlier
 * ones from being recorded again. So do digests with stored sources.
 */
export function isDispensable(time: Pick<DatabaseClock, 'sql'>) {
  return (row: MessageRow) =>
    row.and([
      isDigest('kind'),
      row.or([row('kind', 'like', MANUAL_KINDS), hasLater(row, time.sql())]),
      row.not(
        row.exists(
          row
            .selectFrom('digest_source')
            .select('digest_source.id')
            .whereRef('digest_source.run_id', '=', 'digest_run.id'),
        ),
      ),
    ]);
}
