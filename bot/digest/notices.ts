import type { Button } from '@slack/types';
import { escapeMrkdwn, type Message, section } from '../views/message.ts';
import { contentOf, isManual } from './digestKey.ts';
import { type DigestParts, factsOf } from './digestParts.ts';
import type { DigestRun } from './ledger.ts';

/** Buttons under a notice about a digest whose outcome nobody knows; their value is the number of the run. */
export const IT_IS_THERE = 'digest_is_there';
export const SEND_IT = 'digest_send_it';

const ATTEMPTS = 10;
const PAUSE_MS = 60_000;

export interface Notice {
  readonly run: DigestRun;
  /** What it is about; the same is not told again before a digest has arrived. */
  readonly topic: string;
  readonly text: string;
  readonly withButtons?: boolean;
}

/** Notes what the owner of a digest has to be told. It is sent apart from that, and again after a crash. */
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
      run_id: notice.withButtons === true ? run.id : null,
      text,
      done: 0,
      attempt: 0,
      not_before: 0,
      created_at: time.sql(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function ownerOf({ database }: DigestParts, run: DigestRun): Promise<string | undefined> {
  if (isManual(run.kind)) return run.askedBy;
  const row = await database
    .selectFrom('digest_subscription')
    .select('owner')
    .where('team_id', '=', run.teamId)
    .where('channel_id', '=', run.channelId)
    .where('kind', '=', contentOf(run.kind))
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

/** Sends the notices that are open. A lost answer counts as told: two messages about one failure help nobody. */
export async function deliverNotices(parts: DigestParts): Promise<void> {
  const { database, time, outbound, pace, log, passFaultPoint, signal } = parts;
  const open = await database
    .selectFrom('digest_notice')
    .selectAll()
    .where('done', '=', 0)
    .where('not_before', '<=', time.sql())
    .orderBy('id')
    .limit(50)
    .execute();
  for (const notice of open) {
    if (signal.aborted) return;
    const now = await time.now();
    const claimed = await database
      .updateTable('digest_notice')
      .set({ attempt: notice.attempt + 1, not_before: now + PAUSE_MS * (notice.attempt + 1) })
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
    const mayTryAgain = outcome.kind === 'rateLimited' && notice.attempt + 1 < ATTEMPTS;
    if (outcome.kind === 'rejected')
      log.error({ ...facts, code: outcome.code }, 'the owner of a digest could not be told');
    else if (!mayTryAgain) log.info(facts, 'the owner of a digest was told');
    if (!mayTryAgain) {
      await database.updateTable('digest_notice').set({ done: 1 }).where('id', '=', notice.id).execute();
    }
    await passFaultPoint('notice.recorded');
  }
}

function noticeMessage(text: string, runId: number | null): Message {
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

/** The digest that a notice is about, in a sentence. */
export function digestInWords(run: DigestRun): string {
  return `the ${contentOf(run.kind)} digest of ${escapeMrkdwn(run.businessDate)} in <#${escapeMrkdwn(run.channelId)}>`;
}
