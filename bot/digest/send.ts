import { errorClassOf, type Outcome, SHARED_CHANNEL } from '../slack/errors.ts';
import type { Message, Rendering } from '../slack/message.ts';
import { type ChannelFacts, type PostOutcome, SLACK_TIMEOUT_MS } from '../slack/messages.ts';
import { isManual, subjectOf } from './digestKey.ts';
import { type DigestContent, type DigestParts, factsOf, marksOf } from './digestParts.ts';
import type { DigestRun } from './digestRun.ts';
import { CHECK_MS, removeDoublesNow } from './doubles.ts';
import { forgetNotices, noteForOwner, noteRefusal, sentenceOf } from './notices.ts';
import type { Subscription } from './subscriptionRow.ts';
import { pauseFor } from './subscriptions.ts';
import type { Readiness } from './timeliness.ts';

/** A digest whose figures are there. */
export interface ReadyDigest {
  readonly run: DigestRun;
  readonly subscription: Subscription | undefined;
  readonly readiness: Exclude<Readiness, { kind: 'waiting' }>;
  readonly content: DigestContent;
}

/** What is known of the channels beforehand, when there are many. */
export type KnownChannels = ReadonlyMap<string, ChannelFacts>;

/** How sending one digest ended, for whoever waits for it. */
export type Sent =
  | PostOutcome
  /** Somebody else has it, or had taken it over before anything was sent. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'skipped' }
  /** Nothing was sent, and it is tried again by itself. */
  | { readonly kind: 'later' }
  /** What it says could not be put together; the log tells why. */
  | { readonly kind: 'unwritten' }
  /** Slack lets this installation do nothing any more. */
  | { readonly kind: 'disabled'; readonly code: string };

/** Slack shows a message in the history of its channel with a delay. */
const SETTLE_MS = 5_000;
const RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 10 * 60_000;
const UNWRITTEN_TOLD_AT = 3;
const UNWRITTEN = 'it could not be written';
/** A waiting time that Slack names, and a little more, so that not all come back at once. */
const JITTER_MS = 500;

/** Sends one digest: claims it, looks at the channel, posts, and records what became of it. */
export async function sendDigest(
  parts: DigestParts,
  ready: ReadyDigest,
  known?: KnownChannels,
): Promise<Sent> {
  const claimed = await parts.ledger.claim(ready.run.id);
  if (claimed === undefined) return { kind: 'taken' };
  parts.underWay.add(claimed.id);
  try {
    await parts.passFaultPoint('send.claimed');
    return await sendClaimed(parts, { ...ready, run: claimed }, known);
  } catch (error) {
    if (!(error instanceof UnwrittenDigest)) throw error;
    return unwritten(parts, claimed, error.cause);
  } finally {
    parts.underWay.delete(claimed.id);
  }
}

async function sendClaimed(parts: DigestParts, ready: ReadyDigest, known?: KnownChannels): Promise<Sent> {
  const { run, readiness, content, subscription } = ready;
  if (readiness.kind === 'skipped') return skip(parts, run, readiness.wanted);

  const channel: Outcome<ChannelFacts> = await channelOf(parts, run, known);
  await parts.passFaultPoint('send.checked');
  if (channel.kind !== 'done') {
    // Nothing was sent yet, so a lost answer about the channel is no doubt.
    if (channel.kind === 'unclear')
      return putOff(parts, run, retryIn(run), channel.detail, { kind: 'later' });
    return record(parts, run, channel);
  }
  const code = closedBy(channel);
  if (code !== undefined) return record(parts, run, { kind: 'rejected', code });

  const { dataDay, timeliness } = readiness;
  const render = await written(() => content.render({ run, subscription, dataDay, timeliness }));
  await parts.passFaultPoint('send.rendered');
  return record(parts, run, await postLadder(parts, run, render));
}

/**
 * Why nothing can be posted in a channel, by its facts. What is not sent leaves no doubt behind: a process that dies
 * before it has recorded a refusal of Slack leaves a digest that nobody can look for, since Slack shows no history to
 * whoever is not in the channel. That it refuses now does not say that it refused then, so after such a death a person
 * is asked; it takes a channel that closed between this look and the call.
 */
function closedBy({ isShared, isArchived, isMember }: ChannelFacts): string | undefined {
  if (isShared) return SHARED_CHANNEL;
  if (isArchived) return 'is_archived';
  return isMember ? undefined : 'not_in_channel';
}

async function channelOf(
  { outbound }: DigestParts,
  { channelId }: DigestRun,
  known: KnownChannels | undefined,
): Promise<Outcome<ChannelFacts>> {
  const facts = known?.get(channelId);
  return facts === undefined ? outbound.describe(channelId) : { kind: 'done', ...facts };
}

/** When Slack does not take the blocks, plainer ones are tried in turn: a digest in monospace is better than none. */
async function postLadder(
  parts: DigestParts,
  run: DigestRun,
  render: (rendering: Rendering) => Message,
): Promise<Sent> {
  const { outbound, pace, ledger, passFaultPoint, signal, renderings } = parts;
  let outcome: PostOutcome = { kind: 'rejected', code: 'no_rendering' };
  for (const rendering of renderings) {
    const message = await written(() => render(rendering));
    try {
      await pace.turn(run.teamId, run.channelId, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      // Nothing is on its way: whoever starts next takes it up at once.
      return putOff(parts, run, 0, 'the bot was stopped before it was sent', { kind: 'taken' });
    }
    await passFaultPoint('send.paced');
    if (!(await ledger.renew(run))) return { kind: 'taken' };
    await passFaultPoint('send.leased');
    outcome = await outbound.post(run.channelId, message, marksOf(run));
    await passFaultPoint('send.answered');
    if (outcome.kind !== 'rejected' || errorClassOf(outcome.code) !== 'degrade') return outcome;
    parts.log.warn(
      { ...factsOf(run), code: outcome.code, rendering },
      'Slack did not take the digest in this form',
    );
  }
  return outcome;
}

async function record(parts: DigestParts, run: DigestRun, sent: Sent): Promise<Sent> {
  const { ledger, log } = parts;
  switch (sent.kind) {
    case 'done': {
      // It was on its way before and was not found: that one may still come.
      const isDoubtful = run.firstSentAt !== undefined;
      const isRecorded = await ledger.arrive(run, sent.ts, isDoubtful ? CHECK_MS : undefined);
      await parts.passFaultPoint('send.recorded');
      if (isRecorded) await forgetNotices(parts, run);
      else await removeDoublesNow(parts, run);
      log.info({ ...factsOf(run), lateMs: (await parts.time.now()) - run.dueAt }, 'digest posted');
      return sent;
    }
    case 'rateLimited': {
      const waitMs = sent.retryAfterMs + parts.random() * JITTER_MS;
      log.info({ ...factsOf(run), waitMs }, 'digest waits: Slack asked to');
      return putOff(parts, run, waitMs, 'Slack asked to wait', sent);
    }
    case 'unclear': {
      const isLooked = await ledger.lose(run, SETTLE_MS, sent.detail);
      await parts.passFaultPoint('send.recorded');
      // Another has taken over meanwhile, and its own may be in the channel.
      if (!isLooked) await removeDoublesNow(parts, run);
      log.warn(
        { ...factsOf(run), detail: sent.detail },
        'nobody knows whether the digest arrived: it is looked for',
      );
      return sent;
    }
    case 'rejected':
      return refused(parts, run, sent);
    default:
      return sent;
  }
}

async function putOff(
  parts: DigestParts,
  run: DigestRun,
  inMs: number,
  why: string,
  sent: Sent,
): Promise<Sent> {
  await parts.ledger.postpone(run, inMs, why);
  await parts.passFaultPoint('send.recorded');
  return sent;
}

/** What a digest says could not be put together; nothing of it was sent. */
class UnwrittenDigest extends Error {}

async function written<Result>(write: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (cause) {
    throw new UnwrittenDigest('a digest could not be written', { cause });
  }
}

/**
 * Tells its owner at the third failure: the first may be a database that was away for a moment. One by hand ends with
 * that, since nothing comes after it that would.
 */
async function unwritten(parts: DigestParts, run: DigestRun, cause: unknown): Promise<Sent> {
  parts.log.error({ ...factsOf(run), err: cause }, 'a digest could not be written');
  const isTold = run.attempt >= UNWRITTEN_TOLD_AT;
  const isLast = isTold && isManual(run.kind);
  if (isTold) {
    const next = isLast ? '`/digest now` tries once more.' : 'It is tried again until the next one is due.';
    await noteForOwner(parts, {
      run,
      topic: 'unwritten',
      text: `:warning: ${sentenceOf(run)} could not be put together, for a reason that the log of the app tells whoever runs it. ${next}`,
    });
  }
  if (!isLast) return putOff(parts, run, retryIn(run), UNWRITTEN, { kind: 'unwritten' });
  await parts.ledger.pass(run, UNWRITTEN);
  await parts.passFaultPoint('send.recorded');
  return { kind: 'unwritten' };
}

function retryIn({ attempt }: DigestRun): number {
  return Math.min(LONGEST_RETRY_MS, RETRY_MS * attempt);
}

async function refused(
  parts: DigestParts,
  run: DigestRun,
  sent: { readonly kind: 'rejected'; readonly code: string },
): Promise<Sent> {
  const { ledger, log } = parts;
  const facts = { ...factsOf(run), code: sent.code };
  const errorClass = sent.code === SHARED_CHANNEL ? 'pause' : errorClassOf(sent.code);
  if (parts.installation.isRefusedBy(sent)) {
    return putOff(parts, run, 0, sent.code, { kind: 'disabled', code: sent.code });
  }
  if (errorClass === 'retry') {
    log.warn(facts, 'Slack refused the digest for now');
    return putOff(parts, run, retryIn(run), sent.code, { kind: 'later' });
  }
  log.error(facts, 'Slack refused the digest');
  // In this order: whoever takes over from one that dies on the way finds the rest, and does it.
  await noteRefusal(parts, run, sent.code);
  await parts.passFaultPoint('refuse.noted');
  const place = { ...run, kind: subjectOf(run.kind) };
  if (errorClass === 'pause' && (await pauseFor(parts.database, place, sent.code))) {
    log.warn(facts, 'the subscription is paused until that changes');
  }
  await parts.passFaultPoint('refuse.paused');
  await ledger.refuse(run, sent.code);
  await parts.passFaultPoint('send.recorded');
  return sent;
}

async function skip(parts: DigestParts, run: DigestRun, wanted: string): Promise<Sent> {
  const reason = `the service had no ${subjectOf(run.kind)} of ${wanted} by the deadline`;
  await noteForOwner(parts, {
    run,
    topic: `skipped ${run.businessDate}`,
    text: `${sentenceOf(run)} was left out: ${reason}. That is what its subscription says; \`/digest now\` posts the newest figures there are.`,
  });
  await parts.ledger.pass(run, reason);
  await parts.passFaultPoint('send.recorded');
  parts.log.warn(factsOf(run), `digest left out: ${reason}`);
  return { kind: 'skipped' };
}

/** How long a sender that has gone silent may still be heard: its call, and then some. */
export const OVERTAKE_MS = SLACK_TIMEOUT_MS + 10_000;
