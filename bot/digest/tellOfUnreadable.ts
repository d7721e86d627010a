import { escapeMrkdwn } from '../views/message.ts';
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
  for (const [key, { problem, ...place }] of now) {
    if (parts.unreadable.has(key)) continue;
    const { field, value, expected, fix } = problem;
    parts.log.error(
      { channel: place.channelId, kind: place.kind, field, value },
      `a subscription cannot be read and gets no digest: ${expected} is expected; the others get theirs`,
    );
    await noteForOwner(parts, {
      run: { ...place, businessDate: '' },
      topic: `unreadable ${field} ${value}`,
      text: `:warning: The ${place.kind} digest in <#${escapeMrkdwn(place.channelId)}> does not come: its ${field} is “${escapeMrkdwn(value, 80)}”, which is not ${expected}. Type \`/digest ${fix}\` in the channel, with what you want there, and it comes again.`,
    });
    parts.unreadable.add(key);
  }
}
