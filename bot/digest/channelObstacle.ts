import type { Catalog } from '../language/language.ts';
import { fixOf } from '../outbox/reasons.ts';
import type { Outbound } from '../slack/messages.ts';

/** Why digests cannot be posted in a channel, and the fix; undefined when Slack reports no reason. */
export async function channelObstacle(
  outbound: Pick<Outbound, 'checkChannel'>,
  channelId: string,
  t: Catalog,
): Promise<string | undefined> {
  const channel = await outbound.checkChannel(channelId);
  return channel.kind === 'rejected' ? fixOf(channel.code, t) : undefined;
}
