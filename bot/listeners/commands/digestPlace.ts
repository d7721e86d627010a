import type { Capability } from '../../access/capability.ts';
import { decide } from '../../access/decide.ts';
import type { Directory } from '../../access/directory.ts';
import type { Visitor } from '../../access/door.ts';
import { LookupError } from '../../access/lookups.ts';
import type { AccessPolicy } from '../../access/policy.ts';
import { enforce, refusalOf } from '../../access/refusal.ts';
import type { ChannelDigests, SubscriptionPlace } from '../../digest/changeSubscription.ts';
import { DIGEST_KINDS, type DigestKind } from '../../digest/subscriptionRow.ts';
import type { DigestPlace } from '../../grammar/digestQuestion.ts';
import { CommandMistake } from '../../grammar/mistake.ts';

/** Who may do what in which channel. */
export interface PlaceParts {
  readonly people: Pick<Directory, 'place' | 'channelsOf'>;
  readonly policy: AccessPolicy;
}

/** The right that the figures of a digest ask for. */
export function viewOf(content: DigestKind): Capability {
  return content === 'stock' ? 'view_stock' : 'view_sales';
}

/** The channel that is meant: the one that was named, else the one it was typed in. @throws CommandMistake */
export function channelOf(visitor: Visitor, asked: DigestPlace, kind: string): string {
  if (asked.channelId !== undefined) return asked.channelId;
  if (visitor.place.kind === 'channel') return visitor.place.channelId;
  throw new CommandMistake(
    'A digest is of a channel, and this is a direct message. Name the channel: type # and choose it from the list.',
    `/digest ${kind} #channel`,
  );
}

/** As if it had been asked from the channel itself. @throws AccessRefused */
export async function requireIn(
  { people, policy }: PlaceParts,
  visitor: Visitor,
  channelId: string,
  needs: readonly Capability[],
): Promise<void> {
  if (visitor.place.kind === 'channel' && visitor.place.channelId === channelId) {
    for (const each of needs) visitor.require(each);
    return;
  }
  try {
    const place = await people.place(channelId);
    for (const each of needs) enforce(decide({ person: visitor.person, place }, each, policy));
  } catch (error) {
    if (error instanceof LookupError) throw refusalOf(error);
    throw error;
  }
}

/** The digest that is meant: the one that was named, else the only one of the channel. @throws CommandMistake */
export function chosenOf(digests: ChannelDigests, content: DigestKind | undefined, kind: string): DigestKind {
  const [only, second] = kindsOf(digests);
  if (content !== undefined) return content;
  if (second !== undefined) {
    throw new CommandMistake(
      'This channel has two digests, of stock and of sales; say which one is meant.',
      `/digest ${kind} sales`,
    );
  }
  return only ?? 'stock';
}

/** What the digests of a channel are of, as far as this version knows it. */
export function kindsOf({ digests, unreadable }: ChannelDigests): DigestKind[] {
  const found = [...digests, ...unreadable].map(({ kind }) => kind);
  return DIGEST_KINDS.filter((kind) => found.includes(kind));
}

export function placeOf(visitor: Visitor, channelId: string, kind: DigestKind): SubscriptionPlace {
  return { teamId: visitor.teamId, channelId, kind };
}
