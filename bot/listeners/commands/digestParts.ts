import type { CommandArgs, Visitor } from '../../access/door.ts';
import type { SubscriptionPlace } from '../../digest/changeSubscription.ts';
import type { DigestKit } from '../../digest/contents.ts';
import type { DigestParts } from '../../digest/digestParts.ts';
import { nextDueAt } from '../../digest/nextDue.ts';
import { knownSubscriptions } from '../../digest/subscriptions.ts';
import type { NameLookup } from '../../parser/nameLookup.ts';
import type { ProductNames } from '../../products/productNames.ts';
import { fixOf, SHARED_CHANNEL } from '../../slack/errors.ts';
import type { Rendering } from '../../slack/message.ts';
import { localeOf } from '../../text/locale.ts';
import type { Labels, Reader } from '../../views/reader.ts';
import type { AnsweringParts } from './answering.ts';
import type { PlaceParts } from './digestPlace.ts';

export interface DigestListenerParts extends AnsweringParts, PlaceParts {
  readonly digests: DigestParts;
  readonly draw: DigestKit['draw'];
  readonly vocabulary: NameLookup;
  readonly groups: Pick<ProductNames, 'groups' | 'idsOfGroup'>;
  readonly productLabels: Labels;
  readonly storeLabels: Labels;
  /** A subscription was changed: what is due is looked at now. */
  wake(): void;
  /** What `/digest` alone opens; its help is answered when not set. */
  readonly openForm?: ((args: CommandArgs) => Promise<void>) | undefined;
}

export function readerOf(parts: DigestListenerParts, { person }: Visitor, rendering: Rendering): Reader {
  return {
    locale: localeOf(person.locale),
    rendering,
    timeZone: parts.digests.calendar.timeZone,
    products: parts.productLabels,
    stores: parts.storeLabels,
  };
}

/** When a subscription comes next; undefined for one that is not there, or that Slack does not serve. */
export async function nextOf(
  { digests: { database, defaults, time } }: DigestListenerParts,
  { teamId, channelId, kind }: SubscriptionPlace,
): Promise<number | undefined> {
  const now = await time.now();
  const known = (await knownSubscriptions(database, defaults, now)).find(
    (each) => each.teamId === teamId && each.channelId === channelId && each.kind === kind,
  );
  return known === undefined ? undefined : nextDueAt(known, now);
}

/** What keeps digests from coming in a channel, as far as Slack tells. */
export async function servedWarning(
  { digests: { outbound } }: DigestListenerParts,
  channelId: string,
): Promise<string | undefined> {
  const channel = await outbound.describe(channelId);
  if (channel.kind === 'rejected') return fixOf(channel.code);
  if (channel.kind !== 'done') return undefined;
  if (channel.isShared) return fixOf(SHARED_CHANNEL);
  if (channel.isArchived) return fixOf('is_archived');
  return channel.isMember ? undefined : fixOf('not_in_channel');
}
