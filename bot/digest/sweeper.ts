import type { Outcome } from '../slack/outcomes.ts';
import { contentOf, isManual } from './digestKey.ts';
import { type DigestParts, factsOf } from './digestParts.ts';
import { checkDoubtful } from './doubles.ts';
import { dueRuns } from './dueRuns.ts';
import type { DigestRun } from './ledger.ts';
import { lookForUnclear } from './look.ts';
import { deliverNotices } from './notices.ts';
import { type KnownChannels, OVERTAKE_MS, type ReadyDigest, sendDigest } from './send.ts';
import type { Subscription } from './subscriptionRow.ts';
import { activeSubscriptions, knownSubscriptions } from './subscriptions.ts';

/** Digests that are on their way at the same time: enough for Slack's pace, whatever an answer takes. */
const SENDERS = 8;
/** From that many on, the channels are asked for in one list: each by itself would be slower than the digests. */
const MANY = 20;

/**
 * Computes which digests are due, records them and sends those whose figures are there; looks for those that may have
 * got lost. Clocks and restarts are only hints: whatever calls this, and however often, the ledger lets each digest out
 * once.
 */
export async function sweepDigests(parts: DigestParts): Promise<void> {
  const { ledger, passFaultPoint, signal } = parts;
  await passFaultPoint('sweep.started');
  await ledger.rebase();
  await passFaultPoint('sweep.rebased');
  await recordDue(parts);
  await passFaultPoint('sweep.recorded');
  for (const run of await ledger.supersede('a later digest came due before it could be sent')) {
    parts.log.warn({ ...factsOf(run), reason: run.reason }, 'a digest was not sent in its time');
  }
  await passFaultPoint('sweep.superseded');
  for (const run of await ledger.overtake(parts.underWay, OVERTAKE_MS)) {
    parts.log.warn(factsOf(run), 'whoever sent this digest has gone silent: it is taken over');
  }
  await passFaultPoint('sweep.overtaken');
  if (signal.aborted || !(await parts.installation.isIn())) return;
  // A channel that Slack does not show holds up no other: looking and sending go side by side.
  const ends = await Promise.allSettled([lookForUnclear(parts), sendReady(parts)]);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  await checkDoubtful(parts);
  await deliverNotices(parts);
}

async function recordDue(parts: DigestParts): Promise<void> {
  const now = await parts.time.now();
  for (const occurrence of dueRuns(await knownSubscriptions(parts.database, parts.defaults, now), now)) {
    const isNew = await parts.ledger.record(occurrence);
    if (isNew && occurrence.missed !== undefined) {
      parts.log.warn({ ...factsOf(occurrence), reason: occurrence.missed }, 'a digest was missed');
    }
  }
}

async function sendReady(parts: DigestParts): Promise<void> {
  const ready = await readyDigests(parts);
  if (ready.length === 0) return;
  const known = ready.length < MANY ? undefined : await allChannels(parts);
  const queue = ready.values();
  const sendOneByOne = async () => {
    for (const digest of queue) {
      if (parts.signal.aborted || parts.installation.refusal() !== undefined) return;
      await sendDigest(parts, digest, known);
    }
  };
  // One that fails, say because the database is gone, does not leave the others half done.
  const ends = await Promise.allSettled(Array.from({ length: SENDERS }, sendOneByOne));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** Due digests whose figures are there, or whose deadline has passed. */
export async function readyDigests(parts: DigestParts): Promise<ReadyDigest[]> {
  const due = await parts.ledger.due();
  if (due.length === 0) return [];
  const subscriptions = await activeSubscriptions(parts.database, parts.defaults);
  const bySubscription = new Map(subscriptions.map((each) => [placeOf(each), each]));
  const now = await parts.time.now();
  const ready: ReadyDigest[] = [];
  for (const run of due) {
    const subscription = bySubscription.get(placeOf({ ...run, kind: contentOf(run.kind) }));
    const digest = await readyDigest(parts, run, subscription, now);
    if (digest !== undefined) ready.push(digest);
  }
  return ready;
}

function placeOf({
  teamId,
  channelId,
  kind,
}: Pick<Subscription, 'teamId' | 'channelId'> & { kind: string }): string {
  return `${teamId} ${channelId} ${kind}`;
}

/** One due digest, ready to be sent; undefined while its figures are waited for. */
export async function readyDigest(
  parts: DigestParts,
  run: DigestRun,
  subscription: Subscription | undefined,
  now: number,
): Promise<ReadyDigest | undefined> {
  if (!isManual(run.kind) && (subscription === undefined || subscription.pausedReason !== undefined)) {
    const reason = subscription === undefined ? 'the channel was unsubscribed' : 'the subscription is paused';
    if (await parts.ledger.drop(run.id, reason))
      parts.log.info({ ...factsOf(run), reason }, 'a digest is not sent');
    return undefined;
  }
  const content = parts.contents[contentOf(run.kind)];
  if (content === undefined) return undefined;
  const readiness = await content.findFigures({ run, subscription, now });
  return readiness.kind === 'waiting' ? undefined : { run, subscription, readiness, content };
}

async function allChannels({ outbound, log }: DigestParts): Promise<KnownChannels | undefined> {
  const answer: Outcome<{ readonly known: KnownChannels }> = await outbound.channels();
  if (answer.kind === 'done') return answer.known;
  log.warn({ outcome: answer.kind }, 'the channels could not be listed: each is asked about by itself');
  return undefined;
}
