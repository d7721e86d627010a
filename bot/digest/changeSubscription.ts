import type { Database } from '../database/connection.ts';
import { dialectOf } from '../database/dialect.ts';
import type { DigestKind, DigestSubscriptionTable } from '../database/tables/digest.ts';
import type { SettingsChange } from '../parser/digestQuestion.ts';
import type { Locale } from '../text/locale.ts';
import { columnsOf, type DigestFace, faceOf, PLAIN_FACE } from './choice.ts';
import {
  EVERY_DAY,
  type Subscription,
  type SubscriptionDefaults,
  subscriptionOf,
} from './subscriptionRow.ts';
import { type UnreadableSubscription, unreadableOf } from './unreadableRow.ts';

/** Which subscription: one per channel and kind. */
export interface SubscriptionPlace {
  readonly teamId: string;
  readonly channelId: string;
  readonly kind: DigestKind;
}

/** A subscription with what its digests show. */
export interface ChannelDigest extends Subscription, DigestFace {}

export interface Subscribing {
  readonly change: SettingsChange;
  /** Who is told when it fails. */
  readonly owner: string;
  /** How a new one writes numbers and days where nothing is said about it. */
  readonly locale: Locale;
  readonly defaults: SubscriptionDefaults;
  readonly now: number;
}

export interface Subscribed {
  /** Undefined when the channel had no such digest, or one that could not be read. */
  readonly before: ChannelDigest | undefined;
  /** With something else in it that still cannot be read it does not come. */
  readonly after: ReadDigest;
}

/** A subscription as this version reads it. */
export type ReadDigest =
  | { readonly digest: ChannelDigest; readonly unreadable?: undefined }
  | { readonly unreadable: UnreadableSubscription };

/** A digest that gives up waiting before it begins. */
export class DeadlineTooEarly extends Error {
  readonly digestTime: string;
  readonly deadline: string;

  constructor(digestTime: string, deadline: string) {
    super(`A digest at ${digestTime} cannot wait until ${deadline}.`);
    this.name = 'DeadlineTooEarly';
    this.digestTime = digestTime;
    this.deadline = deadline;
  }
}

/**
 * Subscribes a channel, or changes its subscription by what is said and leaves the rest. One that was ended comes back
 * as it was. A pause by Slack ends: somebody has looked at it.
 *
 * Numbers are written as the person who subscribes writes them: Slack gives a locale to people, not to workspaces or
 * channels, and a digest has to look the same every day, whoever reads it.
 * @throws DeadlineTooEarly
 */
export async function subscribeChannel(
  database: Database,
  place: SubscriptionPlace,
  { change, owner, locale, defaults, now }: Subscribing,
): Promise<Subscribed> {
  return database.transaction().execute(async (transaction) => {
    const query = transaction
      .selectFrom('digest_subscription')
      .selectAll()
      .where('team_id', '=', place.teamId)
      .where('channel_id', '=', place.channelId)
      .where('kind', '=', place.kind);
    const locked = dialectOf(database) === 'postgres' ? query.forUpdate() : query;
    const known = await locked.executeTakeFirst();
    const row = known ?? newRow(place, { ...PLAIN_FACE, locale }, now);
    const changed: DigestSubscriptionTable = {
      ...row,
      ...faceColumnsIn(change),
      digest_time: change.digestTime ?? row.digest_time,
      time_zone: change.timeZone ?? row.time_zone,
      weekdays: change.weekdays ?? row.weekdays,
      deadline: change.deadline ?? row.deadline,
      stale_policy: change.stalePolicy ?? row.stale_policy,
      active: 1,
      owner,
      paused_reason: null,
    };
    const timeOf = ({ digest_time: time }: DigestSubscriptionTable) => time ?? defaults.digestTime;
    const { deadline } = changed;
    // The deadline out of the settings was not given for this hour; after it a digest does not wait.
    const isSaid = change.digestTime !== undefined || change.deadline !== undefined;
    if (isSaid && deadline !== null && deadline < timeOf(changed)) {
      throw new DeadlineTooEarly(timeOf(changed), deadline);
    }
    const isMoved =
      known?.active !== 1 ||
      row.paused_reason !== null ||
      timeOf(changed) !== timeOf(row) ||
      changed.time_zone !== row.time_zone ||
      changed.weekdays !== row.weekdays;
    const kept = { ...changed, counts_from: isMoved ? now : row.counts_from };
    await transaction
      .insertInto('digest_subscription')
      .values(kept)
      .onConflict((conflict) => conflict.columns(['team_id', 'channel_id', 'kind']).doUpdateSet(kept))
      .execute();
    const before = known?.active === 1 ? readDigest(known, defaults) : undefined;
    return {
      before: before?.unreadable === undefined ? before?.digest : undefined,
      after: readDigest(kept, defaults),
    };
  });
}

/** What is not said stays as it stands in the row, also what only a newer version can read. */
function faceColumnsIn({ products, locale }: SettingsChange): Partial<DigestSubscriptionTable> {
  return {
    ...(products === undefined ? {} : { products: columnsOf({ ...PLAIN_FACE, products }).products }),
    ...(locale === undefined ? {} : { locale }),
  };
}

function newRow(
  { teamId, channelId, kind }: SubscriptionPlace,
  face: DigestFace,
  now: number,
): DigestSubscriptionTable {
  return {
    team_id: teamId,
    channel_id: channelId,
    kind,
    digest_time: null,
    active: 0,
    created_at: now,
    counts_from: now,
    time_zone: null,
    weekdays: EVERY_DAY,
    deadline: null,
    stale_policy: 'post',
    owner: null,
    paused_until: null,
    paused_reason: null,
    ...columnsOf(face),
  };
}

function readDigest(row: DigestSubscriptionTable, defaults: SubscriptionDefaults): ReadDigest {
  const unreadable = unreadableOf(row);
  if (unreadable !== undefined) return { unreadable };
  return { digest: { ...subscriptionOf(row, defaults), ...faceOf(row) } };
}

export interface ChannelDigests {
  readonly digests: readonly ChannelDigest[];
  /** They are shown to whoever can set them right. */
  readonly unreadable: readonly UnreadableSubscription[];
}

/** All subscriptions of a workspace with what they show, paused ones among them; of one channel when it is named. */
export async function channelDigests(
  database: Database,
  defaults: SubscriptionDefaults,
  { teamId, channelId }: { readonly teamId: string; readonly channelId?: string | undefined },
): Promise<ChannelDigests> {
  const rows = await database
    .selectFrom('digest_subscription')
    .selectAll()
    .where('active', '=', 1)
    .where('team_id', '=', teamId)
    .$if(channelId !== undefined, (query) => query.where('channel_id', '=', channelId ?? ''))
    .orderBy('created_at')
    .orderBy('channel_id')
    .orderBy('kind', 'desc')
    .execute();
  const digests: ChannelDigest[] = [];
  const unreadable: UnreadableSubscription[] = [];
  for (const row of rows) {
    const read = readDigest(row, defaults);
    if (read.unreadable === undefined) digests.push(read.digest);
    else unreadable.push(read.unreadable);
  }
  return { digests, unreadable };
}

type Fields = Partial<
  Pick<DigestSubscriptionTable, 'active' | 'paused_until' | 'paused_reason' | 'counts_from'>
>;

/** False when there is no such subscription. */
async function change(database: Database, place: SubscriptionPlace, fields: Fields): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('digest_subscription')
    .set(fields)
    .where('team_id', '=', place.teamId)
    .where('channel_id', '=', place.channelId)
    .where('kind', '=', place.kind)
    .where('active', '=', 1)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The row stays, so that DIGEST_CHANNELS does not bring it back. */
export function unsubscribeChannel(database: Database, place: SubscriptionPlace): Promise<boolean> {
  return change(database, place, { active: 0, paused_until: null, paused_reason: null });
}

/** Until that day, on which it comes again. */
export function pauseChannel(database: Database, place: SubscriptionPlace, until: string): Promise<boolean> {
  return change(database, place, { paused_until: until });
}

/** Ends any pause; what came due meanwhile is not made up for. */
export function resumeChannel(database: Database, place: SubscriptionPlace, now: number): Promise<boolean> {
  return change(database, place, { paused_until: null, paused_reason: null, counts_from: now });
}
