import { type DigestParts, factsOf } from './digestParts.ts';
import type { DigestRun } from './digestRun.ts';
import { CHECK_MS, copiesOf, LOOKS_AT_ONCE, latestOf, removeDoublesNow } from './doubles.ts';
import { digestInWords, forgetNotices, noteForOwner } from './notices.ts';
import { sideBySide } from './sideBySide.ts';

/** Whoever looks has that long; then another does. */
const LOOK_MS = 60_000;
/** Pauses before the second and third look: Slack may be late to show a message. */
const PAUSES_MS = [15_000, 40_000];
const RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 30 * 60_000;

/** Looks for the digests of which nobody knows whether they arrived, before anything is sent again. */
export async function lookForUnclear(parts: DigestParts): Promise<void> {
  await sideBySide(await parts.ledger.unclear(), LOOKS_AT_ONCE, async ({ id }) => {
    if (parts.signal.aborted) return 'stop';
    const run = await parts.ledger.look(id, LOOK_MS);
    if (run === undefined) return;
    await parts.passFaultPoint('look.claimed');
    await lookFor(parts, run);
    await parts.passFaultPoint('look.recorded');
  });
}

async function lookFor(parts: DigestParts, run: DigestRun): Promise<void> {
  const { ledger, log } = parts;
  const copies = await copiesOf(parts, run, latestOf(run));
  await parts.passFaultPoint('look.answered');
  switch (copies.kind) {
    case 'done': {
      const [first, ...later] = copies.found;
      if (first !== undefined) {
        // One that was on its way before and was not found may still come.
        await ledger.find(run, first, run.attempt > 1 ? CHECK_MS : undefined);
        if (later.length > 0) await removeDoublesNow(parts, run);
        await forgetNotices(parts, run);
        log.info(factsOf(run), 'the digest was found in its channel');
        return;
      }
      const pause = PAUSES_MS[run.looks - 1];
      if (pause !== undefined) return ledger.lookAgain(run, pause, true);
      await ledger.clear(run);
      log.warn(factsOf(run), 'the digest is not in its channel: it is sent again');
      return;
    }
    case 'rateLimited':
      return ledger.lookAgain(run, copies.retryAfterMs, false);
    case 'unclear':
      log.warn(
        { ...factsOf(run), detail: copies.detail },
        'the channel could not be looked through for a digest',
      );
      return ledger.lookAgain(run, retryIn(run, await parts.time.now()), false);
    case 'rejected':
      if (parts.installation.isRefusedBy(copies)) return ledger.lookAgain(run, RETRY_MS, false);
      return askOwner(parts, run, copies.code);
  }
}

/** The longer nobody could tell, the rarer it is tried. */
function retryIn({ lastSentAt, dueAt }: DigestRun, now: number): number {
  const since = now - (lastSentAt ?? dueAt);
  return Math.min(LONGEST_RETRY_MS, Math.max(RETRY_MS, since / 4));
}

/** Without a look into the channel nothing is sent a second time: a person decides. */
async function askOwner(parts: DigestParts, run: DigestRun, code: string): Promise<void> {
  const hope = RETURNING.includes(code) ? ' When the app is invited back it looks by itself.' : '';
  await noteForOwner(parts, {
    run,
    topic: `unknown ${run.businessDate}`,
    text: `:grey_question: Slack did not say whether ${digestInWords(run)} arrived, and the app may not look into the channel (${code}). Please look: is it there?${hope}`,
    withButtons: true,
  });
  await parts.ledger.giveUp(run, unread(code));
  parts.log.error(
    { ...factsOf(run), code },
    'the digest may or may not be in the channel, which the app may not read: its owner is asked',
  );
}

/** Refusals that are over when the app is in the channel again. */
const RETURNING = ['not_in_channel', 'channel_not_found'];

function unread(code: string): string {
  return `Slack's answer was lost, and the channel may not be read (${code})`;
}

/** Digests that were given up only because the app was not in their channel; once it is, they are looked for again. */
export function givenUpOutside({ ledger }: DigestParts, channelId?: string): Promise<DigestRun[]> {
  return ledger.givenUp(RETURNING.map(unread), channelId);
}
