import type { Logger } from 'pino';
import type { Actor } from '../../access/actor.ts';
import { decide } from '../../access/decide.ts';
import type { Directory } from '../../access/directory.ts';
import { LookupError } from '../../access/lookups.ts';
import type { Place } from '../../access/person.ts';
import { AccessRefused, enforce } from '../../access/refusal.ts';
import { DIGEST_KINDS, type DigestKind } from '../../database/tables/digest.ts';
import type { SubscriptionPlace } from '../../digest/subscription.ts';
import type { ChannelDigests } from '../../digest/subscriptions.ts';
import type { DigestPlace } from '../../parser/digestQuestion.ts';
import { ParseError } from '../../parser/parseError.ts';
import type { AccessPolicy } from '../../settings/accessPolicy.ts';
import type { Capability, RequiredCapability } from '../../settings/capability.ts';

/** Who may do what in which channel. */
export interface PlaceParts {
  readonly people: Pick<Directory, 'place' | 'channelsOf'>;
  readonly policy: AccessPolicy;
  readonly log: Logger;
}

/** The right that the figures of a digest ask for. */
export function viewOf(content: DigestKind): Capability {
  return content === 'stock' ? 'view_stock' : 'view_sales';
}

/** The channel that is meant: the one that was named, else the one it was typed in. @throws ParseError */
export function channelOf(actor: Actor, asked: DigestPlace, kind: string): string {
  if (asked.channelId !== undefined) return asked.channelId;
  if (actor.place.kind === 'channel') return actor.place.channelId;
  throw new ParseError(
    'A digest is of a channel, and this is a direct message. Name the channel: type # and choose it from the list.',
    `/digest ${kind} #channel`,
  );
}

/** As if it had been asked from the channel itself. @throws AccessRefused */
export async function requireIn(
  parts: PlaceParts,
  { person, place: here }: Actor,
  channelId: string,
  needs: readonly RequiredCapability[],
): Promise<void> {
  const isHere = here.kind === 'channel' && here.channelId === channelId;
  const place = isHere ? here : await placeNamed(parts, person.userId, channelId);
  for (const each of needs) enforce(decide({ person, place }, each, parts.policy));
}

/** A channel that a button of the bot names, if the person may know of it. */
export async function isSeenBy(parts: PlaceParts, actor: Actor, channelId: string): Promise<boolean> {
  try {
    await requireIn(parts, actor, channelId, []);
    return true;
  } catch (error) {
    if (error instanceof AccessRefused) return false;
    throw error;
  }
}

/**
 * One sentence for a channel that does not exist, that the app or the person is not in, and that Slack does not tell
 * about just now: the difference would tell a stranger that a private channel is there.
 */
async function placeNamed({ people, log }: PlaceParts, userId: string, channelId: string): Promise<Place> {
  try {
    const place = await people.place(channelId, userId);
    if (place.kind === 'channel') return place;
  } catch (error) {
    if (!(error instanceof LookupError)) throw error;
    log.info({ user: userId, code: error.code }, 'Slack did not show somebody a channel that was named');
  }
  throw new AccessRefused('unknown', (t) => t.access.unseenChannel);
}

/** The digest that is meant: the one that was named, else the only one of the channel. @throws ParseError */
export function chosenOf(
  digests: ChannelDigests,
  { content, channelId }: DigestPlace,
  kind: string,
): DigestKind {
  const [only, second] = kindsOf(digests);
  if (content !== undefined) return content;
  if (second !== undefined) {
    throw new ParseError(
      'This channel has two digests, of stock and of sales; say which one is meant.',
      // Copied without the channel that was named, it would be about another.
      `/digest ${kind}${channelId === undefined ? '' : ` <#${channelId}>`} sales`,
    );
  }
  return only ?? 'stock';
}

/** What the digests of a channel are of, as far as this version knows it. */
export function kindsOf({ digests, invalid }: ChannelDigests): DigestKind[] {
  const found = [...digests, ...invalid].map(({ kind }) => kind);
  return DIGEST_KINDS.filter((kind) => found.includes(kind));
}

export function placeOf(actor: Actor, channelId: string, kind: DigestKind): SubscriptionPlace {
  return { teamId: actor.teamId, channelId, kind };
}
