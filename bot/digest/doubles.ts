import type { Outcome } from '../slack/errors.ts';
import { type DigestParts, factsOf, marksOf } from './digestParts.ts';
import type { DigestRun } from './digestRun.ts';
import { sideBySide } from './sideBySide.ts';

/** A clock may have been set by an hour meanwhile, and it is not Slack's. */
const BACK_MS = 2 * 60 * 60_000;
/**
 * Between two looks for a second copy. With a round of the loop and one call to Slack, a copy is gone within a minute
 * of its coming, also when whoever sent it died before it could delete it.
 */
export const CHECK_MS = 30_000;
/** Whoever looks has that long; then another does. */
const TAKEN_MS = 20_000;
/**
 * Ten minutes long. A copy that comes even later is of a process that was asleep for all that time, and with which the
 * looks begin anew as soon as it has sent.
 */
export const CHECKS = 20;
const LONGEST_PAUSE_MS = 60 * 60_000;
/** Looks side by side: a channel that Slack does not show holds up no other. */
export const LOOKS_AT_ONCE = 4;

/** A busy channel has more messages in those hours than every look can go through. */
const FEW_MESSAGES = 2_000;
/** By that much a clock that was not set since may be wrong, and so late may a message still arrive. */
const NEAR_MS = 15 * 60_000;
const MANY_MESSAGES = 10_000;

/**
 * The copies of a digest in its channel. None can be older than its first attempt: that is looked at with room for a
 * clock that was set, or in a channel with too many messages for that, close to the attempts, and up to `until`.
 */
export async function copiesOf(
  { outbound }: Pick<DigestParts, 'outbound'>,
  run: DigestRun,
  until?: number,
): Promise<Outcome<{ readonly found: readonly string[] }>> {
  const first = Math.min(run.firstSentAt ?? run.dueAt, run.updatedAt);
  const marks = marksOf(run);
  const wide = { since: first - BACK_MS, most: FEW_MESSAGES };
  const copies = await outbound.copies(run.channelId, marks, wide);
  if (copies.kind !== 'done' || copies.isWhole || copies.found.length > 0) return copies;
  const near = { since: first - NEAR_MS, until, most: MANY_MESSAGES };
  const close = await outbound.copies(run.channelId, marks, near);
  if (close.kind !== 'done' || close.isWhole || close.found.length > 0) return close;
  return {
    kind: 'unclear',
    detail: `more than ${MANY_MESSAGES} messages came into the channel around the digest`,
  };
}

/** Up to when a copy that is not found is taken not to be there; undefined where the last attempt is not known. */
export function latestOf({ lastSentAt }: DigestRun): number | undefined {
  return lastSentAt === undefined ? undefined : lastSentAt + NEAR_MS;
}

/** Looks for second copies of digests that were sent in doubt, again and again while one may come. */
export async function checkDoubtful(parts: DigestParts): Promise<void> {
  await sideBySide(await parts.ledger.doubtful(), LOOKS_AT_ONCE, async ({ id }) => {
    if (parts.signal.aborted) return 'stop';
    const run = await parts.ledger.takeDoubt(id, TAKEN_MS);
    if (run === undefined) return;
    await parts.passFaultPoint('double.claimed');
    const checked = await removeDoubles(parts, run, run.messageTs);
    await settle(parts, run, checked);
    await parts.passFaultPoint('double.recorded');
    // The limit is of all channels together: the others would only be told the same.
    return checked.kind === 'rateLimited' ? 'stop' : undefined;
  });
}

async function settle({ ledger }: DigestParts, run: DigestRun, checked: Checked): Promise<void> {
  if (checked.kind === 'rateLimited') return ledger.settleDoubt(run, undefined, checked.retryAfterMs);
  if (checked.kind === 'again') return ledger.settleDoubt(run, undefined, againIn(run));
  return ledger.settleDoubt(run, checked.ts, run.checks >= CHECKS ? undefined : CHECK_MS);
}

/** As often as looks are wanted, and then more and more rarely: a channel may stay closed for days. */
function againIn({ checks }: DigestRun): number {
  return Math.min(LONGEST_PAUSE_MS, CHECK_MS * 2 ** Math.max(0, checks - CHECKS));
}

/** What came of one look for second copies. */
export type Checked =
  /** One at most stands there now: the one of that time, if it is known. */
  | { readonly kind: 'single'; readonly ts: string | undefined }
  /** Slack could not be asked, or did not delete. */
  | { readonly kind: 'again' }
  | { readonly kind: 'rateLimited'; readonly retryAfterMs: number };

/** Deletes all copies of a digest but the first. Two processes that do so at once keep the same one. */
async function removeDoubles(
  parts: DigestParts,
  run: DigestRun,
  messageTs: string | undefined,
): Promise<Checked> {
  const { outbound, log, passFaultPoint } = parts;
  const copies = await copiesOf(parts, run);
  await passFaultPoint('double.found');
  if (copies.kind !== 'done') {
    log.warn(
      { ...factsOf(run), outcome: copies.kind },
      'the channel could not be looked through for a second copy',
    );
    if (copies.kind === 'rateLimited') return copies;
    const isRefused = copies.kind === 'rejected' && !parts.installation.isRefusedBy(copies);
    return isRefused ? { kind: 'single', ts: messageTs } : { kind: 'again' };
  }
  const [first, ...later] = copies.found;
  for (const ts of later) {
    const removed = await outbound.remove(run.channelId, ts);
    await passFaultPoint('double.deleted');
    if (removed.kind === 'rateLimited') return removed;
    const isGone =
      removed.kind === 'done' || (removed.kind === 'rejected' && removed.code === 'message_not_found');
    if (!isGone) {
      log.error(
        { ...factsOf(run), ts, outcome: removed.kind },
        'a second copy of a digest could not be deleted',
      );
      if (removed.kind !== 'rejected' || parts.installation.isRefusedBy(removed)) return { kind: 'again' };
    } else log.warn({ ...factsOf(run), ts }, 'a second copy of a digest was deleted');
  }
  return { kind: 'single', ts: first ?? messageTs };
}

/**
 * For whoever has just seen that two copies may stand in the channel. The doubt is written down first, so that another
 * goes on when this process dies or Slack does not answer.
 */
export async function removeDoublesNow(parts: DigestParts, run: DigestRun): Promise<void> {
  await parts.ledger.doubt(run.id, TAKEN_MS);
  await parts.passFaultPoint('double.claimed');
  const checked = await removeDoubles(parts, run, undefined);
  if (checked.kind === 'rateLimited') await parts.ledger.doubt(run.id, checked.retryAfterMs);
}
