import { SHARED_CHANNEL } from '../slack/errors.ts';
import type { ChannelFacts } from '../slack/messages.ts';
import { type DigestParts, factsOf } from './digestParts.ts';
import type { DigestRun } from './digestRun.ts';
import { givenUpOutside } from './look.ts';
import type { Subscription } from './subscriptionRow.ts';
import { activeSubscriptions, unpause } from './subscriptions.ts';

/** Asked about in one round: Slack allows few of these calls a minute. */
const MOST = 20;

/**
 * Takes up again what Slack did not serve and now would: paused subscriptions, and digests that could not be looked for.
 * With a channel, after Slack told of a change there; without, all of them, some in each round. True when any was.
 */
export async function resumeServed(parts: DigestParts, channelId?: string): Promise<boolean> {
  const waiting: Waiting[] = [];
  for (const subscription of await activeSubscriptions(parts.database, parts.defaults)) {
    const { channelId: where, pausedReason } = subscription;
    if (pausedReason === undefined || (channelId !== undefined && where !== channelId)) continue;
    if (await isToTry(parts, subscription, pausedReason)) {
      waiting.push({ channelId: where, resume: () => resume(parts, subscription, pausedReason) });
    }
  }
  for (const run of await givenUpOutside(parts, channelId)) {
    waiting.push({ channelId: run.channelId, resume: () => lookAgain(parts, run) });
  }
  let isAny = false;
  for (const each of shuffled(waiting, parts.random).slice(0, MOST)) {
    if (parts.signal.aborted) break;
    const channel = await parts.outbound.describe(each.channelId);
    if (channel.kind === 'done' && isServed(channel)) isAny = (await each.resume()) || isAny;
  }
  return isAny;
}

/** Something that goes on once its channel takes digests again. */
interface Waiting {
  readonly channelId: string;
  resume(): Promise<boolean>;
}

function isServed({ isArchived, isMember, isShared }: ChannelFacts): boolean {
  return isMember && !isArchived && !isShared;
}

/** Its newest digest is sent now if it was refused for that reason; older ones are not made up for. */
async function resume(
  parts: DigestParts,
  subscription: Subscription,
  pausedReason: string,
): Promise<boolean> {
  if (!(await unpause(parts.database, subscription, pausedReason, await parts.time.now()))) return false;
  if (SHOWN.has(pausedReason)) await parts.ledger.resume(subscription, pausedReason);
  parts.log.info(
    { ...factsOf({ ...subscription, businessDate: '' }), was: pausedReason },
    'a paused digest comes again',
  );
  return true;
}

async function lookAgain({ ledger, log }: DigestParts, run: DigestRun): Promise<boolean> {
  const isReopened = await ledger.reopen(run.id);
  if (isReopened) log.info(factsOf(run), 'the app is in the channel again: the digest is looked for there');
  return isReopened;
}

/** Reasons that the facts of a channel show, and when they are gone. */
const SHOWN = new Set(['channel_not_found', 'is_archived', 'not_in_channel', SHARED_CHANNEL]);
/** Any other is found out by a digest alone: the next one is tried at its time. */
const UNTRIED_MS = 20 * 60 * 60_000;

async function isToTry(
  { ledger, time }: DigestParts,
  { teamId, channelId, kind }: Subscription,
  pausedReason: string,
): Promise<boolean> {
  if (SHOWN.has(pausedReason)) return true;
  const newest = await ledger.newest({ teamId, channelId, kind });
  return newest === undefined || (await time.now()) - newest.dueAt > UNTRIED_MS;
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((value) => ({ value, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ value }) => value);
}
