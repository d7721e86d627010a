import type { Logger } from 'pino';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Labels } from '../ask/reader.ts';
import { languageFor } from '../language/language.ts';
import type { DrawnMessage } from '../outbox/message.ts';
import { escapeMrkdwn, section, withoutMarks } from '../slack/message.ts';
import type { DigestAnswers, DigestFrame, ResolvedDigest } from './answers.ts';
import type { DigestName } from './format.ts';
import { contentOf, QUESTION } from './key.ts';
import type { Timeliness } from './occasion.ts';
import { earlyDay, presetOf } from './presets.ts';
import { type DigestRun, subscriptionOf } from './runs.ts';
import { nothingRead } from './settingsView.ts';
import type { DigestSource, DigestSources } from './sources.ts';
import { EVERY_DAY, type Subscription } from './subscription.ts';
import type { Subscriptions } from './subscriptions.ts';
import { digestWords } from './words/words.ts';

/** A digest whose data is available. */
interface DueDigest {
  readonly run: DigestRun;
  /** Undefined for a manual digest. */
  readonly subscription: Subscription | undefined;
  readonly found: Extract<ResolvedDigest, { kind: 'ready' }>;
  /** Whether the reader of a personal digest may see sales; undefined for one in a channel. */
  readonly seesSales: boolean | undefined;
}

export interface DrawnFor
  extends DigestName,
    Pick<DigestFrame, 'timeliness' | 'isEarly' | 'closedBefore' | 'lateDays'> {
  /** Undefined for a preview. */
  readonly runId: number | undefined;
}

export type DrawDigest = (source: DigestSource, drawnFor: DrawnFor) => Promise<DrawnMessage>;

/** Renders a digest from its source. */
export async function drawDigest(
  {
    answers,
    sources,
    log,
    today,
    ...labels
  }: {
    readonly answers: Pick<DigestAnswers, 'read'>;
    readonly sources: DigestSources;
    readonly log: Logger;
    readonly timeZone: string;
    readonly today: () => string;
    readonly products: Labels;
    readonly stores: Labels;
  },
  source: DigestSource,
  { runId, ...drawnFor }: DrawnFor,
): Promise<DrawnMessage> {
  const digest = await answers.read(source);
  // Most buttons need the stored source. Post without buttons rather than not at all.
  const sourceId = await sources.keep(source, runId, digest).catch((error: unknown) => {
    log.error({ err: error }, 'the source of a digest could not be stored; it goes out without buttons');
    return undefined;
  });
  const { channelId, kind } = source;
  const frame = { ...drawnFor, channelId, kind, sourceId };
  const language = languageFor(source.language);
  return (rendering) => digest.view(frame, { ...labels, today: today(), language, rendering });
}

type Formats = Pick<Subscriptions, 'format'>;

/** What a digest that is due is made from, and its name; undefined while no data is stored. */
async function sourceOf(
  { run, found, seesSales = run.asker?.seesSales }: DueDigest,
  subscriptions: Formats,
): Promise<(DigestSource & DigestName) | undefined> {
  const { dataDay, dataFrom = dataDay, question } = found;
  const { teamId, channelId, subscribedKind: kind } = run;
  const format = await subscriptions.format({ teamId, channelId, kind });
  if (dataDay === undefined || dataFrom === undefined) return undefined;
  const showsSales = seesSales ?? format.showsSales;
  return { ...format, teamId, channelId, kind, dataDay, dataFrom, question, showsSales };
}

/** Renders a digest that is due or was asked for. */
export async function drawDue(
  due: DueDigest,
  {
    draw,
    subscriptions,
    calendar,
  }: { readonly draw: DrawDigest; readonly subscriptions: Formats; readonly calendar: Calendar },
): Promise<DrawnMessage> {
  const { run, subscription, found } = due;
  const { teamId, channelId, subscribedKind: kind } = run;
  const source = await sourceOf(due, subscriptions);
  if (source === undefined) {
    const { t } = languageFor((await subscriptions.format({ teamId, channelId, kind })).language);
    return () => nothingRead(kind, t);
  }
  const { name } = source;
  const preset = subscription === undefined ? undefined : presetOf(kind);
  return draw(source, {
    name,
    timeliness: timelinessOf(due),
    runId: run.id,
    isEarly: preset !== undefined && earlyDay(preset, run.dueAt, calendar) === source.dataDay,
    closedBefore: found.closedBefore,
    lateDays: found.lateDays,
  });
}

/**
 * Instead of a digest in which no figure has changed since the last one: one line where its question was typed with
 * "every day", else nothing. Undefined where one has changed, and for older data than it should have: that is said.
 */
export async function unchanged(
  due: DueDigest,
  {
    answers,
    sources,
    subscriptions,
    calendar,
  }: {
    readonly answers: Pick<DigestAnswers, 'read'>;
    readonly sources: Pick<DigestSources, 'posted'>;
    readonly subscriptions: Formats;
    readonly calendar: Pick<Calendar, 'dayOf'>;
  },
): Promise<{ readonly draw: (() => Promise<DrawnMessage>) | undefined } | undefined> {
  const { subscription, run, found } = due;
  if (subscription === undefined || found.timeliness.kind === 'unrefreshed') return undefined;
  const posted = await sources.posted(subscriptionOf(run));
  const source = posted && (await sourceOf(due, subscriptions));
  if (source === undefined || (await answers.read(source)).figures !== posted?.figures) return undefined;
  const isTyped = contentOf(subscription.kind) === QUESTION;
  if (!isTyped || subscription.cadence !== 'daily' || subscription.weekdays !== EVERY_DAY)
    return { draw: undefined };
  const { t } = languageFor(source.language);
  const since = calendar.dayOf(posted?.postedAt ?? run.dueAt);
  const text = digestWords(t).question.unchanged(escapeMrkdwn(source.name ?? '', 80), since);
  return { draw: async () => () => ({ text: withoutMarks(text), blocks: [section(text)] }) };
}

/** Today's digest is not late when its subscription was created after it was due. */
function timelinessOf({ run, subscription, found: { timeliness } }: DueDigest): Timeliness {
  const isNew = subscription !== undefined && subscription.createdAt > run.dueAt;
  return isNew && timeliness.kind === 'late' ? { kind: 'onTime' } : timeliness;
}
