import type { Logger } from 'pino';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { DatabaseClock } from '../database/clock.ts';
import { languageFor } from '../language/language.ts';
import type { Ledger } from '../outbox/ledger.ts';
import { type DrawnMessage, logFactsOf, type ReadyMessage } from '../outbox/message.ts';
import { escapeMrkdwn, section, withoutMarks } from '../slack/message.ts';
import { isPerson } from '../slack/messages.ts';
import type { DayRange } from '../text/dayRange.ts';
import type { PersonalRights } from './access.ts';
import type { DigestAnswers, ResolvedDigest } from './answers.ts';
import type { DrawDigest } from './draw.ts';
import { contentOf, isManual, QUESTION } from './key.ts';
import type { Notices } from './notices.ts';
import type { Timeliness } from './occasion.ts';
import { earlyDay, presetOf } from './presets.ts';
import { NO_ACCESS, type Reason } from './reasons.ts';
import { type DigestRun, subscriptionOf } from './runs.ts';
import { nothingRead } from './settingsView.ts';
import type { DigestSource, DigestSources } from './sources.ts';
import { type DigestFormat, EVERY_DAY, type Subscription, type SubscriptionPlace } from './subscription.ts';
import type { Subscriptions } from './subscriptions.ts';
import { digestWords } from './words/words.ts';

/** Prepares due digests for the outbox. */
export interface Preparation {
  /** Undefined while it waits for data, or when it is no longer wanted. */
  prepare(
    run: DigestRun,
    subscription: Subscription | undefined,
    now: number,
  ): Promise<ReadyMessage | undefined>;
  /** The days that a manual digest or a preview would show now, and its question; undefined while no data is stored. */
  daysOf(place: SubscriptionPlace): Promise<(DayRange & Pick<DigestFormat, 'question'>) | undefined>;
}

type Found = Extract<ResolvedDigest, { kind: 'ready' }>;

/** A manual digest that is older, as after a downtime, is no longer wanted. */
const MANUAL_MS = 60 * 60_000;

export function createPreparation({
  answers,
  sources,
  ledger,
  notices,
  subscriptions,
  draw,
  time,
  calendar,
  personalRights,
  log,
}: {
  readonly answers: Pick<DigestAnswers, 'needs' | 'resolve' | 'read'>;
  readonly ledger: Pick<Ledger, 'cancel'>;
  readonly notices: Pick<Notices, 'enqueue'>;
  readonly subscriptions: Pick<Subscriptions, 'find' | 'known' | 'markRefused'>;
  readonly draw: DrawDigest;
  readonly sources: Pick<DigestSources, 'posted' | 'shownBefore'>;
  readonly time: DatabaseClock;
  readonly calendar: Calendar;
  readonly personalRights: PersonalRights;
  readonly log: Logger;
}): Preparation {
  /** Ends a digest that isn't posted any more. */
  const end = async (run: DigestRun, reason: Reason, level: 'info' | 'warn') => {
    if (await ledger.cancel(run.id, reason))
      log[level]({ ...logFactsOf(run), reason }, 'a digest is not sent');
  };

  /** Ends a manual digest that is too old, and notifies the person who asked. */
  const isOutlived = async (run: DigestRun, now: number) => {
    if (now - run.dueAt < MANUAL_MS) return false;
    await notices.enqueue(run, 'outlived', (t, about) => digestWords(t).outcomes.outlived(about));
    await end(run, 'outlived', 'warn');
    return true;
  };

  /** Ends a digest whose subscription has ended or is paused. */
  const isEnded = async (run: DigestRun, subscription: Subscription | undefined) => {
    const until = subscription?.pausedUntil;
    const isPaused = until !== undefined && run.businessDate < until;
    if (subscription !== undefined && !isPaused) return false;
    await end(run, isPaused ? `pausedUntil ${until}` : 'unsubscribed', 'info');
    return true;
  };

  /** Pauses a personal digest whose reader may no longer see it, until the reader may. */
  const refuse = async (run: DigestRun, isGone: boolean) => {
    // A notice can't reach an account that is gone.
    if (!isGone) await notices.enqueue(run, NO_ACCESS, (t, about) => digestWords(t).outcomes.noAccess(about));
    await subscriptions.markRefused(subscriptionOf(run), NO_ACCESS);
    await end(run, NO_ACCESS, 'warn');
  };

  /** A pause in between leaves out its days. */
  const shownBefore = async (run: DigestRun, subscription: Subscription | undefined) => {
    if (subscription === undefined) return undefined;
    const { countsFrom, pausedUntil } = subscription;
    const since = pausedUntil === undefined ? 0 : calendar.instantOf(pausedUntil, '00:00');
    return sources.shownBefore(subscriptionOf(run), run.occasion, Math.max(countsFrom, since));
  };

  /**
   * Instead of a digest in which no figure has changed since the last one: one line where its question was typed with
   * "every day", else nothing. Undefined where one has changed, and for older data than it should have: that is said.
   */
  const unchanged = async (
    run: DigestRun,
    subscription: Subscription,
    source: DigestSource,
    found: Found,
  ): Promise<Pick<ReadyMessage, 'draw'> | undefined> => {
    if (found.timeliness.kind === 'unrefreshed') return undefined;
    const posted = await sources.posted(subscriptionOf(run));
    if (posted === undefined || (await answers.read(source)).figures !== posted.figures) return undefined;
    const { kind, cadence, weekdays, name } = subscription;
    if (contentOf(kind) !== QUESTION || cadence !== 'daily' || weekdays !== EVERY_DAY) {
      log.info(logFactsOf(run), 'no figure of this digest has changed: it does not come');
      return { draw: undefined };
    }
    const { t } = languageFor(source.language);
    const since = calendar.dayOf(posted.postedAt);
    const text = digestWords(t).question.unchanged(escapeMrkdwn(name ?? '', 80), since);
    return { draw: async () => () => ({ text: withoutMarks(text), blocks: [section(text)] }) };
  };

  return {
    async prepare(run, subscription, now) {
      const isManualRun = isManual(run.kind);
      if (isManualRun ? await isOutlived(run, now) : await isEnded(run, subscription)) return undefined;
      const place = subscriptionOf(run);
      const active = subscription ?? (await subscriptions.find(place));
      const settings = await subscriptions.known(place);
      const { language } = settings;
      const isPersonal = isPerson(run.channelId);
      const rights = isPersonal ? await personalRights(run.channelId) : undefined;
      if (isPersonal && rights === undefined) return undefined;
      const needs = answers.needs(settings.question);
      if (rights !== undefined && !needs.every((each) => rights.may(each))) {
        await refuse(run, rights.isGone);
        return undefined;
      }
      const found = await answers.resolve({
        question: settings.question,
        businessDate: run.businessDate,
        dueAt: run.dueAt,
        subscription: active,
        shownTo: isManualRun ? undefined : await shownBefore(run, active),
        isManual: isManualRun,
        now,
      });
      if (found.kind === 'waiting') return undefined;
      if (found.kind === 'closed') {
        log.info(logFactsOf(run), 'no store was open on the days of this digest: it does not come');
        return { message: run, draw: undefined };
      }
      const { dataDay, dataFrom = dataDay, question } = found;
      if (dataDay === undefined || dataFrom === undefined) {
        const { t } = languageFor(language);
        return { message: run, draw: async () => () => nothingRead(place.kind, t) };
      }
      const showsSales = rights?.may('view_sales') ?? run.asker?.seesSales ?? settings.showsSales;
      const source = { ...place, language, dataDay, dataFrom, question, showsSales };
      const scheduled = isManualRun ? undefined : subscription;
      const same =
        scheduled &&
        (await unchanged(run, scheduled, source, found).catch((error: unknown) => {
          // It is drawn, or not, with its own next tries.
          log.warn({ ...logFactsOf(run), err: error }, 'a digest could not be compared with the last one');
          return undefined;
        }));
      if (same !== undefined) return { message: run, ...same };
      const preset = scheduled && presetOf(place.kind);
      const drawn = (): Promise<DrawnMessage> =>
        draw(source, {
          name: settings.name,
          timeliness: timelinessOf(run, scheduled, found),
          runId: run.id,
          isEarly: preset !== undefined && earlyDay(preset, run.dueAt, calendar) === dataDay,
          closedBefore: found.closedBefore,
          lateDays: found.lateDays,
        });
      return { message: run, draw: drawn };
    },

    async daysOf(place) {
      const now = await time.now();
      const found = await answers.resolve({
        question: (await subscriptions.known(place)).question,
        businessDate: calendar.dayOf(now),
        dueAt: now,
        subscription: await subscriptions.find(place),
        isManual: true,
        now,
      });
      if (found.kind !== 'ready' || found.dataDay === undefined) return undefined;
      return { from: found.dataFrom ?? found.dataDay, to: found.dataDay, question: found.question };
    },
  };
}

/** Today's digest is not late when its subscription was created after it was due. */
function timelinessOf(
  { dueAt }: DigestRun,
  subscription: Subscription | undefined,
  { timeliness }: Found,
): Timeliness {
  const isNew = subscription !== undefined && subscription.createdAt > dueAt;
  return isNew && timeliness.kind === 'late' ? { kind: 'onTime' } : timeliness;
}
