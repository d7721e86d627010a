import type { DigestSubscriptionTable } from '../database/tables/digest.ts';
import { isLanguageCode, type LanguageCode } from '../language/formatter.ts';
import { minutesOf, timeAfter } from '../text/timeOfDay.ts';
import { type Cadence, presetOf } from './presets.ts';

/** The name of a further digest; undefined for the first of its preset in its place. */
export interface DigestName {
  readonly name: string | undefined;
}

/** What a digest of a channel shows, and how it is written. */
export interface DigestFormat {
  readonly language: LanguageCode;
  /** The question that it answers. */
  readonly question: string;
  /** Whether it shows what is derived from sales, such as days of cover. */
  readonly showsSales: boolean;
}

export const EVERY_DAY = '1234567';
export const WEEKDAYS = '12345';

/**
 * Identifies a subscription. The first of `stock` in a channel has the kind `stock`, each further one `stock#<uuid>`, and
 * a question that was typed `question#<uuid>`.
 */
export interface SubscriptionPlace {
  readonly teamId: string;
  readonly channelId: string;
  readonly kind: string;
}

/** A key of maps. */
export function subscriptionKey({ teamId, channelId, kind }: SubscriptionPlace): string {
  return `${teamId} ${channelId} ${kind}`;
}

/** A subscription with defaults filled in. */
export interface Subscription extends SubscriptionPlace, DigestName {
  readonly cadence: Cadence;
  readonly digestTime: string;
  readonly weekdays: string;
  /** HH:mm until which it waits for the data of its day; never before `digestTime`. */
  readonly deadline: string;
  readonly owner: string | undefined;
  readonly pausedUntil: string | undefined;
  readonly pausedReason: string | undefined;
  readonly createdAt: number;
  readonly countsFrom: number;
}

/** A subscription with what its digests show. */
export interface ChannelDigest extends Subscription, DigestFormat {
  /** The `digestTime` that a person chose; undefined for the usual time of its preset. */
  readonly ownTime: string | undefined;
}

/** From the settings, for what a subscription leaves open. */
export interface SubscriptionDefaults {
  readonly digestTime: string;
  readonly timeZone: string;
  readonly deadline: string;
  readonly language: LanguageCode;
}

export function readSubscription(
  row: DigestSubscriptionTable,
  defaults: SubscriptionDefaults,
): ChannelDigest {
  const { ownTime } = presetOf(row.kind) ?? {};
  const digestTime = row.digest_time ?? ownTime ?? defaults.digestTime;
  return {
    teamId: row.team_id,
    channelId: row.channel_id,
    kind: row.kind,
    name: row.name ?? undefined,
    cadence: row.cadence,
    digestTime,
    ownTime: row.digest_time ?? undefined,
    weekdays: row.weekdays,
    deadline: deadlineFor(digestTime, defaults),
    owner: row.owner ?? undefined,
    pausedUntil: row.paused_until ?? undefined,
    pausedReason: row.paused_reason ?? undefined,
    createdAt: row.created_at,
    countsFrom: row.counts_from,
    language: isLanguageCode(row.language) ? row.language : defaults.language,
    question: row.question,
    showsSales: row.shows_sales === 1,
  };
}

/** The deadline of the settings; a digest at or after it waits as long as one at the default time does. */
function deadlineFor(digestTime: string, defaults: SubscriptionDefaults): string {
  if (digestTime < defaults.deadline) return defaults.deadline;
  return timeAfter(digestTime, minutesOf(defaults.deadline) - minutesOf(defaults.digestTime));
}
