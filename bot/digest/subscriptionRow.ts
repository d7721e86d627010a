import {
  DIGEST_KINDS,
  type DigestKind,
  type DigestSubscriptionTable,
  type StalePolicy,
} from '../database/tables/digest.ts';

export const EVERY_DAY = '1234567';
export const WEEKDAYS = '12345';

/** A subscription with nothing left open, as the sweeper and the messages take it. */
export interface Subscription {
  readonly teamId: string;
  readonly channelId: string;
  readonly kind: DigestKind;
  readonly digestTime: string;
  readonly timeZone: string;
  readonly weekdays: string;
  readonly deadline: string;
  readonly stalePolicy: StalePolicy;
  readonly owner: string | undefined;
  readonly pausedUntil: string | undefined;
  readonly pausedReason: string | undefined;
  readonly createdAt: number;
  readonly countsFrom: number;
}

/** What a subscription takes from the settings where it says nothing itself. */
export interface SubscriptionDefaults {
  readonly digestTime: string;
  readonly timeZone: string;
  readonly deadline: string;
}

/** @throws TypeError for a kind that this version does not know */
export function subscriptionOf(row: DigestSubscriptionTable, defaults: SubscriptionDefaults): Subscription {
  const kind = DIGEST_KINDS.find((known) => known === row.kind);
  if (kind === undefined) throw new TypeError(`There is no digest of the kind ${row.kind}.`);
  return {
    teamId: row.team_id,
    channelId: row.channel_id,
    kind,
    digestTime: row.digest_time ?? defaults.digestTime,
    timeZone: row.time_zone ?? defaults.timeZone,
    weekdays: row.weekdays,
    deadline: row.deadline ?? defaults.deadline,
    stalePolicy: row.stale_policy,
    owner: row.owner ?? undefined,
    pausedUntil: row.paused_until ?? undefined,
    pausedReason: row.paused_reason ?? undefined,
    createdAt: row.created_at,
    countsFrom: row.counts_from,
  };
}
