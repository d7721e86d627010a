import type { Logger } from 'pino';
import type { DatabaseClock } from '../database/clock.ts';
import type { Database } from '../database/connection.ts';
import type { Catalog } from '../language/language.ts';
import { logFactsOf, type MessageKey } from '../outbox/message.ts';
import { isDisabled } from '../slack/errors.ts';
import { type Message, section } from '../slack/message.ts';
import type { Outbound, PostOutcome } from '../slack/messages.ts';
import { isManual } from './key.ts';
import { fixOf } from './reasons.ts';
import { type DigestRun, subscriptionOf } from './runs.ts';
import { channelText } from './settingsView.ts';
import type { Subscriptions } from './subscriptions.ts';
import { digestWords } from './words/words.ts';

/** Attempts at a notice when Slack's answer is lost each time. */
const MAX_UNCLEAR_ATTEMPTS = 7;
/** Doubled after each attempt, up to MAX_PAUSE_MS. */
const PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 60 * 60_000;
/** An older notice is dropped: it no longer helps. */
const MAX_AGE_MS = 2 * 24 * 60 * 60_000;
const AT_ONCE = 50;

/** A notice in the language of its digest. */
export type WordNotice = (t: Catalog, about: DigestWords) => string;

/** The digest that a notice is about, escaped for mrkdwn. */
interface DigestWords {
  readonly name: string;
  readonly day: string;
  /** The channel as a link, or words for direct messages. */
  readonly where: string;
}

/**
 * Direct messages to the owners of digests, or to the app's admins where a setting subscribed the channel. A notice is
 * stored first and sent later, so it survives a crash.
 */
export interface Notices {
  /** Stores a notice, unless this owner has one on the same topic since a digest last arrived. */
  enqueue(run: DigestRun, topic: string, word: WordNotice): Promise<void>;
  /** Says that Slack refused the digest, and how to fix it. */
  enqueueRefusal(run: DigestRun, code: string): Promise<void>;
  /** A digest has arrived: the next failure is worth a notice again. */
  forget(run: MessageKey): Promise<void>;
  /** Sends the open notices. Retries after a lost answer: a notice that comes twice is better than none. */
  deliver(): Promise<void>;
  /** How many notices are not sent yet. */
  countOpen(): Promise<number>;
}

export function createNotices(options: {
  readonly database: Database;
  readonly time: DatabaseClock;
  readonly outbound: Pick<Outbound, 'tell'>;
  readonly subscriptions: Pick<Subscriptions, 'ownerAndLanguage' | 'nameOf'>;
  /** Ids of the people who get the notices of digests without an owner. */
  readonly admins: () => Promise<readonly string[]>;
  readonly log: Logger;
  readonly signal: AbortSignal;
}): Notices {
  const { database, time, outbound, subscriptions, admins, log, signal } = options;

  const store = async (
    { teamId, channelId, kind }: MessageKey,
    topic: string,
    reader: string,
    text: string,
  ): Promise<void> => {
    const unsent = { user_id: reader, text, done: 0, attempt: 0, not_before: 0, created_at: time.sql() };
    await database
      .insertInto('digest_notice')
      .values({ team_id: teamId, channel_id: channelId, kind, topic, ...unsent })
      .onConflict((conflict) =>
        conflict
          .columns(['team_id', 'channel_id', 'kind', 'topic'])
          .doUpdateSet(unsent)
          .where('digest_notice.user_id', '!=', reader),
      )
      .execute();
  };

  const enqueue: Notices['enqueue'] = async (run, topic, word) => {
    const known = await subscriptions.ownerAndLanguage(subscriptionOf(run));
    const owner = isManual(run.kind) ? run.asker?.userId : known.owner;
    const { t } = known.language;
    const text = word(t, {
      name: subscriptions.nameOf({ kind: run.subscribedKind, name: known.name }, t),
      day: run.businessDate,
      where: channelText(run.channelId, t),
    });
    if (owner !== undefined) return store(run, topic, owner, text);
    const recipients = await admins();
    // A topic each: the unique key of a notice has no user.
    for (const admin of recipients) {
      await store(run, `${topic} ${admin}`, admin, `${text}\n${digestWords(t).outcomes.becauseAdmin}`);
    }
    if (recipients.length === 0) {
      log.error(
        { ...logFactsOf(run), topic, text },
        'there is nobody to tell: a setting subscribed the channel, and ACCESS_ADMINS names nobody',
      );
    }
  };

  return {
    enqueue,

    enqueueRefusal: (run, code) =>
      enqueue(run, code, (t, about) => digestWords(t).outcomes.refused(about, fixOf(code, t))),

    async forget(run) {
      await database
        .deleteFrom('digest_notice')
        .where('team_id', '=', run.teamId)
        .where('channel_id', '=', run.channelId)
        .where('kind', '=', run.kind)
        .where('done', '=', 1)
        .execute();
    },

    async deliver() {
      const open = await database
        .selectFrom('digest_notice')
        .selectAll()
        .where('done', '=', 0)
        .where('not_before', '<=', time.sql())
        .orderBy('id')
        .limit(AT_ONCE)
        .execute();
      for (const notice of open) {
        if (signal.aborted) return;
        const now = await time.now();
        const claimed = await database
          .updateTable('digest_notice')
          .set({ attempt: notice.attempt + 1, not_before: now + pauseAfter(notice.attempt) })
          .where('id', '=', notice.id)
          .where('attempt', '=', notice.attempt)
          .where('done', '=', 0)
          .executeTakeFirst();
        if (claimed.numUpdatedRows === 0n) continue;
        const outcome = await outbound.tell(notice.user_id, noticeMessage(notice.text));
        const facts = { channel: notice.channel_id, topic: notice.topic };
        const isOpen = isDisabled(outcome) || mayComeLater(notice, outcome, now);
        if (outcome.kind === 'done') log.info(facts, 'the owner of a digest was told');
        else if (isOpen) log.warn({ ...facts, outcome }, 'the owner of a digest is told later');
        else log.error({ ...facts, outcome, text: notice.text }, 'the owner of a digest could not be told');
        if (!isOpen) {
          await database.updateTable('digest_notice').set({ done: 1 }).where('id', '=', notice.id).execute();
        }
      }
    },

    async countOpen() {
      const { open } = await database
        .selectFrom('digest_notice')
        .select(({ fn }) => fn.countAll<number>().as('open'))
        .where('done', '=', 0)
        .executeTakeFirstOrThrow();
      return Number(open);
    },
  };
}

function pauseAfter(attempts: number): number {
  return Math.min(MAX_PAUSE_MS, PAUSE_MS * 2 ** attempts);
}

function mayComeLater(
  notice: { readonly attempt: number; readonly created_at: number },
  outcome: PostOutcome,
  now: number,
): boolean {
  if (now - notice.created_at > MAX_AGE_MS) return false;
  if (outcome.kind === 'unclear') return notice.attempt + 1 < MAX_UNCLEAR_ATTEMPTS;
  return outcome.kind === 'rateLimited';
}

function noticeMessage(text: string): Message {
  return { text, blocks: [section(text)] };
}
