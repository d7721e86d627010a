import type { Button } from '@slack/types';
import { sql } from 'kysely';
import { fixOf } from '../slack/errors.ts';
import { escapeMrkdwn, type Message, section } from '../slack/message.ts';
import type { PostOutcome } from '../slack/messages.ts';
import { type DigestKey, isManual, subjectOf } from './digestKey.ts';
import { type DigestParts, factsOf } from './digestParts.ts';
import type { DigestRun } from './digestRun.ts';

/** Buttons under a notice about a digest whose outcome nobody knows; their value is the number of the run. */
export const IT_IS_THERE = 'digest_is_there';
export const SEND_IT = 'digest_send_it';

/** So often a notice is sent whose answer is lost each time. */
const MOST_LOST = 7;
/** Doubled after each attempt, up to an hour. */
const PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 60 * 60_000;
/** A notice that Slack does not take for so long is news no more. */
const LONGEST_MS = 2 * 24 * 60 * 60_000;

export interface Notice {
  /** What it is about: a digest, or with an empty day all those of a subscription. */
  readonly run: DigestKey & Partial<Pick<DigestRun, 'id' | 'askedBy'>>;
  /** What it is about; the same is not told again before a digest has arrived. */
  readonly topic: string;
  readonly text: string;
  readonly withButtons?: boolean;
}

/**
 * Notes what the owner of a digest has to be told. It is sent apart from that, and again after a crash. What one owner
 * was told is news to the next.
 */
export async function noteForOwner(parts: DigestParts, notice: Notice): Promise<void> {
  const { database, time, log } = parts;
  const { run, topic, text } = notice;
  const owner = await ownerOf(parts, run);
  if (owner === undefined) {
    log.error(
      { ...factsOf(run), topic, text },
      'there is nobody to tell: the channel was subscribed by a setting',
    );
    return;
  }
  await database
    .insertInto('digest_notice')
    .values({
      team_id: run.teamId,
      channel_id: run.channelId,
      kind: run.kind,
      topic,
      user_id: owner,
      run_id: notice.withButtons === true ? (run.id ?? null) : null,
      text,
      done: 0,
      attempt: 0,
      not_before: 0,
      created_at: time.sql(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['team_id', 'channel_id', 'kind', 'topic'])
        .doUpdateSet({ user_id: owner, text, done: 0, attempt: 0, not_before: 0, created_at: time.sql() })
        .where('digest_notice.user_id', '!=', owner),
    )
    .execute();
}

async function ownerOf({ database }: DigestParts, run: Notice['run']): Promise<string | undefined> {
  if (isManual(run.kind)) return run.askedBy;
  const row = await database
    .selectFrom('digest_subscription')
    .select('owner')
    .where('team_id', '=', run.teamId)
    .where('channel_id', '=', run.channelId)
    .where('kind', '=', subjectOf(run.kind))
    .executeTakeFirst();
  return row?.owner ?? undefined;
}

/** A digest that has arrived makes the next failure news again. */
export async function forgetNotices({ database }: DigestParts, run: DigestRun): Promise<void> {
  await database
    .deleteFrom('digest_notice')
    .where('team_id', '=', run.teamId)
    .where('channel_id', '=', run.channelId)
    .where('kind', '=', run.kind)
    .where('done', '=', 1)
    .execute();
}

/** Sends the notices that are open. After a lost answer it is sent again: to be told twice is better than never. */
export async function deliverNotices(parts: DigestParts): Promise<void> {
  const { database, time, outbound, pace, log, passFaultPoint, signal } = parts;
  const open = await database
    .selectFrom('digest_notice')
    .selectAll()
    .where('done', '=', 0)
    .where((row) =>
      row.or([
        row('not_before', '<=', time.sql()),
        // A clock that was set back left it in a far future.
        row('not_before', '>', sql<number>`${time.sql()} + ${sql.lit(LONGEST_PAUSE_MS)}`),
      ]),
    )
    .orderBy('id')
    .limit(50)
    .execute();
  for (const notice of open) {
    if (signal.aborted || parts.installation.refusal() !== undefined) return;
    const now = await time.now();
    const claimed = await database
      .updateTable('digest_notice')
      .set({ attempt: notice.attempt + 1, not_before: now + pauseAfter(notice.attempt) })
      .where('id', '=', notice.id)
      .where('attempt', '=', notice.attempt)
      .where('done', '=', 0)
      .executeTakeFirst();
    if (claimed.numUpdatedRows === 0n) continue;
    await passFaultPoint('notice.claimed');
    await pace.turn(notice.team_id, notice.user_id, signal);
    const outcome = await outbound.tell(notice.user_id, noticeMessage(notice.text, notice.run_id));
    await passFaultPoint('notice.answered');
    const facts = { channel: notice.channel_id, topic: notice.topic };
    const isOpen = parts.installation.isRefusedBy(outcome) || mayComeLater(notice, outcome, now);
    if (outcome.kind === 'done') log.info(facts, 'the owner of a digest was told');
    else if (isOpen) log.warn({ ...facts, outcome }, 'the owner of a digest is told later');
    else log.error({ ...facts, outcome, text: notice.text }, 'the owner of a digest could not be told');
    if (!isOpen) {
      await database.updateTable('digest_notice').set({ done: 1 }).where('id', '=', notice.id).execute();
    }
    await passFaultPoint('notice.recorded');
  }
}

function pauseAfter(attempts: number): number {
  return Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** attempts);
}

function mayComeLater(
  notice: { readonly attempt: number; readonly created_at: number },
  outcome: PostOutcome,
  now: number,
): boolean {
  if (now - notice.created_at > LONGEST_MS) return false;
  if (outcome.kind === 'unclear') return notice.attempt + 1 < MOST_LOST;
  return outcome.kind === 'rateLimited';
}

export function noticeMessage(text: string, runId: number | null): Message {
  if (runId === null) return { text, blocks: [section(text)] };
  const button = (actionId: string, label: string): Button => ({
    type: 'button',
    action_id: actionId,
    text: { type: 'plain_text', text: label },
    value: String(runId),
  });
  const elements = [button(IT_IS_THERE, 'It is there'), button(SEND_IT, 'Send it')];
  return { text, blocks: [section(text), { type: 'actions', elements }] };
}

/** Tells the owner that Slack does not take the digest, and what to do about it. */
export function noteRefusal(parts: DigestParts, run: DigestRun, code: string): Promise<void> {
  const text = `:warning: ${sentenceOf(run)} could not be posted. ${fixOf(code)}`;
  return noteForOwner(parts, { run, topic: code, text });
}

/** The digest that a notice is about, at the beginning of a sentence. */
export function sentenceOf(run: DigestRun): string {
  const words = digestInWords(run);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The digest that a notice is about, in a sentence. */
export function digestInWords(run: DigestRun): string {
  return `the ${escapeMrkdwn(subjectOf(run.kind))} digest of ${escapeMrkdwn(run.businessDate)} in <#${escapeMrkdwn(run.channelId)}>`;
}
