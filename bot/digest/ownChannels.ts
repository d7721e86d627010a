import type { Actor } from '../access/actor.ts';
import type { Directory } from '../access/directory.ts';
import { LookupError } from '../access/lookups.ts';
import type { Subscription } from './subscription.ts';

/**
 * The digests of channels that the person is in: that a private channel exists, and what its digest is of, is for those
 * in it. One call of Slack tells it for all channels of a person and is remembered for ten minutes, where a look at the
 * members of each channel would cost a call per subscription whenever App Home is opened. When Slack does not tell, what
 * is left are those that the person has set up.
 */
export async function inOwnChannels<Digest extends Pick<Subscription, 'channelId' | 'owner'>>(
  people: Pick<Directory, 'channelsOf'>,
  { person }: Actor,
  digests: readonly Digest[],
): Promise<Digest[]> {
  if (digests.length === 0) return [];
  try {
    const own = await people.channelsOf(person.userId);
    return digests.filter(({ channelId }) => own.has(channelId));
  } catch (error) {
    if (error instanceof LookupError) return digests.filter(({ owner }) => owner === person.userId);
    throw error;
  }
}
