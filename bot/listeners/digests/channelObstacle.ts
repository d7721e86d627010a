import type { Catalog } from '../../language/language.ts';
import { fixOf, SHARED_CHANNEL } from '../../slack/errors.ts';
import type { Outbound } from '../../slack/messages.ts';

/** What keeps digests from coming in a channel and what to do about it, as far as Slack tells. */
export async function channelObstacle(
  outbound: Pick<Outbound, 'describe'>,
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
