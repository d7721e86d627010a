import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Actor } from '../access/actor.ts';
import type { DatabaseClock } from '../database/clock.ts';
import type { ClockCheck } from '../database/clockCheck.ts';
import type { MessageState } from '../database/tables/digest.ts';
import type { Delivered } from '../outbox/delivery.ts';
import type { Ledger } from '../outbox/ledger.ts';
import type { Asker } from '../outbox/message.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { nameText } from './further.ts';
import { isManual, manualKind } from './key.ts';
import type { Preparation } from './prepare.ts';
import { fixOf } from './reasons.ts';
import { type DigestRuns, digestRun } from './runs.ts';
import { channelText, nothingRead } from './settingsView.ts';
import type { SubscriptionPlace } from './subscription.ts';
import type { Subscriptions } from './subscriptions.ts';
import { digestWords } from './words/words.ts';

/**
 * Posts a manual digest, at most once per MANUAL_AGAIN_MS for each person and channel. Its key is its own, so the
 * scheduled digest is posted too.
 */
export type PostNow = (place: SubscriptionPlace, asker: Asker) => Promise<PostedNow>;

type PostedNow =
  | Delivered
  /** The same person asked for it in this channel at `askedAt`, and can do so again at `againAt`. */
  | { readonly kind: 'askedBefore'; readonly askedAt: number; readonly againAt: number }
  /** Nothing is posted while the clock is wrong. */
  | { readonly kind: 'clockWrong' };

/** Keeps people from flooding a channel with manual digests. */
const MANUAL_AGAIN_MS = 5 * 60_000;
/** More than people post manually in one channel within MANUAL_AGAIN_MS. */
const MAX_RECENT = 50;
/** A manual digest that ended without a post can be asked for again at once. */
const NOT_POSTED: readonly MessageState[] = ['failed', 'missed'];

export function createPostNow({
  ledger,
  runs,
  preparation,
  deliver,
  time,
  clocks,
  calendar,
}: {
  readonly ledger: Pick<Ledger, 'record' | 'due'>;
  readonly runs: Pick<DigestRuns, 'recent'>;
  readonly preparation: Pick<Preparation, 'prepare'>;
  readonly deliver: Outbox['deliver'];
  readonly time: DatabaseClock;
  readonly clocks: Pick<ClockCheck, 'problem'>;
  readonly calendar: Calendar;
}): PostNow {
  /** Manual posts that the ledger has not recorded yet, by channel, kind and person. */
  const asking = new Set<string>();

  /** The same request in the last MANUAL_AGAIN_MS; from the ledger, so across restarts and replicas. */
  const askedBefore = async ({ teamId, channelId, kind }: SubscriptionPlace, userId: string, now: number) =>
    (await runs.recent(teamId, channelId, MAX_RECENT, kind)).find(
      (run) =>
        isManual(run.kind) &&
        run.asker?.userId === userId &&
        run.dueAt > now - MANUAL_AGAIN_MS &&
        !NOT_POSTED.includes(run.state),
    );

  const postOnce = async (place: SubscriptionPlace, asker: Asker): Promise<PostedNow> => {
    const now = await time.now();
    const before = await askedBefore(place, asker.userId, now);
    if (before !== undefined) {
      return { kind: 'askedBefore', askedAt: before.dueAt, againAt: before.dueAt + MANUAL_AGAIN_MS };
    }
    const kind = manualKind(place.kind);
    await ledger.record({ ...place, kind, occasion: calendar.dayOf(now), dueAt: now, asker });
    const message = (await ledger.due()).find((due) => due.kind === kind);
    if (message === undefined) return { kind: 'taken' };
    const ready = await preparation.prepare(digestRun(message, calendar), undefined, now);
    return ready === undefined ? { kind: 'taken' } : deliver(ready);
  };

  return async (place, asker) => {
    if (clocks.problem() !== undefined) return { kind: 'clockWrong' };
    const { teamId, channelId, kind } = place;
    const who = JSON.stringify([teamId, channelId, kind, asker.userId]);
    if (asking.has(who)) return { kind: 'taken' };
    asking.add(who);
    try {
      return await postOnce(place, asker);
    } finally {
      asking.delete(who);
    }
  };
}

/** Posts a manual digest, with what is derived from sales if `seesSales`. Gives a sentence with the result. */
export async function postDigestNow(
  { person, language }: Actor,
  place: SubscriptionPlace,
  seesSales: boolean,
  {
    subscriptions,
    postNow,
    preparation,
    calendar,
  }: {
    readonly subscriptions: Pick<Subscriptions, 'known'>;
    readonly postNow: PostNow;
    readonly preparation: Pick<Preparation, 'daysOf'>;
    readonly calendar: Calendar;
  },
): Promise<string> {
  const { t } = language;
  const words = digestWords(t).commands.now;
  const name = nameText(await subscriptions.known(place), t);
  const days = await preparation.daysOf(place);
  if (days === undefined) return nothingRead(place.kind, t).text;
  const where = channelText(place.channelId, t);
  const sent = await postNow(place, { userId: person.userId, seesSales });
  switch (sent.kind) {
    case 'done':
      return words.posted(name, days, where);
    case 'askedBefore':
      return words.askedBefore(name, where, sent.askedAt, sent.againAt, calendar.timeZone);
    case 'rejected':
      return words.rejected(fixOf(sent.code, t));
    case 'disabled':
      return words.disabled;
    case 'clockWrong':
      return words.clockWrong;
    default:
      return words.underWay(where);
  }
}
