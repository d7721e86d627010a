import { unreadableInWords } from '../views/unreadableDigest.ts';
import type { DigestParts } from './digestParts.ts';
import { noteForOwner } from './notices.ts';
import type { UnreadableSubscription } from './unreadableRow.ts';

/** Tells of subscriptions that nobody can go by: the log once in each process, the owner once. */
export async function tellOfUnreadable(
  parts: DigestParts,
  unreadable: readonly UnreadableSubscription[],
): Promise<void> {
  const now = new Map(unreadable.map((each) => [JSON.stringify(each), each]));
  for (const known of parts.unreadable) if (!now.has(known)) parts.unreadable.delete(known);
  for (const [key, subscription] of now) {
    if (parts.unreadable.has(key)) continue;
    const { teamId, channelId, kind, problem } = subscription;
    const { field, value, expected } = problem;
    parts.log.error(
      { channel: channelId, kind, field, value },
      `a subscription cannot be read and gets no digest: ${expected} is expected; the others get theirs`,
    );
    await noteForOwner(parts, {
      run: { teamId, channelId, kind, businessDate: '' },
      topic: `unreadable ${field} ${value}`,
      text: `:warning: ${unreadableInWords(subscription)}`,
    });
    parts.unreadable.add(key);
  }
}
