import { isCalendarDay } from 'retail-data-client/calendar/calendar';
import { DIGEST_KINDS, type DigestKind, type DigestSubscriptionTable } from '../database/tables/digest.ts';
import type { LanguageCode } from '../language/locale.ts';
import { choiceIn, type DigestFormat, formatOf } from './digestFormat.ts';

export const EVERY_DAY = '1234567';
export const WEEKDAYS = '12345';

/** Which subscription: one per channel and kind. */
export interface SubscriptionPlace {
  readonly teamId: string;
  readonly channelId: string;
  readonly kind: DigestKind;
}

/** A subscription with nothing left open, as the scheduler and the messages take it. */
export interface Subscription extends SubscriptionPlace {
  readonly digestTime: string;
  readonly weekdays: string;
  /** Until when it waits for the figures of its day, by the settings; HH:mm, never before `digestTime`. */
  readonly deadline: string;
  readonly owner: string | undefined;
  readonly pausedUntil: string | undefined;
  readonly pausedReason: string | undefined;
  readonly createdAt: number;
  readonly countsFrom: number;
}

/** A subscription with what its digests show. */
export interface ChannelDigest extends Subscription, DigestFormat {}

/** What a subscription takes from the settings where it says nothing itself. */
export interface SubscriptionDefaults {
  readonly digestTime: string;
  readonly timeZone: string;
  readonly deadline: string;
  readonly language: LanguageCode;
}

/** A subscription of which it cannot be told what its digests are of, or when they are due. */
export interface InvalidSubscription {
  readonly teamId: string;
  readonly channelId: string;
  /** As it stands in the row: a newer version may know more kinds. */
  readonly kind: string;
  readonly owner: string | undefined;
  /** Undefined for a kind that only a newer version knows, and can set right. */
  readonly problem: Problem | undefined;
}

/** A setting that nobody can go by. */
export interface Problem {
  readonly field: 'digestTime' | 'weekdays' | 'pausedUntil' | 'products';
  readonly value: string;
  /** The words after `/digest` that set it right. */
  readonly fix: string;
}

/** A row as this version reads it: one that somebody or something else has written costs its own digest alone. */
export type ReadSubscription =
  | { readonly digest: ChannelDigest; readonly invalid?: undefined }
  | { readonly invalid: InvalidSubscription };

export function readSubscription(
  row: DigestSubscriptionTable,
  defaults: SubscriptionDefaults,
): ReadSubscription {
  const { team_id: teamId, channel_id: channelId } = row;
  const owner = row.owner ?? undefined;
  const kind = DIGEST_KINDS.find((known) => known === row.kind);
  const problem = kind === undefined ? undefined : problemIn(row, kind);
  if (kind === undefined || problem !== undefined) {
    return { invalid: { teamId, channelId, kind: row.kind, owner, problem } };
  }
  const digest = {
    teamId,
    channelId,
    kind,
    digestTime: row.digest_time ?? defaults.digestTime,
    weekdays: row.weekdays,
    deadline: deadlineFor(row.digest_time ?? defaults.digestTime, defaults),
    owner,
    pausedUntil: row.paused_until ?? undefined,
    pausedReason: row.paused_reason ?? undefined,
    createdAt: row.created_at,
    countsFrom: row.counts_from,
    ...formatOf(row, defaults.language),
  };
  return { digest };
}

/** The deadline of the settings; a digest at or after that hour waits as long as one at their hour does. */
function deadlineFor(digestTime: string, defaults: SubscriptionDefaults): string {
  if (digestTime < defaults.deadline) return defaults.deadline;
  const wait = minutesOf(defaults.deadline) - minutesOf(defaults.digestTime);
  const until = Math.min(minutesOf(digestTime) + wait, LAST_MINUTE);
  return [Math.floor(until / 60), until % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

const LAST_MINUTE = 24 * 60 - 1;

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const DAYS_OF_WEEK = /^[1-7]{1,7}$/;

/** The first thing in a row that nobody can go by. */
function problemIn(row: DigestSubscriptionTable, kind: DigestKind): Problem | undefined {
  const of = kind === 'stock' ? '' : ` ${kind}`;
  const checks: readonly {
    readonly field: Problem['field'];
    readonly value: string | null | undefined;
    readonly isValid: (value: string) => boolean;
    readonly fix: string;
  }[] = [
    {
      field: 'digestTime',
      value: row.digest_time,
      isValid: (time) => TIME.test(time),
      fix: `subscribe${of} at 08:30`,
    },
    {
      field: 'weekdays',
      value: row.weekdays,
      isValid: (days) => DAYS_OF_WEEK.test(days),
      fix: `subscribe${of} daily`,
    },
    {
      field: 'pausedUntil',
      value: row.paused_until,
      isValid: isCalendarDay,
      fix: `resume${of}`,
    },
    {
      field: 'products',
      value: row.products,
      isValid: (products) => choiceIn(products) !== undefined,
      fix: `subscribe${of} mine`,
    },
  ];
  for (const { field, value, isValid, fix } of checks) {
    if (value !== null && value !== undefined && !isValid(value)) return { field, value, fix };
  }
  return undefined;
}
