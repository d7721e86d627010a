import type { Calendar } from 'retail-data-client/core';
import type { Actor } from '../../access/actor.ts';
import type { DatabaseClock } from '../../database/clock.ts';
import type { Database } from '../../database/connection.ts';
import type { DrawDigest } from '../../digest/content.ts';
import type { Delivery } from '../../digest/delivery.ts';
import type { Ledger } from '../../digest/ledger.ts';
import { nextDueAt, withLastDates } from '../../digest/schedule.ts';
import type { SubscriptionPlace } from '../../digest/subscription.ts';
import type { Subscriptions } from '../../digest/subscriptions.ts';
import type { Catalog } from '../../language/language.ts';
import type { NameLookup } from '../../parser/nameLookup.ts';
import type { ProductNames } from '../../products/productNames.ts';
import { fixOf, SHARED_CHANNEL } from '../../slack/errors.ts';
import type { Rendering } from '../../slack/message.ts';
import type { Outbound } from '../../slack/messages.ts';
import type { Labels, Reader } from '../../views/reader.ts';
import type { Replies } from '../answers/answering.ts';
import type { PlaceParts } from './digestPlace.ts';

export interface DigestListenerParts extends PlaceParts {
  readonly replies: Replies;
  readonly database: Database;
  readonly calendar: Calendar;
  readonly time: DatabaseClock;
  readonly ledger: Pick<Ledger, 'recent' | 'count' | 'lastDates'>;
  readonly subscriptions: Subscriptions;
  readonly delivery: Pick<Delivery, 'postNow' | 'newestDay'>;
  readonly outbound: Pick<Outbound, 'describe'>;
  readonly draw: DrawDigest;
  readonly vocabulary: NameLookup;
  readonly groups: Pick<ProductNames, 'groups' | 'idsOfGroup'>;
  readonly productLabels: Labels;
  readonly storeLabels: Labels;
  /** A subscription was changed: what is due is looked at now. */
  wake(): void;
}

export function readerOf(parts: DigestListenerParts, { language }: Actor, rendering: Rendering): Reader {
  return {
    language: language,
    rendering,
    timeZone: parts.calendar.timeZone,
    products: parts.productLabels,
    stores: parts.storeLabels,
  };
}

/** When a subscription comes next; undefined for one that is not there, or that Slack does not serve. */
export async function nextOf(
  { ledger, subscriptions, time }: DigestListenerParts,
  { teamId, channelId, kind }: SubscriptionPlace,
): Promise<number | undefined> {
  const now = await time.now();
  const { digests } = await subscriptions.of({ teamId, channelId });
  const wanted = digests.filter((digest) => digest.kind === kind);
  const [known] = await withLastDates(ledger, wanted, now);
  return known === undefined ? undefined : nextDueAt(known, now);
}

/** What keeps digests from coming in a channel, as far as Slack tells. */
export async function servedWarning(
  { outbound }: DigestListenerParts,
  channelId: string,
  t: Catalog,
): Promise<string | undefined> {
  const channel = await outbound.describe(channelId);
  if (channel.kind === 'rejected') return fixOf(channel.code, t);
  if (channel.kind !== 'done') return undefined;
  if (channel.isShared) return fixOf(SHARED_CHANNEL, t);
  if (channel.isArchived) return fixOf('is_archived', t);
  return channel.isMember ? undefined : fixOf('not_in_channel', t);
}
