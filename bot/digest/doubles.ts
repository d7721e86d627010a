import { type DigestParts, factsOf, marksOf } from './digestParts.ts';
import type { DigestRun } from './ledger.ts';

/** A clock may have been set by an hour meanwhile, and it is not Slack's. */
const BACK_MS = 2 * 60 * 60_000;
const AGAIN_MS = 60_000;
const SECOND_CHECK_MS = 10 * 60_000;
/** Checks end that long after the digest was recorded as sent. */
const ENOUGH_MS = 5 * 60_000;

/** The instant from which a copy of this digest can stand in its channel. */
export function copiesSince(run: DigestRun): number {
  return Math.min(run.firstSentAt ?? run.dueAt, run.updatedAt) - BACK_MS;
}

/** Looks for second copies of digests that were sent in doubt, twice: after a minute and after ten. */
export async function checkDoubtful(parts: DigestParts): Promise<void> {
  for (const doubtful of await parts.ledger.doubtful()) {
    if (parts.signal.aborted) return;
    const run = await parts.ledger.takeDoubt(doubtful.id, AGAIN_MS);
    if (run === undefined) continue;
    await parts.passFaultPoint('double.claimed');
    const kept = await removeDoubles(parts, run, run.messageTs);
    if (kept === undefined) continue;
    const isLast = (await parts.time.now()) - run.updatedAt > ENOUGH_MS;
    await parts.ledger.settleDoubt(run.id, kept.ts, isLast ? undefined : SECOND_CHECK_MS);
    await parts.passFaultPoint('double.recorded');
  }
}

/**
 * Deletes all copies of a digest but the first. Gives the one that stays; undefined when Slack could not be asked. Two
 * processes that do so at once keep the same one.
 */
export async function removeDoubles(
  parts: DigestParts,
  run: DigestRun,
  messageTs: string | undefined,
): Promise<{ readonly ts: string | undefined } | undefined> {
  const { outbound, log, passFaultPoint } = parts;
  const copies = await outbound.copies(run.channelId, marksOf(run), copiesSince(run));
  await passFaultPoint('double.found');
  if (copies.kind !== 'done') {
    log.warn(
      { ...factsOf(run), outcome: copies.kind },
      'the channel could not be looked through for a second copy',
    );
    const isRefused = copies.kind === 'rejected' && !parts.installation.isRefusedBy(copies);
    return isRefused ? { ts: messageTs } : undefined;
  }
  const [first, ...later] = copies.found;
  for (const ts of later) {
    const removed = await outbound.remove(run.channelId, ts);
    await passFaultPoint('double.deleted');
    const isGone =
      removed.kind === 'done' || (removed.kind === 'rejected' && removed.code === 'message_not_found');
    if (!isGone) {
      log.error(
        { ...factsOf(run), ts, outcome: removed.kind },
        'a second copy of a digest could not be deleted',
      );
      if (removed.kind !== 'rejected' || parts.installation.isRefusedBy(removed)) return undefined;
    } else log.warn({ ...factsOf(run), ts }, 'a second copy of a digest was deleted');
  }
  return { ts: first ?? messageTs };
}
