import type { Actor } from '../access/actor.ts';
import type { Directory } from '../access/directory.ts';
import { LookupError } from '../access/lookups.ts';
import type { Subscription } from './subscription.ts';

/**
 * The person's own digests and those of channels that the person is in, so that nobody else learns of a private channel.
 * Uses one cached call to Slack for all channels of the person, instead of one per channel. When the call fails, only the
 * digests that the person owns are left.
 */
export async function inOwnChannels<Digest extends Pick<Subscription, 'channelId' | 'owner'>>(
  people: Pick<Directory, 'channelsOf'>,
  { person }: Actor,
  digests: readonly Digest[],
): Promise<Digest[]> {
  if (digests.length === 0) return [];
  try {
    const own = await people.channelsOf(person.userId);
    return digests.filter(({ channelId }) => channelId === person.userId || own.has(channelId));
  } catch (error) {
    if (error instanceof LookupError) return digests.filter(({ owner }) => owner === person.userId);
    throw error;
  }
}
