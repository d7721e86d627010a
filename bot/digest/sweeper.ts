import type { Outcome } from '../slack/errors.ts';
import { contentOf, isManual, subjectOf } from './digestKey.ts';
import { type DigestParts, factsOf } from './digestParts.ts';
import type { DigestRun } from './digestRun.ts';
import { checkDoubtful } from './doubles.ts';
import { dueRuns } from './dueRuns.ts';
import { lookForUnclear } from './look.ts';
import { deliverNotices, noteForOwner, noteRefusal, sentenceOf } from './notices.ts';
import { type KnownChannels, OVERTAKE_MS, type ReadyDigest, sendDigest } from './send.ts';
import { allOrFailure, sideBySide } from './sideBySide.ts';
import type { Subscription } from './subscriptionRow.ts';
import { knownSubscriptions, readSubscriptions } from './subscriptions.ts';
import { tellOfUnreadable } from './tellOfUnreadable.ts';

/** Digests that are on their way at the same time: enough for Slack's pace, whatever an answer takes. */
const SENDERS = 8;
/** From that many on, the channels are asked for in one list: each by itself would be slower than the digests. */
const MANY = 20;
/** Whoever asked for a digest by hand wants it now. */
const MANUAL_MS = 60 * 60_000;

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
  await allOrFailure([settleDoubts(parts), sendReady(parts)]);
  await deliverNotices(parts);
}

/** Looks into channels in which a digest may be missing, or stand twice. */
export async function settleDoubts(parts: DigestParts): Promise<void> {
  if (parts.signal.aborted || parts.installation.refusal() !== undefined) return;
  // Side by side: looking for a lost one may take as long as Slack hangs.
  await allOrFailure([lookForUnclear(parts), checkDoubtful(parts)]);
}

async function recordDue(parts: DigestParts): Promise<void> {
  const { database, defaults } = parts;
  const now = await parts.time.now();
  const { readable, unreadable } = await readSubscriptions(database, defaults);
  for (const occurrence of dueRuns(await knownSubscriptions(database, defaults, now, readable), now)) {
    const isNew = await parts.ledger.record(occurrence);
    if (isNew && occurrence.missed !== undefined) {
      parts.log.warn({ ...factsOf(occurrence), reason: occurrence.missed }, 'a digest was missed');
    }
  }
  await tellOfUnreadable(parts, unreadable);
}

async function sendReady(parts: DigestParts): Promise<void> {
  const ready = await readyDigests(parts);
  if (ready.length === 0) return;
  const known = ready.length < MANY ? undefined : await allChannels(parts);
  await sideBySide(ready, SENDERS, async (digest) => {
    if (parts.signal.aborted || parts.installation.refusal() !== undefined) return 'stop';
    await sendDigest(parts, digest, known);
  });
}

/** Due digests whose figures are there, or whose deadline has passed. */
export async function readyDigests(parts: DigestParts): Promise<ReadyDigest[]> {
  const due = await parts.ledger.due();
  if (due.length === 0) return [];
  const { readable, unreadable } = await readSubscriptions(parts.database, parts.defaults);
  const bySubscription = new Map(readable.map((each) => [placeOf(each), each]));
  const waiting = new Set(unreadable.map(placeOf));
  const now = await parts.time.now();
  const ready: ReadyDigest[] = [];
  for (const run of due) {
    const place = placeOf({ ...run, kind: subjectOf(run.kind) });
    // Until somebody has set it right, or a newer version that can read it sends it.
    if (waiting.has(place) && !isManual(run.kind)) continue;
    const subscription = bySubscription.get(place);
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
  const kind = contentOf(run.kind);
  // A newer replica made it, and sends it.
  if (kind === undefined) return undefined;
  if (isManual(run.kind) ? await isOutlived(parts, run, now) : await isEnded(parts, run, subscription)) {
    return undefined;
  }
  const content = parts.contents[kind];
  if (content === undefined) return undefined;
  const readiness = await content.findFigures({ run, subscription, now });
  return readiness.kind === 'waiting' ? undefined : { run, subscription, readiness, content };
}

/** Ends a digest by hand that nobody waits for any more, as after a downtime; who asked is told. True when it did. */
async function isOutlived(parts: DigestParts, run: DigestRun, now: number): Promise<boolean> {
  // A person who answers "send it" clears the reason: that counts as asking once more.
  const askedAt = run.reason === null ? run.updatedAt : run.dueAt;
  if (now - askedAt < MANUAL_MS) return false;
  await noteForOwner(parts, {
    run,
    topic: 'outlived',
    text: `:warning: ${sentenceOf(run)} that you asked for could not be posted within an hour, so it is not posted any more. \`/digest now\` posts the newest figures.`,
  });
  const reason = 'it was asked for by hand and could not be sent within an hour';
  if (await parts.ledger.drop(run.id, reason))
    parts.log.warn({ ...factsOf(run), reason }, 'a digest is not sent');
  return true;
}

/** Ends a digest whose subscription does not want it any more, or cannot be served. True when it did. */
async function isEnded(
  parts: DigestParts,
  run: DigestRun,
  subscription: Subscription | undefined,
): Promise<boolean> {
  const { ledger, log } = parts;
  const pausedReason = subscription?.pausedReason;
  if (pausedReason !== undefined) {
    // As if Slack had refused this one, so that it comes when the channel takes it again.
    await noteRefusal(parts, run, pausedReason);
    if (await ledger.withhold(run.id, pausedReason)) {
      log.warn({ ...factsOf(run), code: pausedReason }, 'a digest is not sent: its subscription is paused');
    }
    return true;
  }
  const until = subscription?.pausedUntil;
  const isPaused = until !== undefined && run.businessDate < until;
  if (subscription !== undefined && !isPaused) return false;
  const reason = isPaused ? `the subscription is paused until ${until}` : 'the channel was unsubscribed';
  if (await ledger.drop(run.id, reason)) log.info({ ...factsOf(run), reason }, 'a digest is not sent');
  return true;
}

async function allChannels({ outbound, log }: DigestParts): Promise<KnownChannels | undefined> {
  const answer: Outcome<{ readonly known: KnownChannels }> = await outbound.channels();
  if (answer.kind === 'done') return answer.known;
  log.warn({ outcome: answer.kind }, 'the channels could not be listed: each is asked about by itself');
  return undefined;
}
