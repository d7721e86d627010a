import { SHARED_CHANNEL } from '../slack/errorClasses.ts';
import type { ChannelFacts } from '../slack/outbound.ts';
import { type DigestParts, factsOf } from './digestParts.ts';
import type { Subscription } from './subscriptionRow.ts';
import { activeSubscriptions, unpause } from './subscriptions.ts';

/** Asked about in one round: Slack allows few of these calls a minute. */
const MOST = 20;

/**
 * Takes up the subscriptions again that Slack did not serve and now would. With a channel, after Slack told of a change
 * there; without, all of them, some in each round. True when any was.
 */
export async function resumeServed(parts: DigestParts, channelId?: string): Promise<boolean> {
  const paused = (await activeSubscriptions(parts.database, parts.defaults)).filter(
    (each) => each.pausedReason !== undefined && (channelId === undefined || each.channelId === channelId),
  );
  let isAny = false;
  for (const subscription of shuffled(paused).slice(0, MOST)) {
    if (parts.signal.aborted) break;
    const channel = await parts.outbound.describe(subscription.channelId);
    if (channel.kind === 'done' && isServed(channel)) isAny = (await resume(parts, subscription)) || isAny;
  }
  return isAny;
}

function isServed({ isArchived, isMember, isShared }: ChannelFacts): boolean {
  return isMember && !isArchived && !isShared;
}

/** Its newest digest is sent now if it was refused for that reason; older ones are not made up for. */
async function resume(parts: DigestParts, subscription: Subscription): Promise<boolean> {
  const { pausedReason } = subscription;
  if (pausedReason === undefined || !RESUMED.has(pausedReason)) return false;
  if (!(await unpause(parts.database, subscription, pausedReason, await parts.time.now()))) return false;
  await parts.ledger.resume(subscription, pausedReason);
  parts.log.info(
    { ...factsOf({ ...subscription, businessDate: '' }), was: pausedReason },
    'a paused digest comes again: its channel takes it',
  );
  return true;
}

/** What the facts of a channel tell; other refusals are tried again when somebody subscribes anew. */
const RESUMED = new Set([
  'channel_not_found',
  'is_archived',
  'not_in_channel',
  'missing_scope',
  SHARED_CHANNEL,
]);

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ value }) => value);
}
