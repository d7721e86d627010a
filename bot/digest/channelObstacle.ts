import type { Catalog } from '../language/language.ts';
import { fixOf } from '../outbox/reasons.ts';
import type { Outbound } from '../slack/messages.ts';

/** What keeps digests from coming in a channel and what to do about it, as far as Slack tells. */
export async function channelObstacle(
  outbound: Pick<Outbound, 'checkChannel'>,
  channelId: string,
  t: Catalog,
): Promise<string | undefined> {
  const channel = await outbound.checkChannel(channelId);
  return channel.kind === 'rejected' ? fixOf(channel.code, t) : undefined;
}
