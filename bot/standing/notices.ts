import type { Logger } from 'pino';
import { sentenceMessage } from '../ask/errorMessage.ts';
import type { DatabaseClock } from '../database/clock.ts';
import { type Catalog, languageFor } from '../language/language.ts';
import { logFactsOf } from '../outbox/message.ts';
import type { Enqueue } from '../outbox/stored.ts';
import { nameText } from './further.ts';
import { isManual } from './key.ts';
import { fixOf } from './reasons.ts';
import { type DigestRun, type DigestRuns, subscriptionOf } from './runs.ts';
import { channelText } from './settingsView.ts';
import type { Subscriptions } from './subscriptions.ts';
import { digestWords } from './words/words.ts';

/** An older notice is dropped: it no longer helps. */
const MAX_AGE_MS = 2 * 24 * 60 * 60_000;

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
 * Direct messages to the owners of digests, or to the app's admins where a setting subscribed the channel. They are
 * messages of the outbox.
 */
export interface Notices {
  /** Tells the owner, unless that was told on this topic since a digest last arrived. */
  enqueue(run: DigestRun, topic: string, word: WordNotice): Promise<void>;
  /** Says that Slack refused the digest, and how to fix it. */
  enqueueRefusal(run: DigestRun, code: string): Promise<void>;
}

export function createNotices({
  enqueue: post,
  runs,
  time,
  subscriptions,
  admins,
  log,
}: {
  readonly enqueue: Enqueue;
  readonly runs: Pick<DigestRuns, 'lastSent'>;
  readonly time: Pick<DatabaseClock, 'now'>;
  readonly subscriptions: Pick<Subscriptions, 'known'>;
  /** Ids of the people who get the notices of digests without an owner. */
  readonly admins: () => Promise<readonly string[]>;
  readonly log: Logger;
}): Notices {
  const enqueue: Notices['enqueue'] = async (run, topic, word) => {
    const { teamId, channelId, kind } = run;
    const known = await subscriptions.known(subscriptionOf(run));
    const owner = isManual(kind) ? run.asker?.userId : known.owner;
    const { t } = languageFor(known.language);
    const text = word(t, {
      name: nameText(known, t),
      day: run.businessDate,
      where: channelText(channelId, t),
    });
    const readers = owner === undefined ? await admins() : [owner];
    if (readers.length === 0) {
      log.error(
        { ...logFactsOf(run), topic, text },
        'there is nobody to tell: a setting subscribed the channel, and ACCESS_ADMINS names nobody',
      );
    }
    const now = await time.now();
    const since = await runs.lastSent({ teamId, channelId, kind });
    const said = owner === undefined ? `${text}\n${digestWords(t).outcomes.becauseAdmin}` : text;
    for (const to of readers) {
      const key = `notice ${channelId} ${kind} ${topic} ${to} ${since ?? 'none'}`;
      await post({
        teamId,
        key,
        to,
        content: sentenceMessage(said),
        notBefore: now,
        expiresAt: now + MAX_AGE_MS,
      });
    }
  };

  return {
    enqueue,
    enqueueRefusal: (run, code) =>
      enqueue(run, code, (t, about) => digestWords(t).outcomes.refused(about, fixOf(code, t))),
  };
}
