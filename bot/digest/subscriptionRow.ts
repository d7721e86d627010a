/**
 * A subscription as it is kept: one per team, channel and kind. Times of day are HH:mm and days yyyy-MM-dd, both on the
 * wall of `time_zone`.
 */
export interface DigestSubscriptionTable {
  team_id: string;
  channel_id: string;
  /** What the digest is of. */
  kind: string;
  /** Null for DIGEST_TIME. */
  digest_time: string | null;
  /** 0 once it was ended; the row stays, so that DIGEST_CHANNELS does not bring it back. */
  active: number;
  created_at: number;
  /** An IANA zone; null for the bot's own. */
  time_zone: string | null;
  /** Days of the week on which it comes, Monday 1 to Sunday 7, such as 12345. */
  weekdays: string;
  /** Until when today's figures are waited for; null for DIGEST_DEADLINE. */
  deadline: string | null;
  /** What happens at the deadline: the older figures with a word about it, or a word alone to the owner. */
  stale_policy: StalePolicy;
  /** Who is told when it fails; null for one out of DIGEST_CHANNELS. */
  owner: string | null;
  /** The first day on which it comes again; null when nobody paused it. */
  paused_until: string | null;
  /** What Slack said when it paused by itself; null when it did not. */
  paused_reason: string | null;
  /** When it was made or its time, zone or days were changed: the next occurrence after that is the first. */
  counts_from: number;
  /** Which products, as JSON; null for one's own. */
  products?: string | null | undefined;
  /** How numbers and days are written, `nb` or `en`; null for English. */
  locale?: string | null | undefined;
}

export type StalePolicy = 'post' | 'skip';

/** The kinds of digest that come by themselves. */
export const DIGEST_KINDS = ['stock', 'sales'] as const;
export type DigestKind = (typeof DIGEST_KINDS)[number];

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
