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
/** Looks side by side: a channel that Slack does not show holds up no other. */
export const LOOKS_AT_ONCE = 4;

/** The instant from which a copy of this digest can stand in its channel. */
export function copiesSince(run: DigestRun): number {
  return Math.min(run.firstSentAt ?? run.dueAt, run.updatedAt) - BACK_MS;
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
  if (checked.kind === 'again') return;
  return ledger.settleDoubt(run, checked.ts, run.checks >= CHECKS ? undefined : CHECK_MS);
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
  const copies = await outbound.copies(run.channelId, marksOf(run), copiesSince(run));
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
